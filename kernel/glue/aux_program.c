/* The program of scenarios around an AUX area that is drained: a driver opens transactions by the
 * kernel's text, a trace unit or the driver itself stores trace, and a reader on another CPU drains
 * by the perf tool's text. Driver and unit do what those of properties/aux/aux_ring.cpp and
 * trace_engine.cpp do. */

/* ---- The trace unit: an agent of its own, with a thread for each session. ---- */

#if RC_SET_WRITER == 0
#define RC_SESSIONS RC_SET_TRANSACTIONS

/* A doorbell: 0, or where to start and how many units to make at most. */
static u64 rc_unit_go[RC_SESSIONS], rc_unit_made[RC_SESSIONS], rc_unit_done[RC_SESSIONS];

static void *unit(void *number)
{
	const u64 session = (u64)number;
	const u64 command = rc_load(&rc_unit_go[session], sizeof(u64), RC_ACQUIRE);
	u64 made = 0;

	if (command) {
		const u64 first = ((command - 1) >> 8) / RC_UNIT, allowed = (command - 1) & 0xff;

		while (made < RC_SET_MOST && made < allowed && __VERIFIER_nondet_bool())
			made++;
		for (u64 i = 0; i < made; i++)
			rc_store(&rc_area.trace[(first + i) % RC_SET_UNITS], sizeof(u64),
				 rc_trace_unit(session, i), RC_ONCE);
	}
	rc_store(&rc_unit_made[session], sizeof(u64), made, RC_ONCE);
	rc_store(&rc_unit_done[session], sizeof(u64), 1, RC_RELEASE);
	return NULL;
}
#else
#define RC_SESSIONS 0
#endif

/* ---- The driver. ---- */

/* Units that it may have made in the open transaction. */
static u64 rc_granted(void)
{
	const u64 room = rc_handle.size / RC_UNIT;

	return room < RC_SET_MOST ? room : RC_SET_MOST;
}

#if RC_SET_WRITER == 0
/* Starts the unit, and waits for it by DSB, as drivers of SPE and TRBE do. */
static u64 rc_fill(u64 session)
{
	const u64 command = 1 + rc_granted() + (rc_handle.head << 8);

	rc_store(&rc_unit_go[session], sizeof(u64), command, RC_ONCE);
	while (rc_load(&rc_unit_done[session], sizeof(u64), RC_ACQUIRE) != 1)
		;
	rc_order(RC_SMP_MB);
	return rc_load(&rc_unit_made[session], sizeof(u64), RC_ONCE);
}
#else
/* Copies, with what ordering point B has before it closes. */
static u64 rc_fill(u64 transaction)
{
	const u64 units = rc_granted(), first = rc_handle.head / RC_UNIT;

	for (u64 i = 0; i < units; i++)
		rc_area.trace[(first + i) % RC_SET_UNITS] = rc_trace_unit(transaction, i);
#ifndef RC_WITHOUT_ETR_B
	rc_order(RC_SMP_WMB);
#endif
	return units;
}
#endif

/* How many units each session made, four bits each. */
#define RC_LOG_BITS 4
static void *driver(void *unused)
{
	u64 log = 0, session = 0;

	(void)unused;
	for (u64 transaction = 0; transaction < RC_SET_TRANSACTIONS; transaction++) {
		const u64 number = RC_SESSIONS ? session : transaction;
		u64 units;

		if (!perf_aux_output_begin(&rc_handle, rc_event))
			continue;
		units = rc_fill(number);
		session++;
		perf_aux_output_end(&rc_handle, (unsigned long)(units * RC_UNIT));
		log |= units << RC_LOG_BITS * number;
	}
	return (void *)log;
}

/* ---- The reader. ---- */

/* The last unit that was read; from bit 32 on, how many were. */
static __thread u64 rc_taken;
#define RC_TAKEN_SHIFT 32

/* Nothing branches on what is claimed, so that the claims order nothing. */
static void rc_take_unit(u64 word)
{
	const u64 last = rc_taken & 0xffffffff;

	rc_claim((word == last + 1) | (((word & 0xff) == 1) & (word >> 8 > last >> 8)),
		 "a unit of trace is what was written, after the one before it");
	rc_taken = word | (((rc_taken >> RC_TAKEN_SHIFT) + 1) << RC_TAKEN_SHIFT);
}

/* A window of trace, as perf's writer of files gets it: no part is larger than the area, which is said
 * for the sake of searches that take branches before lengths are known. */
static int rc_take_trace(const struct perf_tool *tool, struct mmap *map, union perf_event *event,
			 void *data1, size_t len1, void *data2, size_t len2)
{
	(void)tool;
	(void)map;
	rc_claim(event->auxtrace.offset == RC_SET_START + RC_UNIT * (rc_taken >> RC_TAKEN_SHIFT),
		 "a window of trace starts where the one before it ended");
	for (size_t at = 0; at < RC_AUX_SIZE && at < len1; at += RC_UNIT)
		rc_take_unit(*(u64 *)(data1 + at));
	for (size_t at = 0; at < RC_AUX_SIZE && at < len2; at += RC_UNIT)
		rc_take_unit(*(u64 *)(data2 + at));
	return 0;
}

static u64 rc_reference(struct auxtrace_record *record)
{
	(void)record;
	return 0;
}

/* perf's mapping of the area, which belongs to the reader's CPU. */
static __thread struct mmap rc_user_map;

static void *reader(void *unused)
{
	struct auxtrace_record record = { .reference = rc_reference };
	struct auxtrace_mmap *mm = &rc_user_map.auxtrace_mmap;

	(void)unused;
	mm->base = rc_area.trace;
	mm->userpg = &rc_area.page;
	mm->mask = RC_AUX_SIZE - 1;
	mm->len = RC_AUX_SIZE;
	mm->prev = RC_SET_START;
	for (unsigned int poll = 0; poll < RC_SET_POLLS; poll++)
		auxtrace_mmap__read(&rc_user_map, &record, NULL, (process_auxtrace_t)rc_take_trace);
	return (void *)rc_taken;
}

/* With what units have to be in their order, the last one says that each was the right one. */
static void rc_check_last(u64 log, u64 taken)
{
	const u64 count = taken >> RC_TAKEN_SHIFT, last = taken & 0xffffffff;
	u64 before = 0;

	for (u64 session = 0; session < RC_SET_TRANSACTIONS; session++) {
		const u64 units = log >> RC_LOG_BITS * session & ((1 << RC_LOG_BITS) - 1);

		if (count > before && count <= before + units)
			rc_claim(last == rc_trace_unit(session, count - before - 1),
				 "the last unit of trace that is read is the one that was written there");
		before += units;
	}
	rc_claim(count <= before, "no more trace is read than was made");
}

int main(void)
{
	unsigned long long threads[2 + RC_SESSIONS];
	void *log, *taken;

	rc_make_aux();
	pthread_create(&threads[0], NULL, driver, NULL);
	pthread_create(&threads[1], NULL, reader, NULL);
#if RC_SESSIONS
	for (u64 session = 0; session < RC_SESSIONS; session++)
		pthread_create(&threads[2 + session], NULL, unit, (void *)session);
	for (u64 session = 0; session < RC_SESSIONS; session++)
		pthread_join(threads[2 + session], NULL);
#endif
	pthread_join(threads[0], &log);
	pthread_join(threads[1], &taken);
	rc_check_last((u64)log, (u64)taken);
	return 0;
}
