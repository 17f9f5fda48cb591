/* The program of AUX records in the data ring, beside the head of the AUX area: a driver opens and
 * closes transactions by the kernel's text, which writes a record of each, and a reader on another CPU
 * takes records, and trace by the perf tool's text. What properties/aux/aux_records.cpp does. */

static void *driver(void *unused)
{
	for (u64 transaction = 0; transaction < RC_SET_TRANSACTIONS; transaction++)
		if (perf_aux_output_begin(&rc_handle, rc_event))
			perf_aux_output_end(&rc_handle, RC_UNIT);
	return unused;
}

/* ---- The reader. ---- */

#define rc_data_word(at) rc_load(&rc_area.data[(at) / 8 % RC_DATA_WORDS], sizeof(u64), RC_PLAIN)

/* perf's mapping of the area, which belongs to the reader's CPU. */
static __thread struct mmap rc_user_map;

/* What a record tells of is where the one before it ended. Returns where this one's ends. Nothing
 * branches on what is claimed, so that the claims order nothing. */
static u64 rc_take_record(u64 record, u64 size, u64 told)
{
	u64 words[4] = { 0 };

	for (u64 at = 8; at < size; at += 8) {
		const u64 word = rc_data_word(record + at);

		if (at < sizeof(words))
			words[at / 8] = word;
	}
	rc_claim((size == sizeof(words)) & (words[1] == told) & (words[2] == RC_UNIT),
		 "a record tells of the trace of a transaction, after that of the one before it");
#if RC_SET_BY_RECORD
	rc_claim(words[1] + words[2] <= auxtrace_mmap__read_head(&rc_user_map.auxtrace_mmap, 1),
		 "aux_head covers what a record tells of");
#endif
	return words[1] + words[2];
}

/* As the reader of ring_reader.c: one load of data_head, every whole record, one store of
 * data_tail. */
static void rc_read_records(u64 *tail, u64 *told)
{
	const u64 head = rc_load(&rc_area.page.data_head, sizeof(u64), RC_ACQUIRE);

	for (;;) {
		const int left = (int)(head - *tail);
		u64 size;

		if (left < 8)
			break;
		size = rc_data_word(*tail) >> 48;
		if (size < 8 || left < (int)size) {
			rc_claim(0, "a record lies before data_head");
			break;
		}
		*told = rc_take_record(*tail, size, *told);
		*tail += size;
	}
	rc_store(&rc_area.page.data_tail, sizeof(u64), *tail, RC_RELEASE);
}

/* Nobody looks at the trace itself. */
static int rc_take_trace(const struct perf_tool *tool, struct mmap *map, union perf_event *event,
			 void *data1, size_t len1, void *data2, size_t len2)
{
	(void)tool;
	(void)map;
	(void)event;
	(void)data1;
	(void)len1;
	(void)data2;
	(void)len2;
	return 0;
}

static u64 rc_reference(struct auxtrace_record *record)
{
	(void)record;
	return 0;
}

static void *reader(void *unused)
{
	struct auxtrace_record record = { .reference = rc_reference };
	struct auxtrace_mmap *mm = &rc_user_map.auxtrace_mmap;
	u64 tail = 0, told = 0;

	mm->base = rc_area.trace;
	mm->userpg = &rc_area.page;
	mm->mask = RC_AUX_SIZE - 1;
	mm->len = RC_AUX_SIZE;
	for (unsigned int poll = 0; poll < RC_SET_POLLS; poll++) {
		rc_read_records(&tail, &told);
		if (!RC_SET_BY_RECORD)
			auxtrace_mmap__read(&rc_user_map, &record, NULL, (process_auxtrace_t)rc_take_trace);
	}
	return unused;
}

int main(void)
{
	unsigned long long threads[2];
	u64 told = 0;

	rc_make_aux();
	pthread_create(&threads[0], NULL, driver, NULL);
	pthread_create(&threads[1], NULL, reader, NULL);
	pthread_join(threads[0], NULL);
	pthread_join(threads[1], NULL);
	for (u64 record = 0; record < rc_area.page.data_head; record += 32)
		told += rc_area.data[record / 8 + 2];
	rc_claim(told == rc_area.page.aux_head, "records and aux_head tell of the same trace");
	return 0;
}
