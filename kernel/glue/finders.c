/* Our C behind perf's parts for trace units: areas that are mapped, events, and who takes the
 * trace. */
#include "finders_api.h"

static const struct rc_attr rc_default;
struct perf_pmu rc_pmu = { .name = "trace", .default_config = &rc_default };
bool rc_privileged;
struct evsel rc_dummy;

static struct rc_finders_setup rc_setup;
static struct auxtrace_record *rc_part;
static struct evsel rc_evsels[RC_FINDER_EVENTS];
static struct perf_cpu_map rc_cpus;
static struct perf_cpu_map rc_cpus_of[RC_FINDER_EVENTS];
static struct evlist rc_list;
static struct rc_handed rc_last;
static struct mmap *rc_read_map;
static int rc_take_fails;
static int rc_lacks_pmu, rc_lacks_variable;
/* Nobody looks into it. */
static char rc_tool;

struct perf_pmu *rc_find_pmu(void)
{
	return rc_lacks_pmu ? NULL : &rc_pmu;
}

int rc_set_variable(void)
{
	return rc_lacks_variable ? -1 : 0;
}

int rc_scan_number(int *number)
{
	if (rc_setup.sysfs.multiple < 0)
		return 0;
	*number = rc_setup.sysfs.multiple;
	return 1;
}

u64 rc_format_bits(void)
{
	return rc_setup.sysfs.bits;
}

int rc_ioctl(struct perf_evsel *evsel, int enables, int at)
{
	if (evsel->fails && !--evsel->fails)
		return -EIO;
	evsel->enabled = enables;
	evsel->enabled_at = at;
	return 0;
}

static int rc_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c |= 32;
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : 16;
}

/* stdlib.h strtoull, where the text says what base it has. */
unsigned long long rc_number(const char *text, char **end, int base)
{
	unsigned long long number = 0;

	BUG_ON(base);
	base = 10;
	if (text[0] == '0') {
		base = (text[1] | 32) == 'x' && rc_digit(text[2]) < 16 ? 16 : 8;
		text += base == 16 ? 2 : 0;
	}
	while (rc_digit(*text) < base) {
		const int digit = rc_digit(*text++);

		number = number > (~0ULL - digit) / base ? ~0ULL : number * base + digit;
	}
	*end = (char *)text;
	return number;
}

void rc_copy_bytes(void *to, const void *from, size_t size)
{
	for (size_t i = 0; i < size; i++)
		((u8 *)to)[i] = ((const u8 *)from)[i];
}

/* The only array of a part that grows in place. */
static size_t rc_array_bytes;
void *rc_resize(void *array, size_t bytes)
{
	u8 *larger = kmalloc(bytes, GFP_KERNEL);

	if (!larger)
		return NULL;
	/* A flag that nobody sets is set. */
	for (size_t i = 0; i < bytes; i++)
		larger[i] = 0xff;
	if (array)
		rc_copy_bytes(larger, array, rc_array_bytes < bytes ? rc_array_bytes : bytes);
	kfree(array);
	rc_array_bytes = bytes;
	return larger;
}

static struct auxtrace_record *rc_part_of(enum rc_unit unit, int *error)
{
	switch (unit) {
	case RC_INTEL_PT: return intel_pt_recording_init(error);
	case RC_INTEL_BTS: return intel_bts_recording_init(error);
	case RC_ARM_SPE: return arm_spe_recording_init(error, rc_find_pmu());
	case RC_CS_ETM: return cs_etm_record_init(error);
	}
	return NULL;
}

static struct evlist **rc_list_of(struct auxtrace_record *part)
{
	switch (rc_setup.unit) {
	case RC_INTEL_PT: return &container_of(part, struct intel_pt_recording, itr)->evlist;
	case RC_INTEL_BTS: return &container_of(part, struct intel_bts_recording, itr)->evlist;
	case RC_ARM_SPE: return &container_of(part, struct arm_spe_recording, itr)->evlist;
	case RC_CS_ETM: return &container_of(part, struct cs_etm_recording, itr)->evlist;
	}
	return NULL;
}

int rc_new_finders(const struct rc_finders_setup *setup, int *error)
{
	struct perf_evsel **last = &rc_list.core.first;

	rc_setup = *setup;
	rc_pmu.type = setup->type;
	rc_cpus.any = setup->per_thread;
	rc_list.core.user_requested_cpus = rc_list.core.all_cpus = &rc_cpus;
	*last = NULL;
	for (unsigned int i = 0; i < setup->events; i++) {
		const struct rc_event *event = &setup->event[i];
		struct evsel *evsel = &rc_evsels[i];

		memset(evsel, 0, sizeof(*evsel));
		evsel->core.attr.type = event->type;
		evsel->core.attr.config = event->type == setup->type ? setup->config : ~0ULL;
		evsel->core.enabled = event->enabled;
		evsel->core.enabled_at = event->enabled_at;
		evsel->core.fails = event->fails;
		rc_cpus_of[i] = (struct perf_cpu_map){ 0, event->first, event->end };
		evsel->core.cpus = &rc_cpus_of[i];
		evsel->disabled = event->disabled;
		evsel->aux = event->aux;
		*last = &evsel->core;
		last = &evsel->core.next;
	}
	*error = 0;
	rc_part = rc_part_of(setup->unit, error);
	if (!rc_part)
		return 0;
	rc_part->evlist = *rc_list_of(rc_part) = &rc_list;
	return 1;
}

struct rc_area rc_new_area(unsigned long long len, int masked, int idx)
{
	struct mmap *map = kzalloc(sizeof(*map), GFP_KERNEL);
	struct perf_event_mmap_page *page = kzalloc(sizeof(*page), GFP_KERNEL);
	struct auxtrace_mmap *mm = &map->auxtrace_mmap;

	mm->base = kzalloc(len, GFP_KERNEL);
	mm->userpg = page;
	mm->len = len;
	mm->mask = masked ? len - 1 : 0;
	mm->idx = idx;
	return (struct rc_area){ map, page, mm->base };
}

unsigned long long *rc_area_head(const struct rc_area *area)
{
	return &((struct perf_event_mmap_page *)area->page)->aux_head;
}

unsigned long long *rc_area_tail(const struct rc_area *area)
{
	return &((struct perf_event_mmap_page *)area->page)->aux_tail;
}

unsigned long long *rc_area_previous(const struct rc_area *area)
{
	return &((struct mmap *)area->map)->auxtrace_mmap.prev;
}

int rc_find_snapshot(const struct rc_area *area, int idx, unsigned long long *head,
		     unsigned long long *old)
{
	struct auxtrace_mmap *mm = &((struct mmap *)area->map)->auxtrace_mmap;
	u64 found_head = *head, found_old = *old;
	const int result =
		auxtrace_record__find_snapshot(rc_part, idx, mm, mm->base, &found_head, &found_old);

	*head = found_head;
	*old = found_old;
	return result;
}

static struct rc_remembered rc_pt_remembers(int idx)
{
	const struct intel_pt_recording *pt =
		container_of(rc_part, struct intel_pt_recording, itr);
	struct rc_remembered known = { pt->snapshot_init_done, 0, pt->snapshot_ref_buf_size,
				       (unsigned int)pt->snapshot_ref_cnt };

	if (idx < pt->snapshot_ref_cnt) {
		known.wrapped = pt->snapshot_refs[idx].wrapped;
		known.offset = pt->snapshot_refs[idx].ref_offset;
		known.copy = pt->snapshot_refs[idx].ref_buf;
	}
	return known;
}

static struct rc_remembered rc_bts_remembers(int idx)
{
	const struct intel_bts_recording *bts =
		container_of(rc_part, struct intel_bts_recording, itr);
	struct rc_remembered known = { 0, 0, 0, (unsigned int)bts->snapshot_ref_cnt };

	if (idx < bts->snapshot_ref_cnt) {
		known.wrapped = bts->snapshot_refs[idx].wrapped;
		known.offset = bts->snapshot_refs[idx].ref_offset;
		known.copy = bts->snapshot_refs[idx].ref_buf;
	}
	return known;
}

static struct rc_remembered rc_spe_remembers(int idx)
{
	const struct arm_spe_recording *spe = container_of(rc_part, struct arm_spe_recording, itr);
	struct rc_remembered known = { 0, 0, 0, (unsigned int)spe->wrapped_cnt };

	if (idx < spe->wrapped_cnt)
		known.wrapped = spe->wrapped[idx];
	return known;
}

struct rc_remembered rc_remembered_of(int idx)
{
	switch (rc_setup.unit) {
	case RC_INTEL_PT: return rc_pt_remembers(idx);
	case RC_INTEL_BTS: return rc_bts_remembers(idx);
	case RC_ARM_SPE: return rc_spe_remembers(idx);
	case RC_CS_ETM: break;
	}
	return (struct rc_remembered){ 0 };
}

static int rc_take(const void *tool, struct mmap *map, union perf_event *event, void *data1,
		   size_t len1, void *data2, size_t len2)
{
	const char *base = map->auxtrace_mmap.base;

	BUG_ON(tool != &rc_tool || map != rc_read_map);
	rc_last = (struct rc_handed){ event->auxtrace.size,
				      event->auxtrace.offset,
				      event->auxtrace.reference,
				      (u64)((char *)data1 - base),
				      len1,
				      data2 ? (u64)((char *)data2 - base) : 0,
				      len2,
				      event->auxtrace.idx,
				      rc_last.records + 1,
				      data2 != NULL };
	return rc_take_fails ? -1 : 0;
}

int rc_read_area(const struct rc_area *area, int snapshot, unsigned long long most, int take_fails,
		 struct rc_handed *handed)
{
	struct perf_tool *tool = (struct perf_tool *)&rc_tool;
	int result;

	rc_take_fails = take_fails;
	rc_read_map = area->map;
	memset(&rc_last, 0, sizeof(rc_last));
	result = snapshot ? auxtrace_mmap__read_snapshot(rc_read_map, rc_part, tool,
							 (process_auxtrace_t)rc_take, most) :
			    auxtrace_mmap__read(rc_read_map, rc_part, tool,
						(process_auxtrace_t)rc_take);
	*handed = rc_last;
	return result;
}

int rc_start_snapshot(void)
{
	return auxtrace_record__snapshot_start(rc_part);
}

int rc_finish_snapshot(int on_exit)
{
	return auxtrace_record__snapshot_finish(rc_part, on_exit);
}

struct rc_event rc_event_at(unsigned int index)
{
	const struct evsel *evsel = &rc_evsels[index];

	return (struct rc_event){ evsel->core.attr.type, evsel->aux, evsel->core.enabled,
				  evsel->disabled, evsel->core.enabled_at, evsel->core.fails,
				  evsel->core.cpus->first, evsel->core.cpus->end };
}

void rc_fail_ioctl(unsigned int index, unsigned int fails)
{
	rc_evsels[index].core.fails = fails;
	rc_evsels[index].core.enabled_at = -1;
}

int rc_ask_for_snapshots(const char *text)
{
	struct record_opts opts = { 0 };

	return auxtrace_parse_snapshot_options(rc_part, &opts, text);
}

int rc_parse_options(const char *text, struct rc_snapshot_options *options)
{
	struct record_opts opts = { 0 };
	int error = 0;
	struct auxtrace_record *part = rc_part_of(rc_setup.unit, &error);
	const int result = auxtrace_parse_snapshot_options(part, &opts, text);

	*options = (struct rc_snapshot_options){ opts.auxtrace_snapshot_mode,
						 opts.auxtrace_snapshot_on_exit,
						 opts.auxtrace_snapshot_size };
	(part->free)(part);
	return result;
}

/* Whether a part has all that perf asks it for, but for finding snapshots. */
static int rc_is_whole(const struct auxtrace_record *part)
{
	return part->recording_options && part->info_priv_size && part->info_fill && part->free &&
	       part->snapshot_start && part->snapshot_finish && part->parse_snapshot_options &&
	       part->reference && part->read_finish;
}

struct rc_part rc_part_that_lacks(int pmu, int variable, int error)
{
	struct rc_part made = { .error = error };
	struct auxtrace_record *part;

	rc_lacks_pmu = pmu;
	rc_lacks_variable = variable;
	part = rc_part_of(rc_setup.unit, &made.error);
	rc_lacks_pmu = rc_lacks_variable = 0;
	if (!part)
		return made;
	made.made = 1;
	made.whole = rc_is_whole(part);
	made.finds = part->find_snapshot != NULL;
	made.alignment = part->alignment;
	made.sample_size = part->default_aux_sample_size;
	(part->free)(part);
	return made;
}

unsigned long long rc_copied_of(unsigned long long snapshot, const struct rc_sysfs *sysfs,
				unsigned long long config, unsigned long long len)
{
	const struct rc_sysfs kept_sysfs = rc_setup.sysfs;
	struct evsel evsel = { .core = { .attr = { .type = rc_pmu.type, .config = config } } };
	struct evlist list = { .core = { .first = &evsel.core } };
	struct intel_pt_recording other = { .intel_pt_pmu = &rc_pmu,
					    .evlist = &list,
					    .snapshot_size = snapshot };
	unsigned long long bytes;

	rc_setup.sysfs = *sysfs;
	bytes = intel_pt_snapshot_ref_buf_size(&other, len);
	rc_setup.sysfs = kept_sysfs;
	return bytes;
}

int rc_resolve_sizes(int snapshot, int privileged, struct rc_sizes *sizes)
{
	struct perf_cpu_map threads = { .any = 1 };
	struct evsel evsel = { .core = { .attr = { .type = rc_pmu.type } }, .aux = 1 };
	struct evlist list = { .core = { .first = &evsel.core, .user_requested_cpus = &threads } };
	struct record_opts opts = { .auxtrace_snapshot_mode = snapshot,
				    .auxtrace_snapshot_size = sizes->snapshot,
				    .mmap_pages = sizes->data_pages ? sizes->data_pages : UINT_MAX,
				    .auxtrace_mmap_pages = sizes->aux_pages };
	int error = 0, result;
	struct auxtrace_record *part = rc_part_of(rc_setup.unit, &error);

	rc_privileged = privileged;
	result = part->recording_options(part, &list, &opts);
	*sizes = (struct rc_sizes){ opts.auxtrace_snapshot_size, opts.auxtrace_mmap_pages,
				    opts.mmap_pages == UINT_MAX ? 0 : opts.mmap_pages };
	(part->free)(part);
	return result;
}

int rc_copy_differs(void *copy, unsigned long long offset, unsigned long long size,
	       const struct rc_area *area, unsigned long long len, unsigned long long head)
{
	return intel_pt_compare_ref(copy, offset, size, len, area->data, head);
}

void rc_free_finders(void)
{
	(rc_part->free)(rc_part);
	rc_part = NULL;
}
