/* What our C behind drivers of CoreSight says of the tracer of a CPU. */
#ifndef RINGCHECK_KERNEL_CORESIGHT_API_H
#define RINGCHECK_KERNEL_CORESIGHT_API_H

/* Whether it traces an event: there may be none, the session may have no path from it, or it cannot be
 * enabled. */
enum rc_tracer_case {
	RC_TRACER_TRACES,
	RC_TRACER_MISSING,
	RC_TRACER_ELSEWHERE,
	RC_TRACER_REFUSES
};

#endif
