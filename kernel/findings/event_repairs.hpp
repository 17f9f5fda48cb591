#pragma once
// Repairs of address filters, and of the opening of events.

#include <array>

#include "kernel/findings/kernel_repair.hpp"

namespace ringcheck {

/// A filter that only touches a mapping has no byte of it; an address has one.
inline constexpr std::array<RepairStep, 2> kTouchesNothing = {
    RepairStep{"perf_addr_filter_match", "if (filter->offset > offset + size)",
               "if (filter->offset >= offset + size)"},
    RepairStep{"perf_addr_filter_match", "if (filter->offset + filter->size < offset)",
               "if (filter->offset + max(filter->size, 1UL) <= offset)"}};
/// A filter that reaches to the end of all numbers does not end before its start.
inline constexpr std::array<RepairStep, 1> kEndDoesNotWrap = {
    RepairStep{"perf_addr_filter_match", "if (filter->offset + filter->size < offset)",
               "if (filter->offset < offset && offset - filter->offset > filter->size)"}};
/// A thread has the address space of who has forked, and its ranges.
inline constexpr std::array<RepairStep, 2> kRangesOfWhoForks = {
    RepairStep{"inherit_event", "struct perf_event *child_event;",
               "struct perf_event *forking = parent_event;\n"
               "\tstruct perf_event *child_event;"},
    RepairStep{"inherit_event", "if (IS_ERR(child_event))\n\t\treturn child_event;",
               "if (IS_ERR(child_event))\n"
               "\t\treturn child_event;\n"
               "\n"
               "\tif (has_addr_filter(child_event)) {\n"
               "\t\traw_spin_lock_irq(&parent_event->addr_filters.lock);\n"
               "\t\tmemcpy(child_event->addr_filter_ranges, forking->addr_filter_ranges,\n"
               "\t\t       child_event->pmu->nr_addr_filters *\n"
               "\t\t       sizeof(struct perf_addr_filter_range));\n"
               "\t\traw_spin_unlock_irq(&parent_event->addr_filters.lock);\n"
               "\t}"}};
/// A mapping is that of all threads of the process.
inline constexpr std::array<RepairStep, 2> kMappingsOfAll = {
    RepairStep{"perf_addr_filters_adjust", "struct perf_event_context *ctx;",
               "struct perf_event_context *ctx;\n\tstruct task_struct *thread;"},
    RepairStep{"perf_addr_filters_adjust",
               "ctx = rcu_dereference(current->perf_event_ctxp);\n"
               "\tif (ctx)\n"
               "\t\tperf_iterate_ctx(ctx, __perf_addr_filters_adjust, vma, true);",
               "for_each_thread(current, thread) {\n"
               "\t\tctx = rcu_dereference(thread->perf_event_ctxp);\n"
               "\t\tif (ctx)\n"
               "\t\t\tperf_iterate_ctx(ctx, __perf_addr_filters_adjust, vma, true);\n"
               "\t}"}};
/// The same for kernels with several contexts a task.
inline constexpr std::array<RepairStep, 3> kMappingsOfAll61 = {
    RepairStep{"perf_addr_filters_adjust", "struct perf_event_context *ctx;",
               "struct perf_event_context *ctx;\n\tstruct task_struct *thread;"},
    RepairStep{"perf_addr_filters_adjust", "for_each_task_context_nr(ctxn) {",
               "for_each_thread(current, thread) for_each_task_context_nr(ctxn) {"},
    RepairStep{"perf_addr_filters_adjust", "rcu_dereference(current->perf_event_ctxp[ctxn])",
               "rcu_dereference(thread->perf_event_ctxp[ctxn])"}};
/// A part of what a range covers already does not take its place.
inline constexpr std::array<RepairStep, 2> kPartsAreCovered = {
    RepairStep{"perf_addr_filter_vma_adjust", "struct file *file = vma->vm_file;",
               "struct file *file = vma->vm_file;\n"
               "\tstruct perf_addr_filter_range was = *fr;"},
    RepairStep{"perf_addr_filter_vma_adjust",
               "fr->size = min(vma->vm_end - fr->start, filter->size);\n\t}",
               "fr->size = min(vma->vm_end - fr->start, filter->size);\n"
               "\t}\n"
               "\n"
               "\tif (fr->start >= was.start && fr->start - was.start <= was.size &&\n"
               "\t    fr->size <= was.size - (fr->start - was.start)) {\n"
               "\t\t*fr = was;\n"
               "\t\treturn false;\n"
               "\t}"}};
/// Filters follow mappings whether or not somebody records these.
inline constexpr std::array<RepairStep, 2> kFollowsUnrecorded = {
    RepairStep{"perf_event_mmap", "if (!atomic_read(&nr_mmap_events))",
               "perf_addr_filters_adjust(vma);\n"
               "\n"
               "\tif (!atomic_read(&nr_mmap_events))"},
    RepairStep{"perf_event_mmap", "perf_addr_filters_adjust(vma);\n\tperf_event_mmap_event(",
               "perf_event_mmap_event("}};
/// Where there is no address space, no file is mapped; addresses are as they are.
inline constexpr std::array<RepairStep, 4> kAppliesWithoutSpace = {
    RepairStep{"perf_event_addr_filters_apply",
               "if (!mm)\n\t\t\tgoto restart;\n\n\t\tmmap_read_lock(mm);",
               "if (mm)\n\t\t\tmmap_read_lock(mm);"},
    RepairStep{"perf_event_addr_filters_apply", "perf_addr_filter_apply(filter, mm,",
               "if (mm)\n\t\t\t\tperf_addr_filter_apply(filter, mm,"},
    RepairStep{"perf_event_addr_filters_apply",
               "if (ifh->nr_file_filters) {\n\t\tmmap_read_unlock(mm);",
               "if (mm) {\n\t\tmmap_read_unlock(mm);"},
    RepairStep{"perf_event_addr_filters_apply", "restart:\n\tperf_event_stop(event, 1);",
               "perf_event_stop(event, 1);"}};
/// Ranges are about one task.
inline constexpr std::array<RepairStep, 2> kFilteredApart = {
    RepairStep{"context_equiv", "lockdep_assert_held(&ctx1->lock);",
               "struct perf_event *event;\n\n\tlockdep_assert_held(&ctx1->lock);"},
    RepairStep{"context_equiv", "if (ctx1->pin_count || ctx2->pin_count)\n\t\treturn 0;",
               "if (ctx1->pin_count || ctx2->pin_count)\n"
               "\t\treturn 0;\n"
               "\n"
               "\tlist_for_each_entry(event, &ctx1->event_list, event_entry) {\n"
               "\t\tif (has_addr_filter(event) &&\n"
               "\t\t    !list_empty(&perf_event_addr_filters(event)->list))\n"
               "\t\t\treturn 0;\n"
               "\t}"}};
/// Who may open an event was asked when it was opened; nobody asks who forks.
inline constexpr std::array<RepairStep, 1> kBtsAsksOpener = {
    RepairStep{"bts_event_init", "if (event->attr.exclude_kernel) {",
               "if (event->attr.exclude_kernel && !event->parent) {"}};
inline constexpr std::array<RepairStep, 1> kSpeAsksOpener = {
    RepairStep{"arm_spe_pmu_event_init", "if (reg & (PMSCR_EL1_PA | PMSCR_EL1_PCT))",
               "if (reg & (PMSCR_EL1_PA | PMSCR_EL1_PCT) && !event->parent)"}};
inline constexpr std::array<RepairStep, 1> kSpeAsksOpener61 = {
    RepairStep{"arm_spe_pmu_event_init", "if (!perfmon_capable() &&",
               "if (!event->parent && !perfmon_capable() &&"}};

}  // namespace ringcheck
