// Tested by tests/cli/original_function_test.cpp.
#include "cli/original_function.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "explore/callers.hpp"
#include "properties/core/area.hpp"

namespace ringcheck {

namespace {

/// A name of the specification, and the function of the text that it specifies.
using Name = std::pair<std::string_view, std::string_view>;

/// Parts of a function that have names of their own, and functions with other names.
constexpr Name kParts[] = {
    {"load_tail", "__perf_output_begin"},
    {"move_head", "__perf_output_begin"},
    {"load_write_position", "__perf_output_begin"},
    {"reserve", "__perf_output_begin"},
    {"begin_in_scope", "__perf_output_begin"},
    {"refuse", "__perf_output_begin"},
    {"refuse_paused", "__perf_output_begin"},
    {"perf_output_lost", "__perf_output_begin"},
    {"count_lost_sample", "__perf_output_begin"},
    {"perf_output_begin", "__perf_output_begin"},
    {"load_stamp", "perf_output_get_handle"},
    {"count_sample", "perf_output_sample"},
    {"output_whole_word", "__output_copy"},
    {"publish_head", "perf_output_put_handle"},
    {"store_head_in_two", "perf_output_put_handle"},
    {"load_position", "perf_output_put_handle"},
    {"publish_round", "perf_output_put_handle"},
    {"queue_wakeup", "perf_output_wakeup"},
    {"read_head", "ring_buffer_read_head"},
    {"perf_head_sample", "ring_buffer_read_head"},
    {"write_tail", "ring_buffer_write_tail"},
    {"load_data_word", "perf_mmap__read_event"},
    {"load_unwrapped", "perf_mmap__read_event"},
    {"perf_reader_poll", "perf_mmap__read_event"},
    {"perf_reader_start", "perf_mmap__read_init"},
    {"pause_output", "rb_toggle_paused"},
    {"resume_output", "rb_toggle_paused"},
    {"copy_aux_piece", "perf_aux_output_sample"},
    {"pad_bytes", "memset"},
    {"trbe_fill", "__trbe_pad_buf"},
    {"warn_if_enabled", "is_trbe_enabled"},
    {"clear_status", "clr_trbe_status"},
    {"trbe_handle_fault", "arm_trbe_irq_handler"},
    {"report_tracer_id", "perf_report_aux_output_id"},
    {"copy_bytes", "memcpy"},
    {"put_aux", "rb_free_aux"},
    {"put_aux_pages", "rb_free_aux"},
    {"put_aux_references", "rb_free_aux"},
    {"get_aux_pages", "perf_aux_output_begin"},
    {"aux_room", "perf_aux_output_begin"},
    {"open_transaction", "perf_aux_output_begin"},
    {"publish_aux_head", "perf_aux_output_end"},
    {"set_poll_flag", "perf_output_wakeup"},
    {"aux_output_wakeup", "perf_output_wakeup"},
    {"overrun_aux", "perf_aux_output_begin"},
    {"run_overrun_work", "perf_pending_irq"},
    {"enable_aux_event", "__perf_event_enable"},
    {"filtered_event_start", "event_sched_in"},
    {"change_addr_range", "perf_event_addr_filters_apply"},
    {"clone_addr_filters", "perf_event_alloc"},
    {"start_aux_event", "perf_aux_output_begin"},
    {"stop_aux_event", "perf_aux_output_end"},
    {"sched_in_aux_event", "event_sched_in"},
    {"sched_out_aux_event", "event_sched_out"},
    {"stop_aux_event_here", "__perf_event_stop"},
    {"stop_aux_output_here", "__perf_pmu_output_stop"},
    {"stop_aux_output", "perf_pmu_output_stop"},
    {"call_cpu", "cpu_function_call"},
    {"answer_call", "remote_function"},
    {"unmap_aux", "perf_mmap_close"},
    {"map_aux", "rb_alloc_aux"},
    {"move_aux_event", "ring_buffer_attach"},
    {"wait_for_rcu", "synchronize_rcu"},
    {"detach_rest", "perf_mmap_close"},
    {"undo_accounting", "perf_mmap_close"},
    {"stand_in_queue", "poll_wait"},
    {"control_cti", "coresight_control_assoc_ectdev"},
    {"open_link_port", "coresight_enable_link"},
    {"close_link_port", "coresight_disable_link"},
    {"take_sink", "coresight_enable_sink"},
    {"enable_source", "etm4_enable"},
    {"disable_source", "etm4_disable"},
    {"handle_is_open", "etm_event_stop"},
    {"set_up_cpu", "etm_setup_aux"},
    {"build_path_from", "_coresight_build_path"},
    {"align_head", "arm_spe_perf_aux_output_begin"},
    {"limit_before_tail", "arm_spe_pmu_next_off"},
    {"copy_from_sink", "tmc_update_etf_buffer"},
    {"get_session_buffer", "tmc_alloc_etr_buf"},
    {"put_session_buffer", "tmc_free_etr_buffer"},
    {"add_references", "tmc_alloc_etr_buf"},
    {"start_tracer", "etm_event_start"},
    {"stop_tracer", "etm_event_stop"},
    {"read_by_file", "tmc_read"},
    {"use_by_sysfs", "tmc_enable_etr_sink_sysfs"},
    {"move_trigger", "trigger_ready"},
    {"trigger_is", "trigger_is_ready"},
    {"load_window", "record__process_auxtrace"},
    {"aio_copy", "record__aio_pushfn"},
    {"read_by_swap", "auxtrace_mmap__read_head"},
    {"write_tail_by_swap", "auxtrace_mmap__write_tail"},
    {"auxtrace_mmap_read_head", "auxtrace_mmap__read_head"},
    {"auxtrace_mmap_write_tail", "auxtrace_mmap__write_tail"},
};

/// Helpers that many functions use for an access or a fence.
constexpr std::string_view kHelpers[] = {"load_at",  "local_read_at",  "store_at",
                                         "fence_at", "read_in_halves", "write_in_halves"};

/// The functions of ordering points.
constexpr Name kSites[] = {
    {"bts_config", "bts_config_buffer"},
    {"bts_B", "bts_update"},
    {"bts_stopped", "intel_bts_event_stop"},
    {"etr_B", "tmc_update_etr_buffer"},
    {"etf_B", "tmc_update_etf_buffer"},
    {"etr_direct_B", "tmc_update_etr_buffer"},
    {"claim_sync", "coresight_claim_device_unlocked"},
    {"etm_off", "etm4_enable_hw"},
    {"etm_programmed", "etm4_enable_hw"},
    {"etm_on", "etm4_enable_hw"},
    {"etm_stable", "etm4_disable_hw"},
    {"pt_B", "pt_config_stop"},
    {"pt_nmi_before_stop", "pt_event_stop"},
    {"spe_B", "arm_spe_perf_aux_output_end"},
    {"trbe_B", "trbe_drain_buffer"},
    {"aux_C", "auxtrace_mmap__read_head"},
    {"aux_D", "auxtrace_mmap__write_tail"},
    {"compat_first", "auxtrace_mmap__read_head"},
    {"compat_second", "auxtrace_mmap__read_head"},
    {"C", "ring_buffer_read_head"},
    {"D", "ring_buffer_write_tail"},
};

template <std::size_t Count>
std::string_view find(const Name (&names)[Count], std::string_view name) {
  const auto* const found = std::ranges::find(names, name, &Name::first);
  return found == std::end(names) ? std::string_view() : found->second;
}

std::string_view function_of_site(std::string_view site) {
  if (const std::string_view found = find(kSites, site); !found.empty()) return found;
  for (const Site* known : perf_catalogue().sites)
    if (known->name == site)
      if (const std::size_t colon = known->between.find(": "); colon != std::string_view::npos)
        return std::string_view(known->between).substr(0, colon);
  return "";
}

}  // namespace

std::string_view original_function(std::string_view function, std::string_view site) {
  // For a template, the compiler also gives the arguments.
  function = function.substr(0, function.find('<'));
  if (std::ranges::find(kHelpers, function) != std::end(kHelpers)) return function_of_site(site);
  const std::string_view whole = find(kParts, function);
  return whole.empty() ? function : whole;
}

std::function<MadeBy(EventId)> makers_of(const Check& check, const ExecutionGraph& graph) {
  const CallersTold told;
  return [callers = callers_of(check.build().program, graph, check.model->dependence())](
             EventId event) -> MadeBy {
    const std::string_view site = callers.site_of(event);
    const bool listed = std::ranges::find(perf_catalogue().sites, site, &Site::name) !=
                        perf_catalogue().sites.end();
    return {std::string(listed ? site : ""),
            std::string(original_function(callers.function_of(event), site))};
  };
}

}  // namespace ringcheck
