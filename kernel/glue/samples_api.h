/* What our C behind the samples of the perf core offers to who loads it. */
#ifndef RINGCHECK_KERNEL_SAMPLES_API_H
#define RINGCHECK_KERNEL_SAMPLES_API_H

#include "events_api.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Whose trace is sampled: the event's own, nobody's, or that of an event without a buffer. */
enum rc_sampler { RC_SAMPLES_OWN, RC_SAMPLES_NONE, RC_SAMPLES_BUFFERLESS };

/* What an event samples, and what there is to sample; the same for each of its samples. */
struct rc_sampled_setup {
	unsigned long long regs; /* mask */
	unsigned int stack_user; /* bytes */
	unsigned int aux_size; /* bytes */
	int has_hw_index;
	unsigned int given; /* bits: RC_GIVES_… */
	unsigned int raw_bytes, raw_pieces;
	unsigned int branches;
	int in_kernel; /* the task is interrupted in the kernel */
	int is_kernel_thread;
	int has_no_memory; /* the task is about to end */
	unsigned int user_stack, stack_mapped; /* bytes above the stack pointer; readable ones */
	unsigned int aux_missing; /* bytes that the trace unit gives less than it is asked for */
	enum rc_sampler sampler;
};

/* What the PMU gives; the rest the core works out. */
enum rc_given {
	RC_GIVES_ADDR = 1,
	RC_GIVES_WEIGHT = 2,
	RC_GIVES_DATA_SRC = 4,
	RC_GIVES_TXN = 8,
	RC_GIVES_RAW = 16,
	RC_GIVES_BRANCHES = 32,
	RC_GIVES_READ = 64, /* it has read the counters */
	RC_GIVES_IP = 128,
	RC_GIVES_TIME = 256,
	RC_GIVES_COUNTERS = 512 /* of branches, in kernels that have them */
};

/* What perf_prepare_sample worked out. */
struct rc_prepared {
	unsigned int size, stack_size;
	unsigned long long aux_size;
};

/* `bufferless` is an event that has no buffer. */
void rc_set_sampled(void *event, void *bufferless, const struct rc_sampled_setup *setup);
/* A sample of `event`, with `chain` words of call chain. Returns what perf_event_output returns. */
int rc_take_sample(void *event, unsigned long long period, unsigned int chain);
/* Only works out how large it is. */
void rc_prepare_sample(void *event, unsigned int chain, struct rc_prepared *prepared);
/* What kinds of memory access a sample has where nobody gives one. */
unsigned long long rc_no_data_source(void);

#ifdef __cplusplus
}
#endif

#endif
