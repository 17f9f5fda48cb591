/* What all programs that `ringcheck kernel --scenario` explores have in common: claims, threads,
 * and a buffer in words that have names. */
#ifndef RC_WORLD
#define RC_WORLD

#include "engine_services.c"
#include "events.c"

/* `text` says what has to hold: it is found by the place of the call. */
#define rc_claim(condition, text) __VERIFIER_assert(condition)
void __VERIFIER_assert(int condition);
_Bool __VERIFIER_nondet_bool(void);

int pthread_create(unsigned long long *thread, const void *attributes, void *(*routine)(void *),
		   void *argument);
int pthread_join(unsigned long long thread, void **result);

/* A buffer, and the addresses of its pages. */
#ifndef RC_DATA_PAGES
#define RC_DATA_PAGES 1
#endif
static struct {
	struct perf_buffer buffer;
	void *pages[RC_DATA_PAGES];
} rc_ring;
static struct perf_event *rc_event;

#endif
