/* A reader shaped like bcc's, before its readers were libbpf's. Head and tail are volatile or
 * plain, and only compiler barriers separate them from the records. The head is loaded again after
 * each record.
 */
#include <linux/perf_event.h>
#include <stdint.h>
#include <string.h>

#include "ringcheck/reader.h"

static uint64_t read_data_head(struct perf_event_mmap_page *page) {
  const uint64_t head = *(volatile __u64 *)&page->data_head;
  __asm__ volatile("" ::: "memory");
  return head;
}

static void write_data_tail(struct perf_event_mmap_page *page, uint64_t tail) {
  __asm__ volatile("" ::: "memory");
  page->data_tail = tail;
}

void read_events(void *base, size_t page_size, size_t data_size) {
  struct perf_event_mmap_page *page = base;
  char *data = (char *)base + page_size;
  char copy[64];
  while (page->data_tail != read_data_head(page)) {
    const uint64_t tail = page->data_tail;
    char *begin = data + tail % data_size;
    const struct perf_event_header *header = (struct perf_event_header *)begin;
    const size_t size = header->size;
    const char *event = begin;
    if (data + (tail + size) % data_size < begin) {
      const size_t first = data + data_size - begin;
      memcpy(copy, begin, first);
      memcpy(copy + first, data, size - first);
      event = copy;
    }
    ringcheck_record(event, size);
    write_data_tail(page, tail + size);
  }
}
