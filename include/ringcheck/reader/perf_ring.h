/* The program that `ringcheck check --reader FUNCTION` checks: a kernel task that writes records to
 * a small perf buffer, and the user's FUNCTION, which reads them.
 *
 * The writer does what perf_output_begin() and perf_output_end() do without interrupts: the space
 * test against data_tail (ordering point A, a control dependency), a LOST record if earlier records
 * found no space, the words of the record, smp_wmb() (B), and data_head. Source:
 * kernel/events/ring_buffer.c of Linux 6.1, as protocol/ring has it for the scenario perf-ring.
 *
 * When both have ended, the reader is called again until it has taken all that was written.
 *
 * It checks that records are whole and are what was written (publication, no clobber); that each is
 * handed on once and in order, with losses told (exactly once); that sizes match the headers
 * (framing); and that data_tail only moves forward, over what was handed on (tail discipline).
 */
#ifndef RINGCHECK_READER
#error "compiled by `ringcheck check --reader FUNCTION` alone"
#endif

#include <assert.h>
#include <linux/perf_event.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

#include "ringcheck/linux.h"
#include "ringcheck/reader.h"

#ifndef RINGCHECK_RECORDS
#define RINGCHECK_RECORDS 3 /* records that the writer writes */
#endif
#ifndef RINGCHECK_PAYLOAD
#define RINGCHECK_PAYLOAD 2 /* words of a record after its header */
#endif
#ifndef RINGCHECK_WORDS
#define RINGCHECK_WORDS 8 /* of the data area: a power of two */
#endif
#ifndef RINGCHECK_POLLS
#define RINGCHECK_POLLS 2 /* calls of the reader */
#endif

enum {
  ringcheck_page_size = 4096,
  ringcheck_data_size = 8 * RINGCHECK_WORDS,
  ringcheck_record_size = 8 + 8 * RINGCHECK_PAYLOAD,
  ringcheck_lost_size = 24
};

/* What mmap() gives: the page, and the data area after it. */
static struct {
  union {
    struct perf_event_mmap_page page;
    char bytes[ringcheck_page_size];
  } first;
  uint64_t data[RINGCHECK_WORDS];
} ringcheck_buffer __attribute__((aligned(4096)));

/* ---- The writer. ---- */

/* The first word of a record: type, misc, size as they lie in memory. */
static uint64_t ringcheck_header(uint64_t type, uint64_t misc, uint64_t size) {
  return type | misc << 32 | size << 48;
}

static uint64_t ringcheck_word(uint64_t number, uint64_t word) {
  return 0x100 * (number + 1) + word;
}

static uint64_t ringcheck_put(uint64_t at, uint64_t word) {
  ringcheck_buffer.data[at / 8 % RINGCHECK_WORDS] = word;
  return at + 8;
}

static void* ringcheck_writer(void* unused) {
  uint64_t head = 0, lost = 0;
  for (uint64_t number = 0; number < RINGCHECK_RECORDS; ++number) {
    const uint64_t size = ringcheck_record_size + (lost != 0 ? ringcheck_lost_size : 0);
    const uint64_t tail = READ_ONCE(ringcheck_buffer.first.page.data_tail);
    /* As CIRC_SPACE has it: one byte stays free. */
    if (((tail - head - 1) & (ringcheck_data_size - 1)) < size) {
      ++lost;
      continue;
    }
    uint64_t at = head;
    if (lost != 0) {
      at = ringcheck_put(at, ringcheck_header(PERF_RECORD_LOST, 0, ringcheck_lost_size));
      at = ringcheck_put(at, 0);
      at = ringcheck_put(at, lost);
      lost = 0;
    }
    at = ringcheck_put(at, ringcheck_header(PERF_RECORD_SAMPLE, number, ringcheck_record_size));
    for (uint64_t word = 0; word < RINGCHECK_PAYLOAD; ++word)
      at = ringcheck_put(at, ringcheck_word(number, word));
    head = at;
    smp_wmb();
    WRITE_ONCE(ringcheck_buffer.first.page.data_head, head);
  }
  (void)unused;
  return 0;
}

/* ---- What is judged. ---- */

/* What the reader does is not ordered by what is judged here, so that nothing branches on what was
 * read. ringcheck knows these functions. */
#ifdef __cplusplus
extern "C" {
#endif
/* It is an error, called `text`, if `condition` is false. The execution goes on. */
void ringcheck_claim(int condition, const char* text);
/* `condition`, as a number that depends on no load. */
int ringcheck_decide(int condition);
#ifdef __cplusplus
}
#endif

/* Records that can be handed on: those of the writer, and one of losses before each. */
enum { ringcheck_most_records = 2 * RINGCHECK_RECORDS };

/* What the reader has handed on. No other thread sees it, so that it makes no events. */
static __thread int ringcheck_records;    /* how many */
static __thread uint64_t ringcheck_next;  /* number of the record that is due */
static __thread uint64_t ringcheck_taken; /* how many bytes */

/* The same, when the reader's thread ends. */
static struct {
  int records;
  uint64_t next, taken;
} ringcheck_handed_on;

/* The words of a record, after its header. Returns the number of losses that it tells of. */
static uint64_t ringcheck_words(const uint64_t* words, size_t size, uint64_t is_lost) {
  uint64_t lost = 0;
  for (uint64_t word = 1; word <= RINGCHECK_PAYLOAD || word <= 2; ++word) {
    uint64_t value;
    if (!ringcheck_decide(8 * word < size)) break;
    value = words[word];
    if (word == 2) lost = is_lost * value;
    ringcheck_claim(is_lost | (value == ringcheck_word(ringcheck_next, word - 1)),
                    "a record is what was written");
  }
  ringcheck_claim((is_lost ^ 1) | (lost - 1 < RINGCHECK_RECORDS), "losses are what was written");
  return lost;
}

void ringcheck_record(const void* event, size_t size) {
  const uint64_t header = *(const uint64_t*)event;
  const uint64_t is_sample = (uint32_t)header == PERF_RECORD_SAMPLE;
  const uint64_t is_lost = (uint32_t)header == PERF_RECORD_LOST;
  /* A reader that reads what is not there might go on for ever. */
  assert(++ringcheck_records <= ringcheck_most_records &&
         "each record is handed on once, in order");
  ringcheck_claim(is_sample | is_lost, "a record is a sample or tells of losses");
  ringcheck_claim(header >> 48 == size, "the size is that of the header");
  ringcheck_claim(
      (is_sample & (size == ringcheck_record_size)) | (is_lost & (size == ringcheck_lost_size)),
      "a record is whole");
  ringcheck_claim(is_lost | ((uint16_t)(header >> 32) == ringcheck_next),
                  "each record is handed on once, in order");
  ringcheck_next += is_sample + ringcheck_words((const uint64_t*)event, size, is_lost);
  ringcheck_taken += size;
}

static void* ringcheck_polls(void* unused) {
  uint64_t before = 0;
  for (int poll = 0; poll < RINGCHECK_POLLS; ++poll) {
    RINGCHECK_READER(&ringcheck_buffer, ringcheck_page_size, ringcheck_data_size);
    const uint64_t tail = READ_ONCE(ringcheck_buffer.first.page.data_tail);
    ringcheck_claim(tail >= before, "data_tail moves forward");
    ringcheck_claim(tail <= ringcheck_taken, "data_tail passes what was handed on alone");
    before = tail;
  }
  ringcheck_handed_on.records = ringcheck_records;
  ringcheck_handed_on.next = ringcheck_next;
  ringcheck_handed_on.taken = ringcheck_taken;
  (void)unused;
  return 0;
}

/* When both have ended, the reader is called again, now alone, until it has taken all. */
static void ringcheck_take_all(void) {
  const uint64_t head = READ_ONCE(ringcheck_buffer.first.page.data_head);
  ringcheck_records = ringcheck_handed_on.records;
  ringcheck_next = ringcheck_handed_on.next;
  ringcheck_taken = ringcheck_handed_on.taken;
  for (int poll = 0; poll < ringcheck_most_records && ringcheck_taken < head; ++poll)
    RINGCHECK_READER(&ringcheck_buffer, ringcheck_page_size, ringcheck_data_size);
  ringcheck_claim(ringcheck_taken == head, "each record that is written is handed on");
}

int main(void) {
  pthread_t writer, reader;
  ringcheck_buffer.first.page.data_offset = ringcheck_page_size;
  ringcheck_buffer.first.page.data_size = ringcheck_data_size;
  pthread_create(&writer, 0, ringcheck_writer, 0);
  pthread_create(&reader, 0, ringcheck_polls, 0);
  pthread_join(writer, 0);
  pthread_join(reader, 0);
  ringcheck_take_all();
  return 0;
}
