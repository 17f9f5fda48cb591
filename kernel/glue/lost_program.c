/* The program of records that are lost while nobody reads: a task's never fits, and interrupts of
 * several levels report it. A reader on another CPU looks at data_head alone. */
#include "ring_world.c"

static void *reader(void *unused)
{
	for (unsigned int poll = 0; poll < RC_SET_POLLS; poll++)
		(rc_load)(&rc_area.page.data_head, sizeof(u64), RC_ACQUIRE);
	return unused;
}

/* Looks at all that was written, which fits. */
static void rc_check_lost(void)
{
	const u64 head = rc_area.page.data_head;

	for (u64 at = 0; at < head;) {
		const u64 *record = &rc_area.data[at / 8 % RC_SET_WORDS];

		if (record[0] == rc_header(PERF_RECORD_LOST, 24))
			rc_claim(record[2] != 0, "a record of lost records tells of some");
		if (record[0] >> 48 < 8) {
			rc_claim(0, "a record lies before data_head");
			break;
		}
		at += record[0] >> 48;
	}
}

int main(void)
{
	const struct rc_event_setup setup = { .id = RC_EVENT_ID, .cpu = -1 };

	rc_make_ring(&setup, 1);
	rc_run(writer, reader);
	rc_check_lost();
	return 0;
}
