/* A reader shaped like aya's. It loads the head with a volatile load and an acquire fence. It hands
 * records on where they lie; a wrapped one is gathered from two pieces. At the end it writes the
 * tail once, with a full fence and a volatile store.
 */
#include <linux/perf_event.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>

#include "ringcheck/reader.h"

void read_events(void *base, size_t page_size, size_t data_size) {
  struct perf_event_mmap_page *page = base;
  const char *data = (char *)base + page_size;
  char both[64];
  const uint64_t head = *(volatile __u64 *)&page->data_head;
  atomic_thread_fence(memory_order_acquire);
  const uint64_t initial = page->data_tail;
  uint64_t tail = initial;
  while (tail != head) {
    const size_t start = tail % data_size;
    struct perf_event_header header;
    memcpy(&header, data + start, sizeof header);
    tail += header.size;
    if (start + header.size <= data_size) {
      ringcheck_record(data + start, header.size);
      continue;
    }
    const size_t first = data_size - start;
    memcpy(both, data + start, first);
    memcpy(both + first, data, header.size - first);
    ringcheck_record(both, header.size);
  }
  if (tail == initial) return;
  atomic_thread_fence(memory_order_seq_cst);
  *(volatile __u64 *)&page->data_tail = tail;
}
