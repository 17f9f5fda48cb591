/* What our C behind the driver of a CoreSight TMC-ETR offers to who loads it. */
#ifndef RINGCHECK_KERNEL_ETR_API_H
#define RINGCHECK_KERNEL_ETR_API_H

#include "events_api.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A sink, as it is found and set. Units: bytes. */
struct rc_etr_setup {
	unsigned int capabilities, memwidth, size;
};

enum rc_etr_field { RC_ETR_OFFSET, RC_ETR_LEN, RC_ETR_FULL, RC_ETR_REFCNT, RC_ETR_PERF_BUF };
enum rc_etr_register {
	RC_ETR_CTL,
	RC_ETR_RSZ,
	RC_ETR_AXICTL,
	RC_ETR_DBALO,
	RC_ETR_DBAHI,
	RC_ETR_STS,
	RC_ETR_RRP,
	RC_ETR_RRPHI,
	RC_ETR_RWP,
	RC_ETR_RWPHI
};

void rc_etr_make(const struct rc_etr_setup *setup);
/* Gives an event the PMU that traces into the sink. */
void rc_etr_prepare(void *event);
/* The handle of this CPU's transaction. */
struct rc_aux_handle *rc_etr_handle(void);
struct rc_place rc_etr_place(void *buffer, enum rc_etr_field field);
unsigned int *rc_etr_at(enum rc_etr_register which);

int rc_etr_add(void *event, int start);
void rc_etr_start(void *event);
void rc_etr_stop(void *event);
void rc_etr_del(void *event);

#ifdef __cplusplus
}
#endif

#endif
