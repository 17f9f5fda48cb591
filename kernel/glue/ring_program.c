/* The program that `ringcheck kernel --scenario` explores: a task that writes records by the
 * kernel's text, and a reader in our own words on another CPU.
 *
 * The reader does what libbpf's does, as protocol/ring/perf_reader.hpp has it: one load of
 * data_head (C), every whole record up to it, one store of data_tail (D). What it takes is held
 * against what was written by claims, which no branch depends on. */
#include "engine_services.c"
#include "events.c"

/* What a reader hands over is the next record of the task, or tells how many are missing. */
#define RC_DATA_SIZE (8 * RC_SET_WORDS)
#define RC_RECORD_SIZE (8 * (1 + RC_SET_PAYLOAD))
#define RC_EVENT_ID 77

/* Ordering points of the reader. */
#ifndef RC_WITHOUT_C
#define rc_load_head(page) smp_load_acquire(&(page)->data_head)
#else
#define rc_load_head(page) READ_ONCE((page)->data_head)
#endif
#ifndef RC_WITHOUT_D
#define rc_store_tail(page, tail) smp_store_release(&(page)->data_tail, tail)
#else
#define rc_store_tail(page, tail) WRITE_ONCE((page)->data_tail, tail)
#endif
#if RC_MARKED_DATA
#define rc_load_word(at) READ_ONCE(*(at))
#else
#define rc_load_word(at) (*(at))
#endif

/* `text` says what has to hold: it is found by the place of the call. */
#define rc_claim(condition, text) __VERIFIER_assert(condition)
void __VERIFIER_assert(int condition);

int pthread_create(unsigned long *thread, const void *attributes, void *(*routine)(void *),
		   void *argument);
int pthread_join(unsigned long thread, void **result);

static struct {
	struct perf_buffer buffer;
	void *page;
} rc_ring;
static struct perf_event_mmap_page rc_user_page;
static u64 rc_data[RC_SET_WORDS] __attribute__((aligned(8 * RC_SET_WORDS)));
static struct perf_event *rc_event;

static u64 rc_header(u64 type, u64 size)
{
	return type | size << 48;
}

static u64 rc_payload(u64 record, u64 word)
{
	return record << 16 | (word + 1);
}

/* ---- The task. ---- */

static void rc_write_record(u64 record)
{
	struct perf_output_handle handle;
	struct perf_sample_data data;
	u64 words[1 + RC_SET_PAYLOAD];

	if (perf_output_begin(&handle, &data, rc_event, RC_RECORD_SIZE))
		return;
	words[0] = rc_header(PERF_RECORD_SAMPLE, RC_RECORD_SIZE);
	for (u64 word = 0; word < RC_SET_PAYLOAD; word++)
		words[1 + word] = rc_payload(record, word);
	perf_output_copy(&handle, words, RC_RECORD_SIZE);
	perf_output_end(&handle);
}

static void *writer(void *unused)
{
	for (u64 record = 1; record <= RC_SET_RECORDS; record++)
		rc_write_record(record);
	return unused;
}

/* ---- The reader. ---- */

static u64 rc_word_at(u64 offset)
{
	return rc_load_word(&rc_data[offset / 8 % RC_SET_WORDS]);
}

/* Takes the record at `offset`, which starts with `header`, and is to be the task's record
 * `expected`, or to tell of lost ones. Returns which is to be the next. Nothing branches on what is
 * claimed, so that the claims order nothing. */
static u64 rc_take(u64 expected, u64 offset, u64 header)
{
	const u64 size = header >> 48;
	const u64 is_lost = header == rc_header(PERF_RECORD_LOST, 24);
	const u64 is_sample = header == rc_header(PERF_RECORD_SAMPLE, RC_RECORD_SIZE);
	u64 lost = 0;

	rc_claim(is_lost | is_sample, "a record is whole");
	for (u64 at = 8; at < size; at += 8) {
		const u64 word = rc_word_at(offset + at);
		const u64 right = at == 8 ? RC_EVENT_ID : (word - 1) * 8 < 8 * RC_SET_RECORDS;

		if (at == 16)
			lost = word;
		rc_claim((is_lost & (at == 8 ? word == right : right)) |
				 (is_sample &
				  (word == rc_payload(expected, at / 8 - 1))),
			 "a record is what was written, once and in order");
	}
	return expected + is_lost * lost + (1 - is_lost);
}

static void *reader(void *unused)
{
	u64 expected = 1, tail = 0;

	for (unsigned int poll = 0; poll < RC_SET_POLLS; poll++) {
		const u64 head = rc_load_head(&rc_user_page);

		if (head - tail > RC_DATA_SIZE) {
			rc_claim(0, "data_head is at most a buffer ahead of data_tail");
			tail = head;
		} else {
			for (;;) {
				const int left = (int)(head - tail);
				u64 header, size;

				if (left < 8)
					break;
				header = rc_word_at(tail);
				size = header >> 48;
				if (size < 8 || left < (int)size) {
					rc_claim(0, "a record lies before data_head");
					break;
				}
				expected = rc_take(expected, tail, header);
				tail += size;
			}
		}
		rc_store_tail(&rc_user_page, tail);
	}
	return unused;
}

int main(void)
{
	const struct rc_event_setup setup = { .id = RC_EVENT_ID, .cpu = -1 };
	unsigned long threads[2];
	struct perf_buffer *rb;

	rc_event = rc_new_event(&setup);
	rc_name_block(&rc_ring);
	rc_name_block(&rc_user_page);
	rc_name_block(rc_data);
	rb = rc_new_buffer(1, RC_SET_WATERMARK, 0, 1);
	rc_attach(rc_event, rb);
	pthread_create(&threads[0], NULL, writer, NULL);
	pthread_create(&threads[1], NULL, reader, NULL);
	pthread_join(threads[0], NULL);
	pthread_join(threads[1], NULL);
	return 0;
}
