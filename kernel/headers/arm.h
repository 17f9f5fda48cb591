/* What drivers for arm64 ask of the machine. */
#ifndef RINGCHECK_KERNEL_ARM_H
#define RINGCHECK_KERNEL_ARM_H

#include "memory.h"

/* arch/arm64/include/asm/sysreg.h, tools/sysreg: a register of this CPU is a word. Numbers are of our
 * own; fields are those of the Arm Architecture Reference Manual, D24.7. Versions before 6.3 say
 * shifts, later ones masks. */
#define read_sysreg_s(reg) rc_load(rc_register(reg), 8, RC_ONCE)
#define write_sysreg_s(value, reg) rc_store(rc_register(reg), 8, (value), RC_ONCE)
enum rc_arm_register {
	SYS_PMBPTR_EL1 = 0x10000,
	SYS_PMBLIMITR_EL1,
	SYS_PMBSR_EL1,
	SYS_PMSCR_EL1,
	SYS_PMSFCR_EL1,
	SYS_PMSEVFR_EL1,
	SYS_PMSNEVFR_EL1,
	SYS_PMSLATFR_EL1,
	SYS_PMSIRR_EL1,
	SYS_PMSICR_EL1,
	SYS_TRBPTR_EL1,
	SYS_TRBLIMITR_EL1,
	SYS_TRBBASER_EL1,
	SYS_TRBSR_EL1,
	SYS_TRBIDR_EL1,
	SYS_TRFCR_EL1,
	SYS_ID_AA64DFR0_EL1
};

#define SYS_PMBLIMITR_EL1_E_SHIFT 0
#define PMBLIMITR_EL1_E BIT(0)

#define SYS_PMBSR_EL1_COLL_SHIFT 16
#define PMBSR_EL1_COLL BIT(16)
#define SYS_PMBSR_EL1_S_SHIFT 17
#define PMBSR_EL1_S BIT(17)
#define SYS_PMBSR_EL1_DL_SHIFT 19
#define PMBSR_EL1_DL BIT(19)
#define SYS_PMBSR_EL1_EC_SHIFT 26
#define SYS_PMBSR_EL1_EC_MASK 0x3fUL
#define SYS_PMBSR_EL1_EC_BUF (0x00UL << 26)
#define SYS_PMBSR_EL1_EC_FAULT_S1 (0x24UL << 26)
#define SYS_PMBSR_EL1_EC_FAULT_S2 (0x25UL << 26)
#define PMBSR_EL1_EC GENMASK(31, 26)
#define PMBSR_EL1_EC_BUF 0x00UL
#define PMBSR_EL1_EC_FAULT_S1 0x24UL
#define PMBSR_EL1_EC_FAULT_S2 0x25UL
#define SYS_PMBSR_EL1_BUF_BSC_SHIFT 0
#define SYS_PMBSR_EL1_BUF_BSC_MASK 0x3fUL
#define SYS_PMBSR_EL1_BUF_BSC_FULL 0x1UL
#define PMBSR_EL1_BUF_BSC_MASK GENMASK(5, 0)
#define PMBSR_EL1_BUF_BSC_FULL 0x1UL

#define SYS_PMSCR_EL1_E0SPE_SHIFT 0
#define SYS_PMSCR_EL1_E1SPE_SHIFT 1
#define SYS_PMSCR_EL1_CX_SHIFT 3
#define SYS_PMSCR_EL1_PA_SHIFT 4
#define SYS_PMSCR_EL1_TS_SHIFT 5
#define SYS_PMSCR_EL1_PCT_SHIFT 6
#define PMSCR_EL1_E0SPE BIT(0)
#define PMSCR_EL1_E1SPE BIT(1)
#define PMSCR_EL1_CX BIT(3)
#define PMSCR_EL1_PA BIT(4)
#define PMSCR_EL1_TS BIT(5)
#define PMSCR_EL1_PCT GENMASK(7, 6)

#define SYS_PMSFCR_EL1_FE_SHIFT 0
#define SYS_PMSFCR_EL1_FT_SHIFT 1
#define SYS_PMSFCR_EL1_FL_SHIFT 2
#define SYS_PMSFCR_EL1_B_SHIFT 16
#define SYS_PMSFCR_EL1_LD_SHIFT 17
#define SYS_PMSFCR_EL1_ST_SHIFT 18
#define PMSFCR_EL1_FE BIT(0)
#define PMSFCR_EL1_FT BIT(1)
#define PMSFCR_EL1_FL BIT(2)
#define PMSFCR_EL1_FnE BIT(3)
#define PMSFCR_EL1_B BIT(16)
#define PMSFCR_EL1_LD BIT(17)
#define PMSFCR_EL1_ST BIT(18)

#define SYS_PMSIRR_EL1_RND_SHIFT 0
#define SYS_PMSIRR_EL1_INTERVAL_SHIFT 8
#define SYS_PMSIRR_EL1_INTERVAL_MASK 0xffffffUL
#define PMSIRR_EL1_RND BIT(0)
#define PMSIRR_EL1_INTERVAL_MASK GENMASK(31, 8)
#define SYS_PMSLATFR_EL1_MINLAT_SHIFT 0
#define PMSLATFR_EL1_MINLAT GENMASK(15, 0)

#define TRBLIMITR_ENABLE BIT(0)
#define TRBLIMITR_FILL_MODE_SHIFT 1
#define TRBLIMITR_FILL_MODE_MASK 3UL
#define TRBLIMITR_TRIG_MODE_SHIFT 3
#define TRBLIMITR_TRIG_MODE_MASK 3UL
#define TRBLIMITR_NVM BIT(5)
#define TRBLIMITR_LIMIT_SHIFT 12
#define TRBLIMITR_LIMIT_MASK GENMASK(51, 0)
#define TRBLIMITR_EL1_E BIT(0)
#define TRBLIMITR_EL1_FM_SHIFT 1
#define TRBLIMITR_EL1_FM_MASK GENMASK(2, 1)
#define TRBLIMITR_EL1_FM_FILL 0UL
#define TRBLIMITR_EL1_TM_SHIFT 3
#define TRBLIMITR_EL1_TM_MASK GENMASK(4, 3)
#define TRBLIMITR_EL1_TM_IGNR 3UL
#define TRBLIMITR_EL1_nVM BIT(5)
#define TRBLIMITR_EL1_LIMIT_SHIFT 12
#define TRBLIMITR_EL1_LIMIT_MASK GENMASK(63, 12)
#define TRBBASER_BASE_SHIFT 12
#define TRBBASER_BASE_MASK GENMASK(51, 0)
#define TRBBASER_EL1_BASE_SHIFT 12
#define TRBBASER_EL1_BASE_MASK GENMASK(63, 12)

#define TRBSR_BSC_SHIFT 0
#define TRBSR_BSC_MASK 0x3fUL
#define TRBSR_STOP BIT(17)
#define TRBSR_ABORT BIT(18)
#define TRBSR_WRAP BIT(20)
#define TRBSR_TRG BIT(21)
#define TRBSR_IRQ BIT(22)
#define TRBSR_EC_SHIFT 26
#define TRBSR_EC_MASK 0x3fUL
#define TRBSR_EL1_BSC_SHIFT 0
#define TRBSR_EL1_BSC_MASK GENMASK(5, 0)
#define TRBSR_EL1_S BIT(17)
#define TRBSR_EL1_EA BIT(18)
#define TRBSR_EL1_WRAP BIT(20)
#define TRBSR_EL1_TRG BIT(21)
#define TRBSR_EL1_IRQ BIT(22)
#define TRBSR_EL1_EC_SHIFT 26
#define TRBSR_EL1_EC_MASK GENMASK(31, 26)

#define TRBIDR_ALIGN_SHIFT 0
#define TRBIDR_ALIGN_MASK 0xfUL
#define TRBIDR_PROG BIT(4)
#define TRBIDR_FLAG BIT(5)
#define TRBIDR_EL1_Align_SHIFT 0
#define TRBIDR_EL1_Align_MASK GENMASK(3, 0)
#define TRBIDR_EL1_P BIT(4)
#define TRBIDR_EL1_F BIT(5)
#define ID_AA64DFR0_EL1_TraceBuffer_SHIFT 44
#define ID_AA64DFR0_EL1_TraceBuffer_IMP 1UL
#define TRFCR_ELx_E0TRE BIT(0)
#define TRFCR_ELx_ExTRE BIT(1)

/* arch/arm64/include/asm/cpufeature.h, tools/cpucaps: what a CPU has is asked for, by numbers of our
 * own. */
enum rc_arm_cap {
	ARM64_WORKAROUND_TRBE_OVERWRITE_FILL_MODE,
	ARM64_WORKAROUND_TRBE_WRITE_OUT_OF_RANGE,
	ARM64_WORKAROUND_2064142,
	ARM64_WORKAROUND_2038923,
	ARM64_WORKAROUND_1902691
};
#define this_cpu_has_cap(cap) (rc_ask("this_cpu_has_cap", cap) != 0)
#define cpuid_feature_extract_unsigned_field(features, shift) ((unsigned int)((features) >> (shift) & 0xf))

/* include/linux/perf/arm_pmu.h; before 6.11 in the driver */
#define rc_config_field(attr, config, low, high) (((attr)->config >> (low)) & GENMASK((high) - (low), 0))
#define rc_config_field_of(attr, config, low, high) rc_config_field(attr, config, low, high)
#define ATTR_CFG_GET_FLD(attr, name)                                               \
	rc_config_field_of(attr, ATTR_CFG_FLD_##name##_CFG, ATTR_CFG_FLD_##name##_LO, \
			   ATTR_CFG_FLD_##name##_HI)

/* arch/arm64/include/asm/barrier.h: what TSB drains the host knows; DSB waits for it. What PSB drains
 * is there already. */
#define isb() rc_order(RC_ISB)
#define psb_csync() do { } while (0)
#define tsb_csync() ((void)rc_ask("tsb_csync", 0))
#define dsb(domain) rc_order(RC_SMP_MB)

/* include/linux/irq_work.h, irqreturn.h: work that was queued on this CPU runs. */
#define irq_work_run() ((void)rc_ask("irq_work_run", 0))
typedef enum { IRQ_NONE, IRQ_HANDLED } irqreturn_t;

/* arch/arm64/include/asm/sysreg.h: events by which a unit cannot filter, and its versions. */
#define PMSEVFR_EL1_RES0_IMP \
	(GENMASK_ULL(47, 32) | GENMASK_ULL(23, 16) | GENMASK_ULL(11, 8) | BIT_ULL(6) | \
	 BIT_ULL(4) | BIT_ULL(2) | BIT_ULL(0))
#define PMSEVFR_EL1_RES0_V1P1 \
	(PMSEVFR_EL1_RES0_IMP & ~(BIT_ULL(18) | BIT_ULL(17) | BIT_ULL(11)))
#define PMSEVFR_EL1_RES0_V1P2 (PMSEVFR_EL1_RES0_V1P1 & ~BIT_ULL(6))
#define SYS_PMSEVFR_EL1_RES0_8_2 PMSEVFR_EL1_RES0_IMP
#define SYS_PMSEVFR_EL1_RES0_8_3 PMSEVFR_EL1_RES0_V1P1
#define ID_AA64DFR0_EL1_PMSVer_IMP 1
#define ID_AA64DFR0_EL1_PMSVer_V1P1 2
#define ID_AA64DFR0_EL1_PMSVer_V1P2 3

/* include/linux/cpumask.h, cpuhotplug.h: no more CPUs than a word has bits. */
typedef struct cpumask {
	unsigned long bits;
} cpumask_t;
#define cpumask_test_cpu(cpu, mask) ((mask)->bits >> (cpu) & 1)
#define cpumask_set_cpu(cpu, mask) ((void)((mask)->bits |= 1UL << (cpu)))
#define cpumask_clear_cpu(cpu, mask) ((void)((mask)->bits &= ~(1UL << (cpu))))
enum cpuhp_state { CPUHP_OFFLINE };

/* mm/vmalloc.c: memory in one piece. A page alone is where it is; pages in one piece are memory of
 * their own, which nobody but the unit looks at; the host is told which pages they are. */
#define VM_MAP 4ul
#define PAGE_KERNEL 0
static inline void *rc_vmap(struct page *const *pages, unsigned int count)
{
	for (unsigned int i = 0; i < count; i++)
		rc_bug_if(!pages[i], "vmap of no page", __FILE__, __LINE__);
	if (count == 1)
		return rc_ask("vmap page", 0) ? page_address(pages[0]) : NULL;
	for (unsigned int i = 0; i < count; i++)
		rc_ask("vmap of", (long long)(uintptr_t)page_address(pages[i]));
	return (void *)(uintptr_t)rc_ask("vmap", (long long)(count * PAGE_SIZE));
}
#define vmap(pages, count, flags, protection) rc_vmap(pages, (unsigned int)(count))
#define vunmap(memory) ((void)rc_ask("vunmap", (long long)(uintptr_t)(memory)))

#endif
