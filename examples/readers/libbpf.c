/* A reader shaped like that of libbpf's perf buffers. It loads the head with acquire, takes all
 * records up to it (a wrapped one in two pieces), and stores the tail once, with release.
 */
#include <linux/perf_event.h>
#include <stdint.h>
#include <string.h>

#include "ringcheck/reader.h"

void read_events(void *base, size_t page_size, size_t data_size) {
  struct perf_event_mmap_page *page = base;
  char *data = (char *)base + page_size;
  char copy[64];
  const uint64_t head = __atomic_load_n(&page->data_head, __ATOMIC_ACQUIRE);
  uint64_t tail = page->data_tail;
  while (tail != head) {
    const size_t at = tail & (data_size - 1);
    void *event = data + at;
    const size_t size = ((struct perf_event_header *)event)->size;
    if (at + size > data_size) {
      const size_t first = data_size - at;
      memcpy(copy, event, first);
      memcpy(copy + first, data, size - first);
      event = copy;
    }
    ringcheck_record(event, size);
    tail += size;
  }
  __atomic_store_n(&page->data_tail, tail, __ATOMIC_RELEASE);
}
