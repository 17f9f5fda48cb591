/* A reader shaped like the perf-event crate's: one record per call. It loads the tail before the
 * head. A view of all that is there, in one or two pieces, is cut down to the first record. The
 * tail is stored with release when the record is dropped.
 */
#include <linux/perf_event.h>
#include <stdint.h>
#include <string.h>

#include "ringcheck/reader.h"

struct view {
  const char *pieces[2];
  size_t sizes[2];
};

static void take(struct view *view, char *to, size_t bytes) {
  for (int p = 0; p < 2 && bytes > 0; ++p) {
    const size_t n = view->sizes[p] < bytes ? view->sizes[p] : bytes;
    memcpy(to, view->pieces[p], n);
    view->pieces[p] += n;
    view->sizes[p] -= n;
    to += n;
    bytes -= n;
  }
}

static int next_record(struct perf_event_mmap_page *page) {
  const uint64_t tail = page->data_tail;
  const uint64_t head = __atomic_load_n(&page->data_head, __ATOMIC_ACQUIRE);
  if (tail == head) return 0;
  const uint64_t size = page->data_size;
  const char *data = (const char *)page + page->data_offset;
  const size_t from = tail % size, to = head % size;
  struct view view = {{data + from, data}, {to > from ? to - from : size - from, to > from ? 0 : to}};
  char record[64];
  struct perf_event_header header;
  take(&view, (char *)&header, sizeof header);
  memcpy(record, &header, sizeof header);
  take(&view, record + sizeof header, header.size - sizeof header);
  ringcheck_record(record, header.size);
  __atomic_store_n(&page->data_tail, tail + header.size, __ATOMIC_RELEASE);
  return 1;
}

void read_events(void *base, size_t page_size, size_t data_size) {
  (void)page_size;
  (void)data_size;
  while (next_record(base)) {
  }
}
