/* What perf's parts for trace units ask for when they prepare a recording. Sizes are compared; how
 * events are opened is not, so most of it is nothing. */
#ifndef RINGCHECK_KERNEL_RECORDING_OPTIONS_H
#define RINGCHECK_KERNEL_RECORDING_OPTIONS_H

/* tools/perf/util/record.h */
struct record_opts {
	bool auxtrace_snapshot_mode, auxtrace_snapshot_on_exit, auxtrace_sample_mode;
	bool full_auxtrace, use_clockid, sample_time_set, record_switch_events, text_poke;
	size_t auxtrace_snapshot_size;
	unsigned int mmap_pages, auxtrace_mmap_pages;
	struct {
		const char *cpu_list;
	} target;
};
#define record_opts__no_switch_events(opts) 1

/* tools/lib/perf/include/internal/lib.h, tools/perf/util/util.h */
#define page_size 4096
extern bool rc_privileged;
#define perf_event_paranoid_check(level) rc_privileged
#define ui__warning(format, ...) rc_silent(__VA_ARGS__)

/* tools/perf/util/evlist.h, evsel.h, parse-events.h, perf_api_probe.h, target.h */
extern struct evsel rc_dummy;
#define evlist__for_each_entry_safe(list, after, evsel) \
	for (evsel = (struct evsel *)(list)->core.first; \
	     evsel && ((after = (struct evsel *)(evsel)->core.next), 1); evsel = after)
#define evlist__to_front(list, evsel) ((void)(list), (void)(evsel))
#define evlist__last(list) ((void)(list), &rc_dummy)
#define evlist__add_aux_dummy(list, system_wide) ((void)(system_wide), &rc_dummy)
#define evlist__add_dummy_on_all_cpus(list) (&rc_dummy)
#define evlist__set_tracking_event(list, evsel) ((void)(evsel))
#define evsel__set_sample_bit(evsel, bit) ((void)(evsel))
#define evsel__reset_sample_bit(evsel, bit) ((void)(evsel))
#define evsel__set_config_if_unset(pmu, evsel, name, value) ((void)(evsel))
#define parse_event(list, text) 0
#define perf_can_record_switch_events() 0
#define perf_can_record_cpu_wide() 0
#define perf_can_record_text_poke_events() 0
#define target__none(target) 1
#define target__has_task(target) 0
#define perf_cpu_map__is_any_cpu_or_is_empty(map) ((map)->any)
#define strstarts(name, start) 1
#define ARM_SPE_PMU_NAME "arm_spe_"

/* tools/perf/arch/x86/util/intel-pt.c, tools/perf/arch/arm/util/cs-etm.c,
 * tools/perf/arch/arm64/util/arm-spe.c: what looks at the configuration of events. */
#define intel_pt_exclude_guest() 0
#define intel_pt_validate_config(pmu, evsel) 0
#define intel_pt_config_sample_mode(pmu, evsel) ((void)(evsel))
#define intel_pt_parse_terms(...) ((void)(tsc_bit = 0))
#define intel_pt_track_switches(list) 0
#define cs_etm_set_sink_attr(pmu, evsel) 0
#define cs_etm_validate_config(pmu, evsel) 0
#define cs_etm_set_option(part, evsel, options) 0
#define arm_spe_set_timestamp(part, evsel) ((void)(evsel))
#define arm_spe_setup_evsel(evsel, cpus) ((void)(evsel))

#endif
