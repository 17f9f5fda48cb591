/* What our C behind the driver of a CoreSight TMC-ETR offers to who loads it. */
#ifndef RINGCHECK_KERNEL_ETR_API_H
#define RINGCHECK_KERNEL_ETR_API_H

#include "coresight_api.h"
#include "events_api.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Who keeps a session from using the sink. */
enum rc_etr_user { RC_ETR_FREE, RC_ETR_SYSFS, RC_ETR_OTHER_SESSION };
/* A sink, as it is found and set. Units: bytes. `trigger` is what the driver writes to TRG. */
struct rc_etr_setup {
	unsigned int capabilities, memwidth, size, trigger;
	enum rc_etr_user user;
	enum rc_tracer_case tracer_case;
};

enum rc_etr_field { RC_ETR_OFFSET, RC_ETR_LEN, RC_ETR_FULL, RC_ETR_REFCNT, RC_ETR_PERF_BUF };

void rc_etr_make(const struct rc_etr_setup *setup);
/* Gives an event the PMU that traces into the sink. */
void rc_etr_prepare(void *event);
/* The handle of this CPU's transaction. */
struct rc_aux_handle *rc_etr_handle(void);
struct rc_place rc_etr_place(void *buffer, enum rc_etr_field field);
/* Where the sink's registers are; a file of the sink is opened, or closed. */
void *rc_etr_registers(void);
void rc_etr_read(int reading);

int rc_etr_add(void *event, int start);
void rc_etr_start(void *event);
void rc_etr_stop(void *event);
void rc_etr_del(void *event);

#ifdef __cplusplus
}
#endif

#endif
