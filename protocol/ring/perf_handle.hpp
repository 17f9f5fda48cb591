#pragma once
// perf_output_get_handle and perf_output_put_handle: writers that nest on one CPU, and who
// publishes.
//
// Only the outermost writer publishes, because a nested one's record lies after records that are
// not complete yet. What nested writers leave after the outermost one has read the write position,
// a second look finds, and another round publishes.
//
// Source: kernel/events/ring_buffer.c perf_output_get_handle, perf_output_put_handle,
// perf_output_wakeup; kernel/events/core.c perf_poll. Deviation: the round trip is bounded
// (PerfBuffer::attempts); perf_poll is asked of an event that has a buffer and is not hung up. The
// stamp of a 32-bit kernel may have bits beyond its long in memory; whoever loads it casts them off.
// Tested by tests/protocol, tests/properties and, against kernels, `ringcheck conform`.

#include "protocol/core/cpu.hpp"
#include "protocol/core/writer_point.hpp"
#include "protocol/ring/compiled_access.hpp"
#include "protocol/ring/defects.hpp"
#include "protocol/ring/observations.hpp"
#include "protocol/ring/perf_buffer.hpp"
#include "protocol/ring/perf_event.hpp"
#include "protocol/ring/sites.hpp"

namespace ringcheck {

/// What a writer keeps between begin and end.
template <Cpu C>
struct PerfOutputHandle {
  typename C::Value wakeup = 0;      ///< rb->wakeup when the writer entered
  typename C::Value start = 0;       ///< stream offset of the reservation (bytes)
  typename C::Value next = 0;        ///< stream offset of the word that is written next (bytes)
  typename C::Value lost = 0;        ///< records lost, if the count was taken before reserving
  const PerfEvent* event = nullptr;  ///< whose buffer it is: the one whose waiters are woken
  /// Whose sample id the record ends with: what perf_sample_data holds of it.
  const PerfEvent* sample_id = nullptr;
};

/// What is stored in rb->poll: EPOLLIN | EPOLLRDNORM.
inline constexpr std::uint64_t kPollReadable = 0x41;

/// Tells those who wait for `event` that there is something to read. `stamp`: rb->wakeup.
template <Cpu C>
void perf_output_wakeup(C& cpu, const PerfBuffer& rb, const PerfEvent& event,
                        const typename C::Value& stamp) {
  const bool late = rb.has(defect::kFlagAfterWakeup);
  if (late) queue_wakeup(cpu, event);
  cpu.site("poll flag");
  if (rb.flag_release) {
    cpu.smp_store_release(rb.at.poll, kPollReadable);
  } else {
    at_place(cpu, rb, site::kPollFlag);
    if (is_plain(rb, site::kPollFlag))
      cpu.store(rb.at.poll, kPollReadable);
    else
      cpu.atomic_set(rb.at.poll, kPollReadable);
  }
  if (!late) queue_wakeup(cpu, event);
  tell<said::Woken>(cpu, stamp);
}

/// The stamp of the last wakeup: local_read of rb->wakeup, or a plain load, at `site`.
template <Cpu C>
typename C::Value load_stamp(C& cpu, const PerfBuffer& rb, const PerfSite& site) {
  return rb.width.unsigned_long(local_read_at(cpu, rb, site, rb.at.wakeup));
}

/// A writer stays on its CPU from here on.
template <Cpu C>
void disable_preemption(C& cpu, const PerfBuffer& rb) {
  if (!rb.has(defect::kPreemptionNotDisabled)) cpu.preempt_disable();
}

/// It may be moved again.
template <Cpu C>
void enable_preemption(C& cpu, const PerfBuffer& rb) {
  if (!rb.has(defect::kPreemptionNotDisabled)) cpu.preempt_enable();
}

/// A writer enters the buffer of `event`: it stays on this CPU, and later ones that interrupt it
/// will not publish.
template <Cpu C>
void perf_output_get_handle(C& cpu, const PerfBuffer& rb, PerfOutputHandle<C>& handle,
                            const PerfEvent& event) {
  using Value = typename C::Value;
  handle.event = &event;
  disable_preemption(cpu, rb);
  come_by(cpu, WriterPoint::get_handle);
  if (rb.stamp_first) handle.wakeup = load_stamp(cpu, rb, site::kStampSample);
  const Value nest = load_at(cpu, rb, site::kNestRaise, rb.at.nest);
  store_at(cpu, rb, site::kNestRaise, rb.at.nest, nest + Value(1));
  if (rb.stamp_first)
    handle.wakeup = use_again(cpu, rb, site::kStampSample, rb.at.wakeup, handle.wakeup, 0);
  if (!rb.stamp_first) handle.wakeup = load_stamp(cpu, rb, site::kStampSample);
}

/// An ordering point that orders the compiler only.
template <Cpu C>
void compiler_site(C& cpu, const PerfBuffer& rb, const PerfSite& site, const char* name) {
  if (rb.plan.at(site) == Strength::none) return;
  cpu.site(name);
  cpu.barrier();
}

/// Stores `head` to data_head, the lower five bits first, as a compiler may tear a plain store.
template <Cpu C>
void store_head_in_two(C& cpu, const PerfBuffer& rb, const typename C::Value& head) {
  using Value = typename C::Value;
  const Value low(31);
  const Value before = cpu.read_once(rb.at.data_head);
  cpu.write_once(rb.at.data_head, before - (before & low) + (head & low));
  come_by(cpu, WriterPoint::head_published);
  cpu.write_once(rb.at.data_head, head);
}

/// Stores data_head after ordering point B.
template <Cpu C>
void publish_head(C& cpu, const PerfBuffer& rb, const typename C::Value& head) {
  const Strength b = rb.plan.at(site::kB);
  cpu.site("B");
  if (b == Strength::wmb) cpu.smp_wmb();
  if (b == Strength::mb) cpu.smp_mb();
  if (rb.has(defect::kHeadInTwoStores)) {
    store_head_in_two(cpu, rb, head);
  } else if (b == Strength::release) {
    cpu.smp_store_release(rb.at.data_head, head);
  } else {
    store_at(cpu, rb, site::kHeadStore, rb.at.data_head,
             use_again(cpu, rb, site::kHeadLoad, rb.at.head, head, 0));
  }
  // An unsigned long, stored as 64 bits.
  if (rb.width.narrow && rb.data_head_high) cpu.write_once(*rb.data_head_high, 0);
  tell<said::HeadStored>(cpu, head);
}

/// Loads the write position for a round of publishing. From the second round on, it first raises
/// the nest count again.
template <Cpu C>
typename C::Value load_position(C& cpu, const PerfBuffer& rb, bool first_round) {
  using Value = typename C::Value;
  if (!first_round && rb.has(defect::kHeadLoadedBeforeNest)) {
    const Value head = cpu.local_read(rb.at.head);
    come_by(cpu, WriterPoint::publish);
    cpu.write_once(rb.at.nest, 1);
    return head;
  }
  if (!first_round) store_at(cpu, rb, site::kNestAgain, rb.at.nest, 1);
  come_by(cpu, WriterPoint::publish);
  compiler_site(cpu, rb, site::kNestBeforeHead, "nest_before_head");
  return local_read_at(cpu, rb, site::kHeadLoad, rb.at.head);
}

/// One round of publishing: stores the write position to data_head and clears the nest count.
/// Returns whether nested writers moved the write position in between.
template <Cpu C>
bool publish_round(C& cpu, const PerfBuffer& rb, bool first_round) {
  using Value = typename C::Value;
  const Value head = load_position(cpu, rb, first_round);
  come_by(cpu, WriterPoint::head_loaded);
  if (rb.has(defect::kUnnestBeforePublish)) {
    cpu.write_once(rb.at.nest, 0);
    publish_head(cpu, rb, head);
  } else if (rb.has(defect::kRecheckBeforeUnnest)) {
    publish_head(cpu, rb, head);
    const bool moved = cpu.branch(!(cpu.local_read(rb.at.head) == head));
    cpu.write_once(rb.at.nest, 0);
    return moved;
  } else {
    publish_head(cpu, rb, head);
    come_by(cpu, WriterPoint::head_published);
    compiler_site(cpu, rb, site::kPublishBeforeUnnest, "publish_before_unnest");
    store_at(cpu, rb, site::kNestClear, rb.at.nest, 0);
  }
  if (rb.has(defect::kNoRecheck)) return false;
  come_by(cpu, WriterPoint::unnested);
  compiler_site(cpu, rb, site::kUnnestBeforeRecheck, "unnest_before_recheck");
  foresee_load(cpu, rb, site::kStampCheck, rb.at.wakeup, 0);
  const Value again = local_read_at(cpu, rb, site::kHeadRecheck, rb.at.head);
  const bool moved =
      cpu.branch(!(again == use_again(cpu, rb, site::kHeadLoad, rb.at.head, head, 1)));
  if (moved) tell<said::Retried>(cpu, head);
  return moved;
}

/// Wakes the reader if the wakeup stamp has moved since the writer entered.
template <Cpu C>
void wake_if_due(C& cpu, const PerfBuffer& rb, const PerfOutputHandle<C>& handle) {
  const typename C::Value stamp = load_stamp(cpu, rb, site::kStampCheck);
  if (cpu.branch(!(stamp == handle.wakeup))) perf_output_wakeup(cpu, rb, *handle.event, stamp);
}

/// A writer leaves: the outermost one publishes all that is complete, and wakes the reader when
/// due.
template <Cpu C>
void perf_output_put_handle(C& cpu, const PerfBuffer& rb, const PerfOutputHandle<C>& handle) {
  using Value = typename C::Value;
  cpu.scope([&] {
    come_by(cpu, WriterPoint::put_handle);
    foresee_load(cpu, rb, site::kHeadLoad, rb.at.head, 0);
    const Value nest = load_at(cpu, rb, site::kNestLook, rb.at.nest);
    if (!rb.has(defect::kNestNotLookedAt) && cpu.branch(Value(1) < nest)) {
      tell<said::NestedPut>(cpu, nest);
      if (rb.has(defect::kPublishWhenNested)) publish_head(cpu, rb, cpu.local_read(rb.at.head));
      if (rb.has(defect::kWakeWhenNested)) wake_if_due(cpu, rb, handle);
      const Value left = use_again(cpu, rb, site::kNestLook, rb.at.nest, nest, 0) - Value(1);
      store_at(cpu, rb, site::kNestLower, rb.at.nest,
               rb.has(defect::kNestClearedByNested) ? Value(0) : left);
      come_by(cpu, WriterPoint::left);
      enable_preemption(cpu, rb);
      return;
    }
    for (int round = 1; publish_round(cpu, rb, round == 1); ++round)
      if (round == rb.attempts) cpu.reach_bound("rounds of perf_output_put_handle");
    wake_if_due(cpu, rb, handle);
    come_by(cpu, WriterPoint::left);
    enable_preemption(cpu, rb);
  });
}

/// What poll(2) finds on an event of the buffer. It takes what wakeups left. Source: perf_poll.
template <Cpu C>
typename C::Value perf_poll(C& cpu, const PerfBuffer& rb) {
  return cpu.atomic_xchg(rb.at.poll, 0);
}

}  // namespace ringcheck
