#pragma once
// Ordering points of the protocols by name, and how strong each of them is.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace ringcheck {

/// An ordering point of a protocol. A to D are the kernel's own letters for the four of the data
/// ring; those of the AUX area have the same letters, and B is each driver's own.
/// Source: kernel/events/ring_buffer.c perf_output_put_handle, perf_aux_output_begin,
/// tools/include/linux/ring_buffer.h, tools/perf/util/auxtrace.h, auxtrace.c; the drivers' files.
enum class PerfSite : std::uint8_t {
  a,                      ///< writer: from the load of the tail to the stores of data
  b,                      ///< writer: from the stores of data to the store of the head
  c,                      ///< reader: from the load of the head to the loads of data
  d,                      ///< reader: from the loads of data to the store of the tail
  nest_before_head,       ///< writer: from setting the nest count to the load of the write position
  publish_before_unnest,  ///< writer: from the store of the head to clearing the nest count
  unnest_before_recheck,  ///< writer: from clearing the nest count to the second look at the write
                          ///< position
  aux_a,                  ///< AUX begin: from the load of aux_tail to what the device writes
  aux_c,                  ///< AUX reader: from the load of aux_head to the loads of trace
  aux_d,                  ///< AUX reader: from the loads of trace to the store of aux_tail
  compat_first,           ///< 32-bit AUX reader: from the first to the second load of aux_head
  compat_second,          ///< 32-bit AUX reader: from the second to the third load of aux_head
  etr_b,               ///< TMC-ETR: from the copy out of the bounce buffer to the store of aux_head
  pt_b,                ///< Intel PT: from what the device wrote to the store of aux_head
  pt_nmi_before_stop,  ///< Intel PT: from closing the gate of the PMI to stopping the device
  bts_config,          ///< Intel BTS: from the device's registers to the state that lets it run
  bts_b,               ///< Intel BTS: from reading what was written to closing the transaction
  bts_stopped,         ///< Intel BTS: from the stopped state to closing the transaction
  etf_b,               ///< TMC-ETF, ETB: from the copy to the store of aux_head
  spe_b,               ///< Arm SPE: from what the device wrote to the store of aux_head
  trbe_b,              ///< Arm TRBE: from what the device wrote to the store of aux_head
  // Single accesses: what keeps a compiler from treating them as it may treat plain ones.
  lost_look,      ///< begin: whether records were lost
  nest_raise,     ///< get_handle: the nest count, one more
  stamp_sample,   ///< get_handle: the wakeup stamp
  tail_load,      ///< begin: data_tail
  head_look,      ///< begin: the write position to reserve from
  stamp_compare,  ///< begin: the wakeup stamp, against what the reservation reaches
  nest_look,      ///< put_handle: the nest count
  nest_lower,     ///< put_handle of a nested writer: the nest count, one less
  head_load,      ///< put_handle: the write position to publish
  head_store,     ///< put_handle: data_head
  nest_clear,     ///< put_handle: the nest count, 0
  head_recheck,   ///< put_handle: the write position, once more
  nest_again,     ///< put_handle: the nest count, 1 for another round
  stamp_check,    ///< put_handle: the wakeup stamp, against what get_handle sampled
  poll_flag,      ///< output_wakeup: rb->poll
  reader_head,    ///< reader: data_head, where C is no acquire
  reader_tail,    ///< reader: data_tail, where D is no release
};
inline constexpr std::size_t kSiteCount = 38;

/// What stands at an ordering point, from nothing to a full fence.
enum class Strength : std::uint8_t {
  none,     ///< nothing; for A, the space test orders no store behind it either
  control,  ///< the branch of the space test
  barrier,  ///< barrier(): the compiler only
  wmb,      ///< smp_wmb()
  rmb,      ///< smp_rmb()
  acquire,  ///< the load before the point is smp_load_acquire()
  release,  ///< the store behind the point is smp_store_release()
  mb,       ///< smp_mb()
  once,     ///< of a single access: READ_ONCE, WRITE_ONCE, local_read or atomic_set; none: plain
};
inline constexpr std::size_t kStrengthCount = 9;

/// A set of strengths.
class Strengths {
 public:
  constexpr Strengths() = default;
  template <class... S>
  constexpr explicit Strengths(S... strengths) {
    (insert(strengths), ...);
  }
  constexpr void insert(Strength s) { bits_ |= 1U << static_cast<unsigned>(s); }
  [[nodiscard]] constexpr bool has(Strength s) const {
    return ((bits_ >> static_cast<unsigned>(s)) & 1U) != 0;
  }
  friend constexpr bool operator==(Strengths, Strengths) = default;

 private:
  unsigned bits_ = 0;
};

/// What is known of an ordering point apart from any plan.
struct PerfSiteInfo {
  PerfSite site;
  std::string_view name;     ///< as in `--site NAME=…`
  std::string_view between;  ///< what it orders, for people
  Strength kernel;           ///< what Linux 6.1 has there
  Strengths allowed;
  /// True for a point that orders the compiler only: no CPU model tells its strengths apart,
  /// because an interrupt sees its own CPU's accesses in the order of the instructions.
  bool compiler_only;
};

/// A single access that Linux 6.1 makes by `between`, in the kernel's words.
constexpr PerfSiteInfo once_site(PerfSite site, std::string_view name, std::string_view between) {
  return {site, name, between, Strength::once, Strengths(Strength::none, Strength::once), true};
}

/// Every site, in the order of the enumeration.
inline constexpr std::array<PerfSiteInfo, kSiteCount> kPerfSites = {{
    {PerfSite::a, "A", "tail load -> data stores", Strength::control,
     Strengths(Strength::none, Strength::control, Strength::acquire, Strength::mb), false},
    {PerfSite::b, "B", "data stores -> head store", Strength::wmb,
     Strengths(Strength::none, Strength::wmb, Strength::release, Strength::mb), false},
    // tools/include/linux/ring_buffer.h takes smp_rmb where load-acquire would be a full fence.
    {PerfSite::c, "C", "head load -> data loads", Strength::acquire,
     Strengths(Strength::none, Strength::rmb, Strength::acquire, Strength::mb), false},
    {PerfSite::d, "D", "data loads -> tail store", Strength::release,
     Strengths(Strength::none, Strength::wmb, Strength::rmb, Strength::release, Strength::mb),
     false},
    {PerfSite::nest_before_head, "nest_before_head", "nest count set -> write position load",
     Strength::barrier, Strengths(Strength::none, Strength::barrier), true},
    {PerfSite::publish_before_unnest, "publish_before_unnest", "head store -> nest count cleared",
     Strength::barrier, Strengths(Strength::none, Strength::barrier), true},
    {PerfSite::unnest_before_recheck, "unnest_before_recheck",
     "nest count cleared -> write position load", Strength::barrier,
     Strengths(Strength::none, Strength::barrier), true},
    {PerfSite::aux_a, "aux_A", "aux_tail load -> trace stores", Strength::control,
     Strengths(Strength::none, Strength::control, Strength::acquire, Strength::mb), false},
    {PerfSite::aux_c, "aux_C", "aux_head load -> trace loads", Strength::rmb,
     Strengths(Strength::none, Strength::rmb, Strength::acquire, Strength::mb), false},
    {PerfSite::aux_d, "aux_D", "trace loads -> aux_tail store", Strength::mb,
     Strengths(Strength::none, Strength::wmb, Strength::rmb, Strength::release, Strength::mb),
     false},
    {PerfSite::compat_first, "compat_first", "first -> second load of aux_head", Strength::rmb,
     Strengths(Strength::none, Strength::rmb, Strength::mb), false},
    {PerfSite::compat_second, "compat_second", "second -> third load of aux_head", Strength::rmb,
     Strengths(Strength::none, Strength::rmb, Strength::mb), false},
    {PerfSite::etr_b, "etr_B", "copy from the bounce buffer -> aux_head store", Strength::wmb,
     Strengths(Strength::none, Strength::wmb, Strength::mb), false},
    {PerfSite::pt_b, "pt_B", "trace stores of the device -> aux_head store", Strength::wmb,
     Strengths(Strength::none, Strength::wmb, Strength::mb), false},
    {PerfSite::pt_nmi_before_stop, "pt_nmi_before_stop", "handle_nmi cleared -> device stopped",
     Strength::barrier, Strengths(Strength::none, Strength::barrier), true},
    {PerfSite::bts_config, "bts_config", "buffer registers -> active state", Strength::wmb,
     Strengths(Strength::none, Strength::wmb, Strength::mb), false},
    {PerfSite::bts_b, "bts_B", "index and head read -> transaction closed", Strength::barrier,
     Strengths(Strength::none, Strength::barrier), true},
    {PerfSite::bts_stopped, "bts_stopped", "stopped state -> transaction closed", Strength::barrier,
     Strengths(Strength::none, Strength::barrier), true},
    // The mb() of CS_LOCK.
    {PerfSite::etf_b, "etf_B", "copy from the sink's memory -> aux_head store", Strength::mb,
     Strengths(Strength::none, Strength::wmb, Strength::mb), false},
    // The DSB behind PSB CSYNC and behind TSB CSYNC.
    {PerfSite::spe_b, "spe_B", "trace stores of the device -> aux_head store", Strength::mb,
     Strengths(Strength::none, Strength::mb), false},
    {PerfSite::trbe_b, "trbe_B", "trace stores of the device -> aux_head store", Strength::mb,
     Strengths(Strength::none, Strength::mb), false},
    once_site(PerfSite::lost_look, "lost_look", "__perf_output_begin: local_read(&rb->lost)"),
    once_site(PerfSite::nest_raise, "nest_raise", "perf_output_get_handle: volatile rb->nest++"),
    once_site(PerfSite::stamp_sample, "stamp_sample",
              "perf_output_get_handle: local_read(&rb->wakeup)"),
    once_site(PerfSite::tail_load, "tail_load",
              "__perf_output_begin: READ_ONCE(user_page->data_tail)"),
    once_site(PerfSite::head_look, "head_look", "__perf_output_begin: local_read(&rb->head)"),
    once_site(PerfSite::stamp_compare, "stamp_compare",
              "__perf_output_begin: local_read(&rb->wakeup)"),
    once_site(PerfSite::nest_look, "nest_look", "perf_output_put_handle: READ_ONCE(rb->nest)"),
    once_site(PerfSite::nest_lower, "nest_lower",
              "perf_output_put_handle: WRITE_ONCE(rb->nest, nest - 1)"),
    once_site(PerfSite::head_load, "head_load", "perf_output_put_handle: local_read(&rb->head)"),
    once_site(PerfSite::head_store, "head_store",
              "perf_output_put_handle: WRITE_ONCE(user_page->data_head)"),
    once_site(PerfSite::nest_clear, "nest_clear",
              "perf_output_put_handle: WRITE_ONCE(rb->nest, 0)"),
    once_site(PerfSite::head_recheck, "head_recheck",
              "perf_output_put_handle: local_read(&rb->head), second look"),
    once_site(PerfSite::nest_again, "nest_again",
              "perf_output_put_handle: WRITE_ONCE(rb->nest, 1)"),
    once_site(PerfSite::stamp_check, "stamp_check",
              "perf_output_put_handle: local_read(&rb->wakeup)"),
    once_site(PerfSite::poll_flag, "poll_flag", "perf_output_wakeup: atomic_set(&rb->poll)"),
    once_site(PerfSite::reader_head, "reader_head",
              "ring_buffer_read_head: READ_ONCE(base->data_head)"),
    once_site(PerfSite::reader_tail, "reader_tail",
              "ring_buffer_write_tail: WRITE_ONCE(base->data_tail)"),
}};

/// What is known of `site`.
constexpr const PerfSiteInfo& site_info(PerfSite site) {
  return kPerfSites[static_cast<std::size_t>(site)];
}

/// The name of `strength` in text: none, control, barrier, wmb, rmb, acquire, release, mb or once.
constexpr std::string_view strength_name(Strength strength) {
  constexpr std::array<std::string_view, kStrengthCount> kNames = {
      "none", "control", "barrier", "wmb", "rmb", "acquire", "release", "mb", "once"};
  return kNames[static_cast<std::size_t>(strength)];
}

/// Which strength stands at each site. As built, what Linux 6.1 has.
class BarrierPlan {
 public:
  constexpr BarrierPlan() {
    for (const PerfSiteInfo& info : kPerfSites)
      strength_[static_cast<std::size_t>(info.site)] = info.kernel;
  }
  [[nodiscard]] constexpr Strength at(PerfSite site) const {
    return strength_[static_cast<std::size_t>(site)];
  }
  constexpr void set(PerfSite site, Strength strength) {
    strength_[static_cast<std::size_t>(site)] = strength;
  }
  /// This plan with `strength` at `site`.
  [[nodiscard]] constexpr BarrierPlan with(PerfSite site, Strength strength) const {
    BarrierPlan plan = *this;
    plan.set(site, strength);
    return plan;
  }
  friend constexpr bool operator==(const BarrierPlan&, const BarrierPlan&) = default;

 private:
  std::array<Strength, kSiteCount> strength_{};
};

/// "A=control,B=wmb,…": what `plan` has at each of `sites`, in their order.
inline std::string to_text(const BarrierPlan& plan, std::span<const PerfSite> sites) {
  std::string text;
  for (const PerfSite site : sites) {
    if (!text.empty()) text += ',';
    text.append(site_info(site).name).append("=").append(strength_name(plan.at(site)));
  }
  return text;
}

}  // namespace ringcheck
