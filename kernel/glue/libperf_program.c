/* The program of scenarios around a data ring whose reader is libperf's: the loop that
 * perf_mmap__read_event shows, with claims on what it hands over. */
#include "ring_world.c"
#include "libperf_map.c"
#include "ring_claims.c"

static void *reader(void *unused)
{
	u64 known = RC_KNOWN_AT_FIRST;
	union perf_event *event;

	rc_init_map(false);
	for (unsigned int poll = 0; poll < RC_SET_POLLS; poll++) {
		if (perf_mmap__read_init(&rc_user_map))
			continue;
		while ((event = perf_mmap__read_event(&rc_user_map))) {
			known = rc_take(known, (u64)event, rc_word_of(event, 0));
			perf_mmap__consume(&rc_user_map);
			rc_rounds++;
		}
	}
	return unused;
}

int main(void)
{
	const struct rc_event_setup setup = { .id = RC_EVENT_ID, .cpu = -1 };

	rc_make_ring(&setup, 1);
	rc_run(writer, reader);
	return 0;
}
