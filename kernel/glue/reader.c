/* Our C behind libperf's reader: a buffer that it has mapped. */
#include "reader_api.h"

static struct mmap *rc_mapped;
static struct perf_mmap *rc_map; /* of it */
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
	rc_mapped = kzalloc(sizeof(*rc_mapped), GFP_KERNEL);
	rc_map = &rc_mapped->core;
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

/* tools/perf/builtin-record.c record__pushfn: the host writes, or does not. */
static int rc_write_file(struct mmap *map, void *to, void *at, size_t size)
{
	BUG_ON(map != rc_mapped || to != rc_base);
	rc_ask("written from", (char *)at - rc_base - page_size);
	return (int)rc_ask("written", (long long)size);
}
int rc_reader_push(void)
{
	return perf_mmap__push(rc_mapped, rc_base, rc_write_file);
}
