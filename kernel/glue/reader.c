/* Our C behind libperf's reader: a buffer that it has mapped. */
#include "reader_api.h"

static struct perf_mmap *rc_map;
static char *rc_base;
static u64 rc_unmapped_bytes;
static int rc_told;

void rc_unmapped(void *at, size_t bytes)
{
	BUG_ON(at != rc_base);
	rc_unmapped_bytes += bytes;
}

static void rc_unmap_told(struct perf_mmap *map)
{
	(void)map;
	rc_told++;
}

void rc_new_reader(unsigned int bytes, int overwrite, unsigned long long flush, int references)
{
	rc_map = kzalloc(sizeof(*rc_map), GFP_KERNEL);
	rc_base = kzalloc(page_size + bytes, GFP_KERNEL);
	rc_map->base = rc_base;
	rc_map->mask = (int)bytes - 1;
	rc_map->overwrite = overwrite != 0;
	rc_map->flush = flush;
	rc_map->unmap_cb = rc_unmap_told;
	refcount_set(&rc_map->refcnt, references);
	rc_unmapped_bytes = 0;
	rc_told = 0;
}

u64 *rc_reader_word(enum rc_reader_field field)
{
	struct perf_event_mmap_page *page = (struct perf_event_mmap_page *)rc_base;

	switch (field) {
	case RC_READER_DATA_HEAD: return &page->data_head;
	case RC_READER_DATA_TAIL: return &page->data_tail;
	case RC_READER_AUX_SIZE: return &page->aux_size;
	case RC_READER_PREV: return &rc_map->prev;
	case RC_READER_START: return &rc_map->start;
	case RC_READER_END: return &rc_map->end;
	case RC_READER_FIELDS: break;
	}
	return NULL;
}

void *rc_reader_data(void)
{
	return rc_base + page_size;
}

int rc_reader_references(void)
{
	return (int)refcount_read(&rc_map->refcnt);
}

u64 rc_reader_unmapped(void)
{
	return rc_unmapped_bytes;
}

int rc_reader_told(void)
{
	return rc_told;
}

int rc_reader_init(void)
{
	return perf_mmap__read_init(rc_map);
}

const void *rc_reader_next(void)
{
	return perf_mmap__read_event(rc_map);
}

void rc_reader_consume(void)
{
	perf_mmap__consume(rc_map);
}

void rc_reader_done(void)
{
	perf_mmap__read_done(rc_map);
}
