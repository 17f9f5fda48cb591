/* What our C behind the driver of Arm TRBE offers to who loads it. */
#ifndef RINGCHECK_KERNEL_TRBE_API_H
#define RINGCHECK_KERNEL_TRBE_API_H

#include "coresight_api.h"
#include "events_api.h"

#ifdef __cplusplus
extern "C" {
#endif

enum rc_trbe_register {
	RC_TRBE_TRBPTR,
	RC_TRBE_TRBBASER,
	RC_TRBE_TRBLIMITR,
	RC_TRBE_TRBSR,
	RC_TRBE_TRBIDR,
	RC_TRBE_TRFCR,
	RC_TRBE_ID_AA64DFR0
};

/* The number of a register. */
unsigned int rc_trbe_number(enum rc_trbe_register which);
/* Finds this CPU's unit, whose ID registers are set, and gives it a tracer; whether it can be used. */
int rc_trbe_make(enum rc_tracer_case tracer_case);
/* Gives an event the PMU that traces into the unit. */
void rc_trbe_prepare(void *event);
/* The handle of this CPU's transaction; where the driver keeps it for its interrupt. */
struct rc_aux_handle *rc_trbe_handle(void);
struct rc_place rc_trbe_kept_handle(void);
/* Where the unit's memory lies. */
void *rc_trbe_base(void *buffer);

int rc_trbe_add(void *event, int start);
void rc_trbe_start(void *event);
void rc_trbe_stop(void *event);
void rc_trbe_del(void *event);
int rc_trbe_interrupt(void);

#ifdef __cplusplus
}
#endif

#endif
