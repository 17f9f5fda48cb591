/* A reader shaped like libperf's. It looks up once what is there, then takes one record at a time,
 * copies it in pieces if it wraps, and gives it back before the next. Where an acquire load would
 * be a full fence, a fence for loads follows the load of the head.
 */
#include <linux/perf_event.h>
#include <stdint.h>
#include <string.h>

#include "ringcheck/reader.h"

struct map {
  struct perf_event_mmap_page *page;
  char *data;
  uint64_t mask;
  uint64_t start, end;
  char copy[64];
};

static void begin(struct map *map, void *base, size_t page_size, size_t data_size) {
  map->page = base;
  map->data = (char *)base + page_size;
  map->mask = data_size - 1;
  map->start = map->page->data_tail;
  map->end = __atomic_load_n(&map->page->data_head, __ATOMIC_RELAXED);
  __atomic_thread_fence(__ATOMIC_ACQUIRE);
}

static struct perf_event_header *next(struct map *map) {
  if (map->end - map->start < sizeof(struct perf_event_header)) return NULL;
  char *event = map->data + (map->start & map->mask);
  uint64_t left = ((struct perf_event_header *)event)->size;
  if (map->end - map->start < left) return NULL;
  if ((map->start & map->mask) + left > map->mask + 1) {
    uint64_t from = map->start;
    char *to = map->copy;
    while (left > 0) {
      const uint64_t rest = map->mask + 1 - (from & map->mask);
      const uint64_t piece = rest < left ? rest : left;
      memcpy(to, map->data + (from & map->mask), piece);
      from += piece;
      to += piece;
      left -= piece;
    }
    event = map->copy;
  }
  return (struct perf_event_header *)event;
}

void read_events(void *base, size_t page_size, size_t data_size) {
  struct map map;
  struct perf_event_header *event;
  begin(&map, base, page_size, data_size);
  while ((event = next(&map)) != NULL) {
    const size_t size = event->size;
    ringcheck_record(event, size);
    map.start += size;
    __atomic_store_n(&map.page->data_tail, map.start, __ATOMIC_RELEASE);
  }
}
