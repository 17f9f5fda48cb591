/* The program of an overwrite buffer: a task writes backwards over what is there, by the kernel's
 * text, and libperf on another CPU pauses the buffer, reads from the newest record back, and
 * resumes it. */
#include "ring_world.c"
#include "libperf_map.c"

void __VERIFIER_assume(int condition);

/* Steps that the writer's CPU is done with, where a reader waits for a grace period. */
static u64 rc_between;

static void rc_switch_context(u64 steps)
{
	if (!RC_SET_GRACE)
		return;
	smp_mb();
	(rc_store)(&rc_between, sizeof(u64), steps, RC_ONCE);
}

static void *overwriter(void *unused)
{
	for (u64 record = 1; record <= RC_SET_RECORDS; record++) {
		if (RC_SET_GRACE)
			smp_mb();
		rc_write_record(record, RC_SET_PAYLOAD);
		rc_switch_context(record);
	}
	rc_switch_context(RC_SET_RECORDS + 1);
	return unused;
}

/* Waits until the writer's CPU is between two records, or done: synchronize_rcu(). */
static void rc_wait_for_writers(void)
{
	u64 before;

	if (!RC_SET_GRACE)
		return;
	smp_mb();
	before = (rc_load)(&rc_between, sizeof(u64), RC_ONCE);
	if (before != RC_SET_RECORDS + 1)
		__VERIFIER_assume(before < (rc_load)(&rc_between, sizeof(u64), RC_ACQUIRE));
	smp_mb();
}

/* Takes a record that is the first of its round or the one before record `newer`, and newer than
 * record `known`; one that tells of losses has no number. Returns the number of the oldest one now.
 * Nothing branches on what is claimed. */
static u64 rc_take_older(const union perf_event *event, bool first, u64 newer, u64 known)
{
	const u64 header = rc_word_of(event, 0), size = header >> 48;
	const u64 is_lost = header == rc_header(PERF_RECORD_LOST, 24);
	u64 record = 0;

	rc_claim(is_lost | (header == rc_header(PERF_RECORD_SAMPLE, rc_size_of(RC_SET_PAYLOAD))),
		 "a record is whole");
	for (u64 at = 8; at < size; at += 8) {
		const u64 word = rc_word_of(event, at);

		if (at == 8)
			record = word >> 16;
		rc_claim((is_lost & (at == 8 ? word == RC_EVENT_ID : word - 1 < RC_SET_RECORDS)) |
				 ((is_lost ^ 1) & (word == rc_payload(record, at / 8 - 1))),
			 "a record is what was written");
	}
	rc_claim(is_lost | first | (record < newer), "records come from the newest one back");
	rc_claim(is_lost | (known < record), "no record is read in two rounds");
	return is_lost * newer + (is_lost ^ 1) * record;
}

static void *reader(void *unused)
{
	u64 known = 0;

	rc_init_map(true);
	for (unsigned int poll = 0; poll < RC_SET_POLLS; poll++) {
		rc_pause(&rc_ring.buffer, 1);
		rc_wait_for_writers();
		if (perf_mmap__read_init(&rc_user_map) == 0) {
			const u64 head = rc_user_map.start;
			const union perf_event *event;
			u64 record = RC_SET_RECORDS + 1, newest = known;

			for (bool first = true; (event = perf_mmap__read_event(&rc_user_map));
			     first = false) {
				record = rc_take_older(event, first, record, known);
				if (first)
					newest = record;
				rc_rounds++;
			}
			known = newest;
			perf_mmap__read_done(&rc_user_map);
			rc_claim(rc_user_map.prev == head,
				 "data_head stays while the buffer is paused");
		}
		rc_pause(&rc_ring.buffer, 0);
	}
	return unused;
}

int main(void)
{
	const struct rc_event_setup setup = { .id = RC_EVENT_ID, .cpu = -1, .write_backward = 1 };

	rc_make_ring(&setup, 0);
	rc_run(overwriter, reader);
	return 0;
}
