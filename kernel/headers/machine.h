/* What the kernel's text asks of whoever runs it: a recorder on plain memory, or the engine under a
 * memory model. Read as C by the kernel's text, and as C++ by who runs it. */
#ifndef RINGCHECK_KERNEL_MACHINE_H
#define RINGCHECK_KERNEL_MACHINE_H

#ifdef __cplusplus
extern "C" {
#endif

/* How an access is marked: what it orders, and whom it is atomic against. */
enum rc_mark {
	RC_PLAIN,   /* as the compiler makes it */
	RC_ONCE,    /* a single access */
	RC_ACQUIRE, /* orders what comes after it */
	RC_RELEASE, /* orders what came before it */
	RC_LOCAL,   /* local_t: against this CPU's interrupts */
	RC_ATOMIC,  /* atomic_t without order */
	RC_FULL,    /* atomic_t as a full barrier */
	RC_COUNT    /* refcount_t: release when taken down, control when taken up */
};

enum rc_operation { RC_ADD, RC_EXCHANGE, RC_OR, RC_AND };

enum rc_point {
	RC_BARRIER, /* the compiler only */
	RC_SMP_MB,
	RC_SMP_RMB,
	RC_SMP_WMB,
	RC_MB, /* from here on devices are included */
	RC_RMB,
	RC_WMB,
	RC_DMA_MB,
	RC_DMA_RMB,
	RC_DMA_WMB,
	RC_PREEMPT_DISABLE,
	RC_PREEMPT_ENABLE,
	RC_RCU_LOCK,
	RC_RCU_UNLOCK,
	RC_IRQ_DISABLE,
	RC_IRQ_ENABLE,
	RC_SYNCHRONIZE_RCU,
	RC_ISB /* registers that were written take effect */
};

/* `bytes`: 1, 2, 4 or 8. rc_fetch and rc_compare return what was there before. */
unsigned long long rc_load(const volatile void *at, unsigned int bytes, enum rc_mark mark);
void rc_store(volatile void *at, unsigned int bytes, unsigned long long value,
	      enum rc_mark mark);
unsigned long long rc_fetch(volatile void *at, unsigned int bytes, enum rc_operation operation,
			    unsigned long long operand, enum rc_mark mark);
unsigned long long rc_compare(volatile void *at, unsigned int bytes, unsigned long long expected,
			      unsigned long long desired, enum rc_mark mark);
void rc_order(enum rc_point point);
/* A count goes up, unless it is 0; down, and whether it is 0 then. */
int rc_count_up(int *count);
int rc_count_down(int *count);

/* Anything else, by name: what the host knows. */
long long rc_ask(const char *name, long long argument);

/* A condition of WARN_ON held; one of BUG_ON, or of what is not modelled. */
void rc_warn(const char *condition, const char *file, int line);
void rc_bug_if(int holds, const char *condition, const char *file, int line);

#ifdef __cplusplus
}
#endif

#endif
