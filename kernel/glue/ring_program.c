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
#define rc_size_of(payload) (8 * (1 + (payload)))
/* The number of an interrupt's records follows those of the task's. */
#define RC_OF_INTERRUPT (RC_SET_RECORDS + 1)
#ifndef RC_INTERRUPTS
#define RC_SET_INTERRUPT_PAYLOAD RC_SET_PAYLOAD
#define RC_SET_INTERRUPTS 0
#endif
#define RC_EVENT_ID 77

/* Ordering points of the reader. */
#ifndef RC_WITHOUT_C
#define RC_C RC_ACQUIRE
#else
#define RC_C RC_ONCE
#endif
#ifndef RC_WITHOUT_D
#define RC_D RC_RELEASE
#else
#define RC_D RC_ONCE
#endif
#define rc_load_head(page) (rc_load)(&(page)->data_head, sizeof(u64), RC_C)
#define rc_store_tail(page, tail) (rc_store)(&(page)->data_tail, sizeof(u64), tail, RC_D)
#define rc_load_word(at) (rc_load)(at, sizeof(u64), RC_MARKED_DATA ? RC_ONCE : RC_PLAIN)

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

/* The most payload that the scenario's parameters allow. */
#define RC_MOST_PAYLOAD 8

static void rc_write_record(u64 record, u64 payload)
{
	struct perf_output_handle handle;
	struct perf_sample_data data;
	u64 words[1 + RC_MOST_PAYLOAD];
	const unsigned int size = rc_size_of(payload);

	if (perf_output_begin(&handle, &data, rc_event, size))
		return;
	words[0] = rc_header(PERF_RECORD_SAMPLE, size);
	for (u64 word = 0; word < payload; word++)
		words[1 + word] = rc_payload(record, word);
	perf_output_copy(&handle, words, size);
	perf_output_end(&handle);
}

#ifdef RC_INTERRUPTS
/* ---- An interrupt of the task's CPU. ---- */

_Bool __VERIFIER_nondet_bool(void);

/* Known to the writer's CPU alone. */
static __thread unsigned int rc_interrupts_left;
static __thread bool rc_in_interrupt;

void rc_interrupt_point(void)
{
	if (!rc_interrupts_left || rc_in_interrupt || !__VERIFIER_nondet_bool())
		return;
	rc_interrupts_left--;
	rc_in_interrupt = true;
	rc_write_record(RC_OF_INTERRUPT, RC_SET_INTERRUPT_PAYLOAD);
	rc_in_interrupt = false;
}
#endif

static void *writer(void *unused)
{
#ifdef RC_INTERRUPTS
	rc_interrupts_left = RC_SET_INTERRUPTS;
#endif
	for (u64 record = 1; record <= RC_SET_RECORDS; record++)
		rc_write_record(record, RC_SET_PAYLOAD);
	rc_interrupt_point();
	return unused;
}

/* ---- The reader. ---- */

static u64 rc_word_at(u64 offset)
{
	return rc_load_word(&rc_data[offset / 8 % RC_SET_WORDS]);
}

/* What a reader knows of what was written, in one word, which stays in a register: the number of
 * the task's record that is to come, if none is lost; from bit 16 on, how many were told to be lost
 * and are not accounted for; from bit 32 on, how many of interrupts may still come. */
#define RC_LOST_SHIFT 16
#define RC_INTERRUPT_SHIFT 32
#define RC_KNOWN_AT_FIRST (1 + ((u64)RC_SET_INTERRUPTS << RC_INTERRUPT_SHIFT))

/* Takes the record at `offset`, which starts with `header`. Returns what is known after it. Nothing
 * branches on what is claimed, so that the claims order nothing. */
static u64 rc_take(u64 known, u64 offset, u64 header)
{
	const u64 size = header >> 48;
	const u64 next = known & 0xffff, told = known >> RC_LOST_SHIFT & 0xffff;
	const u64 is_lost = header == rc_header(PERF_RECORD_LOST, 24);
	const u64 is_sample = (header == rc_header(PERF_RECORD_SAMPLE, rc_size_of(RC_SET_PAYLOAD))) |
			      (header == rc_header(PERF_RECORD_SAMPLE,
						   rc_size_of(RC_SET_INTERRUPT_PAYLOAD)));
	u64 record = next + told, lost = 0, is_interrupt, is_task, skipped;

	rc_claim(is_lost | is_sample, "a record is whole");
	for (u64 at = 8; at < size; at += 8) {
		const u64 word = rc_word_at(offset + at);

#ifdef RC_INTERRUPTS
		/* Whose record it is: else what is to come is known without it. */
		if (at == 8)
			record = word >> 16;
#endif
		if (at == 16)
			lost = word;
		rc_claim((is_sample & (word == rc_payload(record, at / 8 - 1))) |
				 (is_lost & (at == 8 ? word == RC_EVENT_ID :
						       word - 1 < RC_OF_INTERRUPT)),
			 "a record is what was written");
	}
	is_interrupt = is_sample & (record == RC_OF_INTERRUPT);
	is_task = is_sample - is_interrupt;
	skipped = record - next;
	rc_claim(is_interrupt <= known >> RC_INTERRUPT_SHIFT,
		 "no more records of interrupts are read than were written");
	/* What an interrupt lost may be told of as well. */
	rc_claim((is_task ^ 1) | (skipped == told) | ((RC_SET_INTERRUPTS != 0) & (skipped < told)),
		 "each record is read once, in order, or told to be lost");
	return known + is_task * (1 + skipped - (skipped << RC_LOST_SHIFT)) +
	       (is_lost * lost << RC_LOST_SHIFT) - (is_interrupt << RC_INTERRUPT_SHIFT);
}

static void *reader(void *unused)
{
	u64 known = RC_KNOWN_AT_FIRST, tail = 0;

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
				known = rc_take(known, tail, header);
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
