/* What our C behind the opening of events offers to who loads it. */
#ifndef RINGCHECK_KERNEL_OPEN_API_H
#define RINGCHECK_KERNEL_OPEN_API_H

#ifdef __cplusplus
extern "C" {
#endif

#define RC_OPEN_EVENTS 8
#define RC_OPEN_CPUS 2

enum rc_open_pmu { RC_OPEN_PT, RC_OPEN_BTS, RC_OPEN_SPE, RC_OPEN_ETM, RC_OPEN_PMUS };

/* What the machine has. */
struct rc_open_setup {
	int lbr_pt_coexist;
	int branch_always; /* of PT: it cannot do without branches */
	unsigned long long spe_features; /* bits of SPE_PMU_FEAT_FILT_: events, types, latency, inverse */
	unsigned int spe_version; /* PMSVer, from 1 */
	unsigned int spe_cpus; /* a bit a CPU */
	int paranoid;
};
struct rc_open_attr {
	enum rc_open_pmu pmu;
	int other_type; /* attr.type is that of another PMU */
	unsigned long long config, config1, config2, config3;
	int exclude_kernel, exclude_user, exclude_idle, freq;
	int of_task;
	int cpu; /* -1: wherever the task runs */
};

void rc_open_reset(const struct rc_open_setup *setup);
/* perf_event_open of event `number`; 0 or an error number. */
long long rc_open_event(unsigned int number, const struct rc_open_attr *attr);
/* A task forks that has event `parent`: its child's is `number`. */
long long rc_open_fork(unsigned int parent, unsigned int number);
/* An event goes, and those that were inherited from it before. */
void rc_open_close(unsigned int number);
/* A user of LBR comes, or goes. */
int rc_open_lbr(int comes);

enum rc_open_count {
	RC_OPEN_LBR_USERS,
	RC_OPEN_BTS_USERS,
	RC_OPEN_PT_USERS,
	RC_OPEN_ACTIVE,
	RC_OPEN_HARDWARE,
	RC_OPEN_EXCLUSIVE, /* of each PMU, from here on */
	RC_OPEN_COUNTS = RC_OPEN_EXCLUSIVE + RC_OPEN_PMUS
};
long long rc_open_counted(enum rc_open_count which);
/* Whether an event is there; whether Arm SPE samples contexts for it. */
int rc_open_is_there(unsigned int number);
int rc_open_has_contexts(unsigned int number);

#ifdef __cplusplus
}
#endif

#endif
