#pragma once
// Ordering points of the data ring. A to D are the kernel's own letters.
// Source: kernel/events/ring_buffer.c perf_output_put_handle, perf_output_get_handle,
// __perf_output_begin; tools/include/linux/ring_buffer.h.

#include <array>

#include "protocol/core/barrier_plan.hpp"

namespace ringcheck::site {

/// Writer: from the load of the tail to the stores of data.
inline constexpr PerfSite kA = {
    .name = "A",
    .between = "tail load -> data stores",
    .kernel = Strength::control,
    .allowed = Strengths(Strength::none, Strength::control, Strength::acquire, Strength::mb),
    .place = 0};
/// Writer: from the stores of data to the store of the head.
inline constexpr PerfSite kB = {
    .name = "B",
    .between = "data stores -> head store",
    .kernel = Strength::wmb,
    .allowed = Strengths(Strength::none, Strength::wmb, Strength::release, Strength::mb),
    .place = 1};
/// Reader: from the load of the head to the loads of data.
inline constexpr PerfSite kC = {
    .name = "C",
    .between = "head load -> data loads",
    .kernel = Strength::acquire,
    .allowed = Strengths(Strength::none, Strength::rmb, Strength::acquire, Strength::mb),
    .in_user_space = true,
    .place = 2};
/// Reader: from the loads of data to the store of the tail.
inline constexpr PerfSite kD = {.name = "D",
                                .between = "data loads -> tail store",
                                .kernel = Strength::release,
                                .allowed = Strengths(Strength::none, Strength::wmb, Strength::rmb,
                                                     Strength::release, Strength::mb),
                                .in_user_space = true,
                                .place = 3};
/// Writer: from setting the nest count to the load of the write position.
inline constexpr PerfSite kNestBeforeHead = {
    .name = "nest_before_head",
    .between = "nest count set -> write position load",
    .kernel = Strength::barrier,
    .allowed = Strengths(Strength::none, Strength::barrier),
    .compiler_only = true,
    .place = 4};
/// Writer: from the store of the head to clearing the nest count.
inline constexpr PerfSite kPublishBeforeUnnest = {
    .name = "publish_before_unnest",
    .between = "head store -> nest count cleared",
    .kernel = Strength::barrier,
    .allowed = Strengths(Strength::none, Strength::barrier),
    .compiler_only = true,
    .place = 5};
/// Writer: from clearing the nest count to the second look at the write position.
inline constexpr PerfSite kUnnestBeforeRecheck = {
    .name = "unnest_before_recheck",
    .between = "nest count cleared -> write position load",
    .kernel = Strength::barrier,
    .allowed = Strengths(Strength::none, Strength::barrier),
    .compiler_only = true,
    .place = 6};

// Single accesses: the strength keeps a compiler from treating them as it may treat plain ones.

/// Begin: whether records were lost.
inline constexpr PerfSite kLostLook =
    once_site(7, "lost_look", "__perf_output_begin: local_read(&rb->lost)");
/// Get_handle: the nest count, one more.
inline constexpr PerfSite kNestRaise =
    once_site(8, "nest_raise", "perf_output_get_handle: volatile rb->nest++");
/// Get_handle: the wakeup stamp.
inline constexpr PerfSite kStampSample =
    once_site(9, "stamp_sample", "perf_output_get_handle: local_read(&rb->wakeup)");
/// Begin: data_tail.
inline constexpr PerfSite kTailLoad =
    once_site(10, "tail_load", "__perf_output_begin: READ_ONCE(user_page->data_tail)");
/// Begin: the write position to reserve from.
inline constexpr PerfSite kHeadLook =
    once_site(11, "head_look", "__perf_output_begin: local_read(&rb->head)");
/// Begin: the wakeup stamp, against what the reservation reaches.
inline constexpr PerfSite kStampCompare =
    once_site(12, "stamp_compare", "__perf_output_begin: local_read(&rb->wakeup)");
/// Put_handle: the nest count.
inline constexpr PerfSite kNestLook =
    once_site(13, "nest_look", "perf_output_put_handle: READ_ONCE(rb->nest)");
/// Put_handle of a nested writer: the nest count, one less.
inline constexpr PerfSite kNestLower =
    once_site(14, "nest_lower", "perf_output_put_handle: WRITE_ONCE(rb->nest, nest - 1)");
/// Put_handle: the write position to publish.
inline constexpr PerfSite kHeadLoad =
    once_site(15, "head_load", "perf_output_put_handle: local_read(&rb->head)");
/// Put_handle: data_head.
inline constexpr PerfSite kHeadStore =
    once_site(16, "head_store", "perf_output_put_handle: WRITE_ONCE(user_page->data_head)");
/// Put_handle: the nest count, 0.
inline constexpr PerfSite kNestClear =
    once_site(17, "nest_clear", "perf_output_put_handle: WRITE_ONCE(rb->nest, 0)");
/// Put_handle: the write position, once more.
inline constexpr PerfSite kHeadRecheck =
    once_site(18, "head_recheck", "perf_output_put_handle: local_read(&rb->head), second look");
/// Put_handle: the nest count, 1 for another round.
inline constexpr PerfSite kNestAgain =
    once_site(19, "nest_again", "perf_output_put_handle: WRITE_ONCE(rb->nest, 1)");
/// Put_handle: the wakeup stamp, against what get_handle sampled.
inline constexpr PerfSite kStampCheck =
    once_site(20, "stamp_check", "perf_output_put_handle: local_read(&rb->wakeup)");
/// Output_wakeup: rb->poll.
inline constexpr PerfSite kPollFlag =
    once_site(21, "poll_flag", "perf_output_wakeup: atomic_set(&rb->poll)");
/// Reader: data_head, where C is no acquire.
inline constexpr PerfSite kReaderHead =
    once_site(22, "reader_head", "ring_buffer_read_head: READ_ONCE(base->data_head)");
/// Reader: data_tail, where D is no release.
inline constexpr PerfSite kReaderTail =
    once_site(23, "reader_tail", "ring_buffer_write_tail: WRITE_ONCE(base->data_tail)");

/// Every one of them.
inline constexpr std::array kRingSites = {kA,
                                          kB,
                                          kC,
                                          kD,
                                          kNestBeforeHead,
                                          kPublishBeforeUnnest,
                                          kUnnestBeforeRecheck,
                                          kLostLook,
                                          kNestRaise,
                                          kStampSample,
                                          kTailLoad,
                                          kHeadLook,
                                          kStampCompare,
                                          kNestLook,
                                          kNestLower,
                                          kHeadLoad,
                                          kHeadStore,
                                          kNestClear,
                                          kHeadRecheck,
                                          kNestAgain,
                                          kStampCheck,
                                          kPollFlag,
                                          kReaderHead,
                                          kReaderTail};

}  // namespace ringcheck::site
