/* What struct perf_event and the perf core hold of the rest of the kernel. The structures of perf
 * themselves come from the tree. */
#ifndef RINGCHECK_KERNEL_PERF_H
#define RINGCHECK_KERNEL_PERF_H

#include "tasks.h"

/* include/linux/hrtimer_types.h, arch/<machine>/include/asm/perf_regs.h, ptrace.h */
struct hrtimer {
	ktime_t expires;
};
struct pt_regs {
	unsigned long ip;
};
struct perf_regs {
	u64 abi;
	struct pt_regs *regs;
};
struct rcuwait {
	struct task_struct *task;
};

/* security/security.c, kernel/events/core.c: who may map is decided elsewhere. */
bool rc_may_read(void);
#define security_perf_event_read(event) (rc_may_read() ? 0 : -EACCES)
bool rc_paranoid(void);
#define perf_is_paranoid() rc_paranoid()

/* kernel/events/core.c, arch/x86/events/core.c: accounting of time, which nothing here reads. */
#define perf_event_update_time(event) do { } while (0)
#define perf_event_update_userpage(event) do { } while (0)

/* kernel/events/core.c: what the scheduler and file descriptors do to an event. */
struct perf_event;
void perf_event_disable_local(struct perf_event *event);
void put_event(struct perf_event *event);
bool rc_runs_here(struct perf_event *event);
#define event_filter_match(event) rc_runs_here(event)
#define perf_swevent_get_recursion_context() 0
#define perf_swevent_put_recursion_context(context) do { } while (0)
static inline int task_cpu(const struct task_struct *task)
{
	return task->cpu;
}

/* kernel/events/core.c: parts of samples that no scenario asks for. */
#define rc_not_modelled(what) rc_bug_if(1, what " is not modelled", __FILE__, __LINE__)
#define perf_output_read(handle, event) rc_not_modelled("PERF_SAMPLE_READ")
#define perf_output_sample_regs(handle, regs, mask) rc_not_modelled("PERF_SAMPLE_REGS")
#define perf_output_sample_ustack(handle, size, regs) rc_not_modelled("PERF_SAMPLE_STACK_USER")
#define perf_sigtrap(event) rc_not_modelled("attr.sigtrap")

#endif
