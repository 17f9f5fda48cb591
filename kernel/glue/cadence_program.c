/* The program of a reader of an AUX area that sleeps until a watermark is passed: a driver moves
 * aux_head by the kernel's text, by ends and by skips, interrupt work of its CPU wakes the reader, and
 * that drains by the perf tool's text. What properties/aux/aux_cadence.cpp does. */

/* A transaction of one unit, which is made or passed over, with interrupts disabled. */
static void rc_move_head(bool skips)
{
	if (!perf_aux_output_begin(&rc_handle, rc_event))
		return;
	if (skips)
		perf_aux_output_skip(&rc_handle, RC_UNIT);
	perf_aux_output_end(&rc_handle, skips ? 0 : RC_UNIT);
}

static void *driver(void *unused)
{
	rc_raised = NULL;
	rc_nmis_left = 0;
	for (u64 transaction = 0; transaction < RC_SET_TRANSACTIONS; transaction++) {
		if (transaction)
			rc_interrupt_point();
		rc_level = 3;
		rc_move_head(RC_SET_SKIPS && transaction % 2 == 1);
		rc_level = 0;
	}
	rc_take_raised_interrupts();
	return unused;
}

static void *reader(void *unused)
{
	struct auxtrace_mmap mm = { .userpg = &rc_area.page };

	for (unsigned int poll = 0; poll < RC_SET_POLLS && rc_wait_for_records(); poll++)
		auxtrace_mmap__write_tail(&mm, auxtrace_mmap__read_head(&mm, 1), 1);
	return unused;
}

int main(void)
{
	unsigned long long threads[2];

	rc_level = 3;
	rc_make_aux();
	pthread_create(&threads[0], NULL, driver, NULL);
	pthread_create(&threads[1], NULL, reader, NULL);
	pthread_join(threads[0], NULL);
	pthread_join(threads[1], NULL);
	if (rc_asleep && !rc_triggered)
		rc_claim(rc_area.page.aux_head / RC_BETWEEN_WAKEUPS ==
				 rc_area.page.aux_tail / RC_BETWEEN_WAKEUPS,
			 "nobody sleeps for ever who has a watermark of trace to read");
	return 0;
}
