/* The program that `ringcheck check --reader FUNCTION` checks: a kernel task that writes records to
 * a small perf buffer, and the user's FUNCTION, which reads them.
 *
 * The writer does what perf_output_begin() and perf_output_end() do without interrupts: the space
 * test against data_tail (ordering point A, a control dependency), a LOST record if earlier records
 * found no space, the words of the record, smp_wmb() (B), and data_head. Source:
 * kernel/events/ring_buffer.c of Linux 6.1, as protocol/ring has it for the scenario perf-ring.
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

static void *ringcheck_writer(void *unused) {
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

static uint64_t ringcheck_next;  /* number of the record that is due */
static uint64_t ringcheck_taken; /* bytes that were handed on */

void ringcheck_record(const void *event, size_t size) {
  const struct perf_event_header *header = (const struct perf_event_header *)event;
  const uint64_t *words = (const uint64_t *)event;
  const uint32_t type = header->type;
  assert(type == PERF_RECORD_SAMPLE || type == PERF_RECORD_LOST);
  assert(header->size == size && "the size is that of the header");
  if (type == PERF_RECORD_LOST) {
    assert(size == ringcheck_lost_size && "a record is whole");
    assert(words[2] > 0 && words[2] <= RINGCHECK_RECORDS && "losses are what was written");
    ringcheck_next += words[2];
  } else {
    assert(size == ringcheck_record_size && "a record is whole");
    assert(header->misc == ringcheck_next && "each record is handed on once, in order");
    for (uint64_t word = 0; word < RINGCHECK_PAYLOAD; ++word)
      assert(words[word + 1] == ringcheck_word(ringcheck_next, word) &&
             "a record is what was written");
    ++ringcheck_next;
  }
  ringcheck_taken += size;
}

static void *ringcheck_polls(void *unused) {
  uint64_t before = 0;
  for (int poll = 0; poll < RINGCHECK_POLLS; ++poll) {
    RINGCHECK_READER(&ringcheck_buffer, ringcheck_page_size, ringcheck_data_size);
    const uint64_t tail = READ_ONCE(ringcheck_buffer.first.page.data_tail);
    assert(tail >= before && "data_tail moves forward");
    assert(tail <= ringcheck_taken && "data_tail passes what was handed on alone");
    before = tail;
  }
  (void)unused;
  return 0;
}

int main(void) {
  pthread_t writer, reader;
  ringcheck_buffer.first.page.data_offset = ringcheck_page_size;
  ringcheck_buffer.first.page.data_size = ringcheck_data_size;
  pthread_create(&writer, 0, ringcheck_writer, 0);
  pthread_create(&reader, 0, ringcheck_polls, 0);
  pthread_join(writer, 0);
  pthread_join(reader, 0);
  return 0;
}
