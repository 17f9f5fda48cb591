/* What drivers for x86 ask of the machine. */
#ifndef RINGCHECK_KERNEL_X86_H
#define RINGCHECK_KERNEL_X86_H

#include "memory.h"

/* arch/x86/include/asm/msr.h: a register of this CPU is a word. */
u64 *rc_register(unsigned int number);
#define rdmsrl(msr, value) ((void)((value) = rc_load(rc_register(msr), 8, RC_ONCE)))
#define wrmsrl(msr, value) rc_store(rc_register(msr), 8, (value), RC_ONCE)

/* arch/x86/include/asm/page.h, io.h: memory lies where its addresses say. */
#define virt_to_phys(p) ((phys_addr_t)(uintptr_t)(p))
#define phys_to_virt(p) ((void *)(uintptr_t)(p))
#define page_to_phys(page) virt_to_phys(page_address(page))
#define free_page(address) __free_page(virt_to_page((void *)(uintptr_t)(address)))

/* arch/x86/events/intel/pt.c: what the unit can do; tables are not printed. */
#define intel_pt_validate_hw_cap(capability) ((unsigned int)rc_ask(#capability, 0))
#define pt_topa_dump(buffer) do { } while (0)
/* arch/x86/include/asm/debugreg.h */
#define get_debugctlmsr() ((unsigned long)rc_load(rc_register(MSR_IA32_DEBUGCTLMSR), 8, RC_ONCE))
#define update_debugctlmsr(value) wrmsrl(MSR_IA32_DEBUGCTLMSR, value)

/* arch/x86/events/perf_event.h: what BTS looks at of this CPU's counters. */
struct debug_store;
struct cpu_hw_events {
	struct debug_store *ds;
	unsigned long active_mask[1];
};
DECLARE_PER_CPU(struct cpu_hw_events, cpu_hw_events);

/* include/linux/perf_event.h, kernel/events/core.c */
#define perf_event_itrace_started(event) do { } while (0)
#ifndef RC_FILTERS
struct perf_event;
void rc_sync_filters(struct perf_event *event);
#define perf_event_addr_filters_sync(event) rc_sync_filters(event)
#endif

#endif
