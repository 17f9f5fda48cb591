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
	unsigned long ip, sp;
	bool user; /* user_mode(): they are user space's */
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
struct perf_output_handle;
void perf_event_disable_local(struct perf_event *event);
void put_event(struct perf_event *event);
bool rc_runs_here(struct perf_event *event);
#define event_filter_match(event) rc_runs_here(event)
#ifdef RC_ENGINE
#define perf_swevent_get_recursion_context() 0
#define perf_swevent_put_recursion_context(context) do { } while (0)
#else
/* It is given back, as RCU sections are left. */
#define perf_swevent_get_recursion_context() ({ rc_order(RC_RCU_LOCK); 0; })
#define perf_swevent_put_recursion_context(context) rc_order(RC_RCU_UNLOCK)
#endif
static inline int task_cpu(const struct task_struct *task)
{
	return task->cpu;
}

/* kernel/events/core.c: parts of samples that no scenario asks for. */
#define rc_not_modelled(what) rc_bug_if(1, what " is not modelled", __FILE__, __LINE__)
#define perf_sigtrap(event) rc_not_modelled("attr.sigtrap")
#ifndef RC_SAMPLES
#define perf_output_read(handle, event) rc_not_modelled("PERF_SAMPLE_READ")
#define perf_output_sample_regs(handle, regs, mask) rc_not_modelled("PERF_SAMPLE_REGS")
#define perf_output_sample_ustack(handle, size, regs) rc_not_modelled("PERF_SAMPLE_STACK_USER")
#else

/* kernel/events/core.c: the value of a counter is a word, another one if the PMU has read it. */
extern u64 rc_counts[2];
#define perf_output_read(handle, event) \
	perf_output_put(handle, rc_counts[(handle)->skip_read ? 1 : 0])
/* arch/<machine>/include/asm/perf_event.h, ptrace.h, kernel/perf_regs.c: each register has a value
 * of its own. A task that is interrupted in the kernel has its user's registers elsewhere. */
#define perf_misc_flags(regs) 0
#define perf_instruction_pointer(regs) ((regs)->ip)
#define perf_reg_value(regs, number) ((regs)->ip + 0x7e60 + (number))
#define perf_reg_abi(task) PERF_SAMPLE_REGS_ABI_64
#define user_mode(regs) ((regs)->user)
#define CONFIG_HAVE_PERF_USER_STACK_DUMP 1
#define user_stack_pointer(regs) ((regs)->sp)
extern struct pt_regs rc_user_regs;
#define perf_get_regs_user(sampled, registers) \
	((void)((sampled)->regs = &rc_user_regs, (sampled)->abi = PERF_SAMPLE_REGS_ABI_64))
/* include/linux/sched.h; arch/<machine>/include/asm/processor.h */
#define PF_KTHREAD 0x00200000
#define is_user_task(task) ((task)->mm && !((task)->flags & PF_KTHREAD))
extern unsigned long rc_task_size;
#define TASK_SIZE rc_task_size
/* kernel/events/core.c, mm: what a page is, its address alone tells. */
#define perf_virt_to_phys(address) ((address) + 0x1000000)
#define perf_get_page_size(address) ((address) ^ 0x55)
/* include/linux/types.h, bitmap.h, find.h, limits.h, for one word of bits */
#define DECLARE_BITMAP(name, bits) u64 name[1]
#define bitmap_from_u64(to, mask) ((void)((to)[0] = (mask)))
#define for_each_set_bit(bit, bits, size)           \
	for ((bit) = 0; (bit) < (int)(size); (bit)++) \
		if ((bits)[0] >> (bit) & 1)
#define USHRT_MAX ((unsigned short)~0U)
#endif

#endif
