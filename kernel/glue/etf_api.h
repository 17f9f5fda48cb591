/* What our C behind the drivers of sinks with memory of their own offers to who loads it: TMC-ETF
 * and TMC-ETB, and ETB10. */
#ifndef RINGCHECK_KERNEL_ETF_API_H
#define RINGCHECK_KERNEL_ETF_API_H

#include "coresight_api.h"
#include "events_api.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A sink, as it is found and set. `words`: of its memory; `trigger` is what the driver writes to
 * TRG; `pid_stays`: it is the event's session's, though nobody uses it. */
struct rc_etf_setup {
	unsigned int words, memwidth, trigger, pid_stays;
	enum rc_tracer_case tracer_case;
};

enum rc_etf_field { RC_ETF_MODE, RC_ETF_PID, RC_ETF_REFCNT };
/* Tracers beside the event's: one of its session, and one of another. */
enum rc_etf_other { RC_ETF_SAME_SESSION, RC_ETF_OTHER_SESSION };

void rc_etf_make(const struct rc_etf_setup *setup);
/* Gives an event the PMU that traces into the sink; the event's task may have ended. */
void rc_etf_prepare(void *event, int owner_ended);
/* The handle of this CPU's transaction. */
struct rc_aux_handle *rc_etf_handle(void);
struct rc_place rc_etf_place(enum rc_etf_field field);
/* Where in the AUX area of `buffer` the next copy goes to (bytes). */
unsigned long long rc_etf_target(void *buffer);
/* Where the sink's registers are. */
void *rc_etf_registers(void);
/* The driver's own buffer, or null, and its bytes of trace. */
void *rc_etf_own(void);
unsigned int rc_etf_own_bytes(void);
/* The driver goes, and its buffer, unless that was freed. */
void rc_etf_drop_own(int freed);

/* Another tracer takes the sink and leaves it; its transaction starts at `head`. */
int rc_etf_join(enum rc_etf_other other, unsigned long long head);
int rc_etf_leave(void);
/* sysfs does. */
int rc_etf_sysfs_on(void);
int rc_etf_sysfs_off(void);
/* A path goes through the sink, and goes. */
int rc_etf_link_on(void);
int rc_etf_link_off(void);
/* The file of the sink is opened, and closed. */
int rc_etf_open(void);
int rc_etf_close(void);
/* Reads at most `bytes` bytes of it, from `at` on, which moves on; returns how many, or an error. */
long long rc_etf_read(long long *at, unsigned long long bytes, void *to);

int rc_etf_add(void *event, int start);
void rc_etf_start(void *event);
void rc_etf_stop(void *event);
void rc_etf_del(void *event);

#ifdef __cplusplus
}
#endif

#endif
