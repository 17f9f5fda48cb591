/* A reader shaped like cilium/ebpf's. Head and tail are Go atomics, which are sequentially
 * consistent. A read stops at the end of the area, so a wrapped record takes several. The header is
 * read first, then the rest; the tail is stored after each record.
 */
#include <linux/perf_event.h>
#include <stdint.h>
#include <string.h>

#include "ringcheck/reader.h"

struct ring {
  struct perf_event_mmap_page *page;
  char *data;
  uint64_t head, tail, size;
};

static size_t read_some(struct ring *ring, char *to, size_t bytes) {
  const uint64_t start = ring->tail & (ring->size - 1);
  if (bytes > ring->size - start) bytes = ring->size - start;
  if (bytes > ring->head - ring->tail) bytes = ring->head - ring->tail;
  memcpy(to, ring->data + start, bytes);
  ring->tail += bytes;
  return bytes;
}

static int read_full(struct ring *ring, char *to, size_t bytes) {
  while (bytes > 0) {
    const size_t n = read_some(ring, to, bytes);
    if (n == 0) return 0;
    to += n;
    bytes -= n;
  }
  return 1;
}

void read_events(void *base, size_t page_size, size_t data_size) {
  struct ring ring = {base, (char *)base + page_size, 0, 0, data_size};
  char record[64];
  ring.head = __atomic_load_n(&ring.page->data_head, __ATOMIC_SEQ_CST);
  ring.tail = __atomic_load_n(&ring.page->data_tail, __ATOMIC_SEQ_CST);
  while (read_full(&ring, record, sizeof(struct perf_event_header))) {
    const size_t size = ((struct perf_event_header *)record)->size;
    if (!read_full(&ring, record + sizeof(struct perf_event_header),
                   size - sizeof(struct perf_event_header)))
      return;
    ringcheck_record(record, size);
    __atomic_store_n(&ring.page->data_tail, ring.tail, __ATOMIC_SEQ_CST);
  }
}
