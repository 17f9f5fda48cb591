// Where the findings are.
// Tested by tests/kernel/finding_places_test.cpp and `make kernel`.
#include "kernel/findings/finding_places.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "kernel/tree/c_scanner.hpp"

namespace ringcheck {
namespace {

constexpr std::string_view kCore = "kernel/events/core.c";
constexpr std::string_view kRing = "kernel/events/ring_buffer.c";
constexpr std::string_view kBts = "arch/x86/events/intel/bts.c";
constexpr std::string_view kPt = "arch/x86/events/intel/pt.c";
constexpr std::string_view kSpe = "drivers/perf/arm_spe_pmu.c";
constexpr std::string_view kEtr = "drivers/hwtracing/coresight/coresight-tmc-etr.c";
constexpr std::string_view kTrbe = "drivers/hwtracing/coresight/coresight-trbe.c";
constexpr std::string_view kEtb = "drivers/hwtracing/coresight/coresight-etb10.c";
constexpr std::string_view kAuxtrace = "tools/perf/util/auxtrace.c";
constexpr std::string_view kPtTool = "tools/perf/arch/x86/util/intel-pt.c";
constexpr std::string_view kBtsTool = "tools/perf/arch/x86/util/intel-bts.c";
constexpr std::string_view kSpeTool = "tools/perf/arch/arm64/util/arm-spe.c";
constexpr std::string_view kRecord = "tools/perf/builtin-record.c";
constexpr std::string_view kCoreSight = "drivers/hwtracing/coresight/coresight-core.c";
constexpr std::string_view kEtmPerf = "drivers/hwtracing/coresight/coresight-etm-perf.c";
constexpr std::string_view kEtf = "drivers/hwtracing/coresight/coresight-tmc-etf.c";
constexpr std::string_view kIbs = "arch/x86/events/amd/ibs.c";
constexpr std::string_view kDs = "arch/x86/events/intel/ds.c";
constexpr std::string_view kCatu = "drivers/hwtracing/coresight/coresight-catu.c";
constexpr std::string_view kTmc = "drivers/hwtracing/coresight/coresight-tmc-core.c";

constexpr std::array<FindingPlace, 243> kPlaces = {
    FindingPlace{"F-01", kRing, "__perf_output_begin"},
    FindingPlace{"F-01", kRing, "perf_output_put_handle"},
    FindingPlace{"F-02", kRing, "__perf_output_begin"},
    FindingPlace{"F-03", kRing, "perf_output_wakeup"},
    FindingPlace{"F-03", kCore, "perf_poll"},
    FindingPlace{"F-04", kRing, "__perf_output_begin"},
    FindingPlace{"F-04", kRing, "ring_buffer_init"},
    FindingPlace{"F-05", kCore, "perf_poll"},
    FindingPlace{"F-05", kCore, "ring_buffer_wakeup"},
    FindingPlace{"F-06", kRing, "__perf_output_begin"},
    FindingPlace{"F-07", kRing, "__perf_output_begin"},
    FindingPlace{"F-08", kCore, "perf_mmap_close"},
    FindingPlace{"F-09", kRing, "perf_output_get_handle"},
    FindingPlace{"F-09", kRing, "perf_output_put_handle"},
    FindingPlace{"F-10", kEtr, "tmc_update_etr_buffer"},
    FindingPlace{"F-10", kEtr, "tmc_disable_etr_sink"},
    FindingPlace{"F-10", kEtf, "tmc_update_etf_buffer"},
    FindingPlace{"F-10", kEtf, "tmc_disable_etf_sink"},
    FindingPlace{"F-11", kSpe, "arm_spe_pmu_pad_buf"},
    FindingPlace{"F-11", kSpe, "arm_spe_perf_aux_output_end"},
    FindingPlace{"F-11", kTrbe, "trbe_pad_buf"},
    FindingPlace{"F-11", kRing, "perf_aux_output_skip"},
    FindingPlace{"F-11", kRing, "perf_aux_output_end"},
    FindingPlace{"F-12", kBts, "__bts_event_start"},
    FindingPlace{"F-12", kBts, "bts_event_start"},
    FindingPlace{"F-12", kBts, "intel_bts_interrupt"},
    FindingPlace{"F-13", kBts, "intel_bts_interrupt"},
    FindingPlace{"F-13", kBts, "__bts_event_start"},
    FindingPlace{"F-14", kRing, "perf_aux_output_begin"},
    FindingPlace{"F-14", kCore, "perf_pending_irq"},
    FindingPlace{"F-14", kCore, "__perf_event_disable"},
    FindingPlace{"F-14", kCore, "_perf_event_enable"},
    FindingPlace{"F-15", kCore, "ring_buffer_attach"},
    FindingPlace{"F-15", kCore, "perf_pmu_output_stop"},
    FindingPlace{"F-15", kCore, "perf_mmap_close"},
    FindingPlace{"F-15", kCore, "perf_event_set_output"},
    FindingPlace{"F-15", kCore, "__perf_event_output_stop"},
    FindingPlace{"F-16", kRing, "__perf_output_begin"},
    FindingPlace{"F-17", kRing, "__perf_output_begin"},
    FindingPlace{"F-18", kCore, "event_sched_in"},
    FindingPlace{"F-18", kCore, "perf_pmu_output_stop"},
    FindingPlace{"F-18", kCore, "ring_buffer_get"},
    FindingPlace{"F-18", kRing, "perf_aux_output_begin"},
    FindingPlace{"F-19", kCore, "__perf_pmu_output_stop"},
    FindingPlace{"F-19", kCore, "perf_pmu_output_stop"},
    FindingPlace{"F-19", kCore, "perf_mmap"},
    FindingPlace{"F-20", kCore, "ring_buffer_attach"},
    FindingPlace{"F-20", kCore, "perf_pmu_output_stop"},
    FindingPlace{"F-20", kCore, "perf_mmap_close"},
    FindingPlace{"F-21", kEtr, "tmc_disable_etr_sink"},
    FindingPlace{"F-21", kEtr, "tmc_enable_etr_sink_perf"},
    FindingPlace{"F-21", kEtr, "tmc_read_prepare_etr"},
    FindingPlace{"F-22", kRing, "perf_output_wakeup"},
    FindingPlace{"F-22", kCore, "perf_pending_irq"},
    FindingPlace{"F-22", kCore, "ring_buffer_wakeup"},
    FindingPlace{"F-22", kCore, "ring_buffer_attach"},
    FindingPlace{"F-25", kRing, "rb_alloc_aux"},
    FindingPlace{"F-25", kRing, "perf_aux_output_begin"},
    FindingPlace{"F-25", kCore, "perf_mmap"},
    FindingPlace{"F-26", kCore, "perf_mmap"},
    FindingPlace{"F-26", kCore, "perf_mmap_close"},
    FindingPlace{"F-27", kRing, "perf_output_wakeup"},
    FindingPlace{"F-27", kCore, "perf_event_wakeup"},
    FindingPlace{"F-28", kCore, "__perf_event_overflow"},
    FindingPlace{"F-28", kCore, "perf_event_wakeup"},
    FindingPlace{"F-29", kCore, "perf_mmap"},
    FindingPlace{"F-30", kRing, "rb_alloc_aux"},
    FindingPlace{"F-30", kRing, "__rb_free_aux"},
    FindingPlace{"F-30", kRing, "perf_mmap_to_page"},
    FindingPlace{"F-30", kCore, "perf_mmap_fault"},
    FindingPlace{"F-30", kCore, "perf_mmap_close"},
    FindingPlace{"V-38", kCore, "perf_mmap"},
    FindingPlace{"V-38", kCore, "perf_mmap_close"},
    FindingPlace{"V-46", kEtmPerf, "etm_setup_aux"},
    FindingPlace{"V-46", kCoreSight, "coresight_get_sink_by_id"},
    FindingPlace{"D-04", kCore, "perf_output_sample_ustack"},
    FindingPlace{"D-09", kCore, "perf_event_set_output"},
    FindingPlace{"D-10", "tools/lib/perf/mmap.c", "perf_mmap__read"},
    FindingPlace{"D-11", kCore, "perf_event_exit_task_context"},
    FindingPlace{"D-11", kCore, "sync_child_event"},
    FindingPlace{"D-12", kCore, "perf_event_remove_on_exec"},
    FindingPlace{"D-12", kCore, "perf_event_exit_event"},
    FindingPlace{"D-12", kCore, "perf_event_read_event"},
    FindingPlace{"D-13", kCore, "perf_group_attach"},
    FindingPlace{"D-13", kCore, "perf_group_detach"},
    FindingPlace{"D-13", kCore, "perf_promote_sibling_to_leader"},
    FindingPlace{"D-13", kCore, "perf_output_read_group"},
    FindingPlace{"D-14", kCore, "perf_poll"},
    FindingPlace{"D-14", kCore, "is_event_hup"},
    FindingPlace{"D-14", kCore, "merge_sched_in"},
    FindingPlace{"D-15", kRing, "__perf_output_begin"},
    FindingPlace{"D-15", kCore, "perf_event_header__init_id"},
    FindingPlace{"D-16", kCore, "perf_output_sample"},
    FindingPlace{"D-17", kCore, "perf_event_ksymbol_output"},
    FindingPlace{"D-17", kCore, "perf_event_bpf_output"},
    FindingPlace{"D-17", kCore, "perf_event_text_poke_output"},
    FindingPlace{"D-18", "kernel/events/internal.h", "perf_data_size"},
    FindingPlace{"D-18", kRing, "ring_buffer_init"},
    FindingPlace{"D-18", kRing, "__perf_output_begin"},
    FindingPlace{"D-19", kDs, "intel_pmu_drain_bts_buffer"},
    FindingPlace{"F-31", kCore, "_perf_event_reset"},
    FindingPlace{"F-31", kCore, "perf_event_update_userpage"},
    FindingPlace{"V-54", kEtr, "tmc_alloc_etr_buffer"},
    FindingPlace{"V-54", kEtf, "tmc_alloc_etf_buffer"},
    FindingPlace{"V-54", kEtb, "etb_alloc_buffer"},
    FindingPlace{"V-54", kCore, "perf_event_exit_task"},
    FindingPlace{"D-21", kCore, "perf_event_mmap_output"},
    FindingPlace{"D-22", kCore, "perf_prepare_sample"},
    FindingPlace{"D-20", "tools/perf/util/zstd.c", "zstd_compress_stream_to_records"},
    FindingPlace{"V-56", kPt, "pt_config"},
    FindingPlace{"V-56", kBts, "bts_event_start"},
    FindingPlace{"V-56", kCore, "perf_log_itrace_start"},
    FindingPlace{"V-55", kCore, "perf_addr_filter_match"},
    FindingPlace{"F-32", kCore, "__perf_event_overflow"},
    FindingPlace{"F-32", kCore, "perf_pending_irq"},
    FindingPlace{"F-32", kCore, "_perf_event_refresh"},
    FindingPlace{"F-32", kCore, "_perf_event_enable"},
    FindingPlace{"F-33", kRing, "perf_output_wakeup"},
    FindingPlace{"F-33", kCore, "perf_pending_irq"},
    FindingPlace{"V-48", kPt, "pt_event_start"},
    FindingPlace{"V-48", kPt, "pt_config"},
    FindingPlace{"V-48", kPt, "pt_event_snapshot_aux"},
    FindingPlace{"V-49", kIbs, "perf_ibs_init"},
    FindingPlace{"V-50", kDs, "pebs_update_state"},
    FindingPlace{"V-50", kDs, "intel_pmu_pebs_enable"},
    FindingPlace{"V-50", kDs, "intel_pmu_drain_pebs_icl"},
    FindingPlace{"V-51", kRing, "rb_alloc_aux"},
    FindingPlace{"V-57", kRing, "rb_alloc_aux"},
    FindingPlace{"V-57", kRing, "__rb_free_aux"},
    FindingPlace{"V-53", kSpe, "arm_spe_pmu_init"},
    FindingPlace{"V-53", kSpe, "arm_spe_pmu_cpu_teardown"},
    FindingPlace{"V-53", kSpe, "arm_spe_perf_aux_output_end"},
    FindingPlace{"V-58", kEtr, "tmc_pages_alloc"},
    FindingPlace{"V-59", kEtf, "tmc_enable_etf_sink_sysfs"},
    FindingPlace{"V-59", kEtf, "tmc_read_unprepare_etb"},
    FindingPlace{"V-60", kEtb, "etb_set_buffer"},
    FindingPlace{"V-61", kPtTool, "intel_pt_alloc_snapshot_refs"},
    FindingPlace{"V-61", kBtsTool, "intel_bts_alloc_snapshot_refs"},
    FindingPlace{"V-62", kEtr, "tmc_enable_etr_sink_sysfs"},
    FindingPlace{"V-63", kEtr, "tmc_free_etr_buffer"},
    FindingPlace{"V-64", kEtr, "tmc_enable_etr_sink_perf"},
    FindingPlace{"V-64", kEtr, "tmc_update_etr_buffer"},
    FindingPlace{"V-65", kEtr, "tmc_disable_etr_sink"},
    FindingPlace{"V-65", kEtr, "tmc_update_etr_buffer"},
    FindingPlace{"V-66", kAuxtrace, "auxtrace_record__read_finish"},
    FindingPlace{"V-67", kCoreSight, "coresight_enable_path"},
    FindingPlace{"V-67", kCatu, "catu_enable"},
    FindingPlace{"V-68", kCatu, "catu_enable_hw"},
    FindingPlace{"V-69", kCatu, "catu_enable"},
    FindingPlace{"V-69", kEtr, "tmc_etr_get_sysfs_buffer"},
    FindingPlace{"V-70", kEtr, "alloc_etr_buf"},
    FindingPlace{"V-70", kEtr, "tmc_init_etr_sg_table"},
    FindingPlace{"V-71", kEtb, "etb_read"},
    FindingPlace{"V-72", kEtb, "etb_read"},
    FindingPlace{"V-52", kEtr, "tmc_etr_enable_hw"},
    FindingPlace{"V-52", kCatu, "catu_enable_hw"},
    FindingPlace{"D-01", kRing, "__perf_output_begin"},
    FindingPlace{"D-02", kRing, "__perf_output_begin"},
    FindingPlace{"V-01", kRing, "perf_aux_output_begin"},
    FindingPlace{"V-01", kRing, "perf_aux_output_end"},
    FindingPlace{"V-01", kCore, "perf_pending_irq"},
    FindingPlace{"V-02", kRing, "perf_aux_output_begin"},
    FindingPlace{"V-02", kRing, "perf_aux_output_end"},
    FindingPlace{"V-03", kRing, "perf_aux_output_end"},
    FindingPlace{"V-03", kCore, "perf_event_aux_event"},
    FindingPlace{"V-04", kEtr, "tmc_sg_table_sync_data_range"},
    FindingPlace{"V-05", kBts, "bts_buffer_pad_out"},
    FindingPlace{"V-06", kPt, "pt_event_stop"},
    FindingPlace{"V-06", kBts, "bts_event_stop"},
    FindingPlace{"V-07", kPtTool, "intel_pt_first_wrap"},
    FindingPlace{"V-07", kBtsTool, "intel_bts_first_wrap"},
    FindingPlace{"V-08", kPtTool, "intel_pt_find_snapshot"},
    FindingPlace{"V-08", kPtTool, "intel_pt_compare_ref"},
    FindingPlace{"V-09", kSpeTool, "arm_spe_find_snapshot"},
    FindingPlace{"V-10", kAuxtrace, "__auxtrace_mmap__read"},
    FindingPlace{"V-11", kPt, "pt_update_head"},
    FindingPlace{"V-11", kPt, "pt_buffer_advance"},
    FindingPlace{"V-12", kPt, "pt_buffer_reset_offsets"},
    FindingPlace{"V-13", kBts, "intel_bts_interrupt"},
    FindingPlace{"V-14", kCore, "perf_addr_filter_apply"},
    FindingPlace{"V-14", kCore, "perf_addr_filter_match"},
    FindingPlace{"V-14", kPt, "pt_event_addr_filters_sync"},
    FindingPlace{"V-15", kTrbe, "__trbe_normal_offset"},
    FindingPlace{"V-16", kEtb, "etb_update_buffer"},
    FindingPlace{"V-17", "tools/perf/util/mmap.c", "perf_mmap__push"},
    FindingPlace{"V-17", "tools/lib/perf/mmap.c", "__perf_mmap__read_init"},
    FindingPlace{"V-18", kTmc, "tmc_get_memwidth_mask"},
    FindingPlace{"V-19", kTrbe, "trbe_apply_work_around_before_enable"},
    FindingPlace{"V-39", kTrbe, "arm_trbe_update_buffer"},
    FindingPlace{"V-42", kTrbe, "clr_trbe_status"},
    FindingPlace{"V-42", kTrbe, "trbe_get_fault_act"},
    FindingPlace{"V-43", kTrbe, "trbe_get_fault_act"},
    FindingPlace{"V-43", kTrbe, "trbe_handle_spurious"},
    FindingPlace{"V-44", kIbs, "perf_ibs_stop"},
    FindingPlace{"V-44", kIbs, "perf_ibs_handle_irq"},
    FindingPlace{"V-45", kTrbe, "arm_trbe_probe_cpuhp"},
    FindingPlace{"V-45", kTrbe, "arm_trbe_cpu_teardown"},
    FindingPlace{"V-45", kTrbe, "arm_trbe_update_buffer"},
    FindingPlace{"V-45", kCore, "perf_event_exit_cpu"},
    FindingPlace{"V-40", kRing, "perf_aux_output_begin"},
    FindingPlace{"V-40", kCore, "perf_pending_irq"},
    FindingPlace{"V-40", kCore, "event_sched_in"},
    FindingPlace{"V-40", kCore, "event_sched_out"},
    FindingPlace{"V-20", kPt, "pt_buffer_reset_markers"},
    FindingPlace{"V-21", kRecord, "__cmd_record"},
    FindingPlace{"V-41", kRecord, "hit_auxtrace_snapshot_trigger"},
    FindingPlace{"V-22", kRecord, "record__read_auxtrace_snapshot"},
    FindingPlace{"V-22", kAuxtrace, "auxtrace_record__snapshot_finish"},
    FindingPlace{"V-23", kRing, "perf_aux_output_end"},
    FindingPlace{"V-24", kSpe, "arm_spe_perf_aux_output_begin"},
    FindingPlace{"V-25", kPtTool, "intel_pt_wrapped"},
    FindingPlace{"V-25", kBtsTool, "intel_bts_first_wrap"},
    FindingPlace{"V-25", kSpeTool, "arm_spe_buffer_has_wrapped"},
    FindingPlace{"V-26", kCore, "perf_prepare_sample_aux"},
    FindingPlace{"V-26", kCore, "perf_aux_sample_output"},
    FindingPlace{"V-27", kEtr, "tmc_sync_etr_buf"},
    FindingPlace{"V-27", kEtr, "tmc_update_etr_buffer"},
    FindingPlace{"V-28", kSpe, "arm_spe_pmu_buf_get_fault_act"},
    FindingPlace{"V-28", kSpe, "arm_spe_pmu_irq_handler"},
    FindingPlace{"V-29", kEtf, "tmc_enable_etf_link"},
    FindingPlace{"V-29", kEtf, "tmc_disable_etf_link"},
    FindingPlace{"V-29", kEtf, "tmc_disable_etf_sink"},
    FindingPlace{"V-30", kCoreSight, "coresight_control_assoc_ectdev"},
    FindingPlace{"V-30", kCoreSight, "coresight_disable_sink"},
    FindingPlace{"V-31", kCoreSight, "_coresight_build_path"},
    FindingPlace{"V-31", kCoreSight, "coresight_build_path"},
    FindingPlace{"V-34", kEtb, "etb_enable_perf"},
    FindingPlace{"V-34", kEtb, "etb_update_buffer"},
    FindingPlace{"V-73", kCore, "inherit_event"},
    FindingPlace{"V-73", kCore, "perf_event_alloc"},
    FindingPlace{"V-74", kCore, "perf_addr_filters_adjust"},
    FindingPlace{"V-75", kCore, "perf_addr_filter_vma_adjust"},
    FindingPlace{"V-75", kCore, "__perf_addr_filters_adjust"},
    FindingPlace{"V-75", kCore, "perf_addr_filter_apply"},
    FindingPlace{"V-76", kCore, "perf_event_mmap"},
    FindingPlace{"V-77", kCore, "perf_event_parse_addr_filter"},
    FindingPlace{"V-77", kCore, "perf_event_set_addr_filter"},
    FindingPlace{"V-77", kCore, "perf_event_addr_filters_apply"},
    FindingPlace{"V-78", kCore, "perf_event_context_sched_out"},
    FindingPlace{"V-78", kCore, "context_equiv"},
    FindingPlace{"V-79", kCore, "perf_addr_filter_match"},
    FindingPlace{"V-80", kBts, "bts_event_init"},
    FindingPlace{"V-81", kSpe, "arm_spe_pmu_event_init"}};

/// The tokens of a function; none if the file does not have it.
std::vector<std::string> tokens_of(const CText& file, std::string_view function) {
  std::vector<std::string> tokens;
  for (const CItem& item : file.items()) {
    if (item.kind != CItemKind::function || !item.defines(function)) continue;
    CScanner scanner(file.name(), item.text);
    for (CToken token = scanner.next(); token.kind != CTokenKind::end; token = scanner.next())
      tokens.emplace_back(token.text);
  }
  return tokens;
}

}  // namespace

std::span<const FindingPlace> all_finding_places() {
  return kPlaces;
}

std::vector<std::string> changed_places(std::string_view finding, const KernelTree& first,
                                        const KernelTree& tree) {
  std::vector<std::string> changed;
  for (const FindingPlace& place : kPlaces) {
    if (place.finding != finding) continue;
    const std::vector<std::string> left = tokens_of(*first.read(place.file), place.function);
    const std::vector<std::string> right = tokens_of(*tree.read(place.file), place.function);
    if (left.empty() || left != right) changed.emplace_back(place.function);
  }
  return changed;
}

}  // namespace ringcheck
