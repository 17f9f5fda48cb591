/* What our C behind the driver of Arm SPE offers to who loads it. */
#ifndef RINGCHECK_KERNEL_SPE_API_H
#define RINGCHECK_KERNEL_SPE_API_H

#include "events_api.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A unit, and how events sample. */
struct rc_spe_setup {
	unsigned short max_record, align, min_period;
	unsigned long long config, config1, config2, period;
	int exclude_user, exclude_kernel;
	int context; /* who opened it may see contexts */
};

enum rc_spe_register {
	RC_SPE_PMBPTR,
	RC_SPE_PMBLIMITR,
	RC_SPE_PMBSR,
	RC_SPE_PMSCR,
	RC_SPE_PMSFCR,
	RC_SPE_PMSEVFR,
	RC_SPE_PMSLATFR,
	RC_SPE_PMSIRR,
	RC_SPE_PMSICR
};

/* Gives an event the PMU of a unit. */
void rc_spe_prepare(void *event, const struct rc_spe_setup *setup);
/* The handle of this CPU's transaction. */
struct rc_aux_handle *rc_spe_handle(void);
/* What is left of an event's interval; the period that the unit counts by. */
struct rc_place rc_spe_period_left(void *event);
struct rc_place rc_spe_period(void *event);
/* Where the unit's memory lies. */
void *rc_spe_base(void *buffer);
/* The number of a register. */
unsigned int rc_spe_number(enum rc_spe_register which);

int rc_spe_add(void *event, int start);
void rc_spe_start(void *event);
void rc_spe_stop(void *event);
void rc_spe_del(void *event);
int rc_spe_interrupt(void);

#ifdef __cplusplus
}
#endif

#endif
