/* Our C behind perf's reader of AUX areas: an area that it has mapped, a driver, and who takes the
 * trace. */
#include "auxtrace_api.h"

int rc_kernel_is_64_bit;

static struct perf_event_mmap_page *rc_page;
static struct mmap *rc_map;
static struct auxtrace_record *rc_driver;
static struct rc_auxtrace_answers rc_answers;
static struct rc_auxtrace_taken rc_taken;
/* Nobody looks into it. */
static char rc_tool;

static int rc_find_snapshot(struct auxtrace_record *driver, int idx, struct auxtrace_mmap *mm,
			    unsigned char *data, u64 *head, u64 *old)
{
	BUG_ON(driver != rc_driver || mm != &rc_map->auxtrace_mmap || data != mm->base);
	BUG_ON(idx != mm->idx);
	rc_taken.found++;
	*head += rc_answers.head_moves;
	*old += rc_answers.old_moves;
	return rc_answers.find_fails ? -1 : 0;
}

static u64 rc_reference(struct auxtrace_record *driver)
{
	BUG_ON(driver != rc_driver);
	return 0x4ef0;
}

static int rc_finish(struct auxtrace_record *driver, int idx)
{
	BUG_ON(driver != rc_driver || idx != rc_map->auxtrace_mmap.idx);
	rc_taken.finished++;
	return rc_answers.finish_fails ? -5 : 0;
}

static int rc_take(const void *tool, struct mmap *map, union perf_event *event, void *data1,
		   size_t len1, void *data2, size_t len2)
{
	const char *base = rc_map->auxtrace_mmap.base;

	BUG_ON(tool != &rc_tool || map != rc_map);
	rc_taken.taken++;
	rc_taken.type = event->header.type;
	rc_taken.misc = event->header.misc;
	rc_taken.header_size = event->header.size;
	rc_taken.size = event->auxtrace.size;
	rc_taken.offset = event->auxtrace.offset;
	rc_taken.reference = event->auxtrace.reference;
	rc_taken.idx = event->auxtrace.idx;
	rc_taken.tid = event->auxtrace.tid;
	rc_taken.cpu = event->auxtrace.cpu;
	rc_taken.reserved = event->auxtrace.reserved__;
	rc_taken.at1 = (u64)((char *)data1 - base);
	rc_taken.len1 = len1;
	rc_taken.has_second = data2 != NULL;
	rc_taken.at2 = data2 ? (u64)((char *)data2 - base) : 0;
	rc_taken.len2 = len2;
	return rc_answers.take_fails ? -1 : 0;
}

void rc_new_auxtrace(const struct rc_auxtrace_setup *setup)
{
	struct auxtrace_mmap *mm;

	rc_kernel_is_64_bit = setup->kernel_is_64_bit;
	rc_page = kzalloc(sizeof(*rc_page), GFP_KERNEL);
	rc_map = kzalloc(sizeof(*rc_map), GFP_KERNEL);
	rc_driver = kzalloc(sizeof(*rc_driver), GFP_KERNEL);
	rc_driver->find_snapshot = rc_find_snapshot;
	rc_driver->reference = rc_reference;
	rc_driver->read_finish = setup->finishes ? rc_finish : NULL;
	rc_driver->alignment = setup->alignment;
	mm = &rc_map->auxtrace_mmap;
	mm->base = kzalloc(setup->len, GFP_KERNEL);
	mm->userpg = rc_page;
	mm->len = setup->len;
	mm->mask = setup->masked ? setup->len - 1 : 0;
	mm->prev = setup->prev;
	mm->idx = 3;
	mm->tid = 1235;
	mm->cpu = 7;
	rc_page->aux_head = rc_page->aux_tail = setup->prev;
}

u64 *rc_auxtrace_word(enum rc_auxtrace_field field)
{
	switch (field) {
	case RC_AUXTRACE_HEAD: return &rc_page->aux_head;
	case RC_AUXTRACE_TAIL: return &rc_page->aux_tail;
	case RC_AUXTRACE_PREV: return &rc_map->auxtrace_mmap.prev;
	}
	return NULL;
}

int rc_auxtrace_read(const struct rc_auxtrace_answers *answers, int snapshot, u64 most,
		     struct rc_auxtrace_taken *taken)
{
	struct perf_tool *tool = (struct perf_tool *)&rc_tool;
	int result;

	rc_answers = *answers;
	memset(&rc_taken, 0, sizeof(rc_taken));
	result = snapshot ? auxtrace_mmap__read_snapshot(rc_map, rc_driver, tool,
							 (process_auxtrace_t)rc_take, most) :
			    auxtrace_mmap__read(rc_map, rc_driver, tool,
						(process_auxtrace_t)rc_take);
	*taken = rc_taken;
	return result;
}
