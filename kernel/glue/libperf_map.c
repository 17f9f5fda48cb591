/* libperf's mapping of the buffer, which belongs to the reader's CPU. */
static __thread struct perf_mmap rc_user_map;

static u64 *rc_own_place(const u64 *to)
{
	u64 *place = (u64 *)rc_user_map.event_copy;

	while (place != to)
		place++;
	return place;
}

static void rc_init_map(bool overwrite)
{
	rc_user_map.base = &rc_area.page;
	rc_user_map.mask = RC_DATA_SIZE - 1;
	rc_user_map.overwrite = overwrite;
	/* That of the buffer, and one of an event. */
	refcount_set(&rc_user_map.refcnt, 2);
}

#define rc_load_word(at) (*(at))
/* A record is the address that libperf hands over. */
#define rc_word_of(record, at) rc_load_word((const u64 *)(record) + (at) / 8)
