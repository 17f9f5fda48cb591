/* How the kernel's text, compiled for this machine, reaches the program that loaded it. */
#ifndef RINGCHECK_KERNEL_HOST_H
#define RINGCHECK_KERNEL_HOST_H

#include "machine.h"

#ifdef __cplusplus
extern "C" {
#endif

enum rc_access_kind { RC_LOAD, RC_STORE, RC_FETCH, RC_COMPARE };

/* An access to memory. */
struct rc_access {
	enum rc_access_kind kind;
	enum rc_mark mark;
	const volatile void *at;
	unsigned int bytes;
};

/* What the loader does for the text. Any of them may leave by an exception. */
struct rc_host {
	/* Before an access: an interrupt may come here. After it: what was there, and is now. */
	void (*before)(const struct rc_access *access);
	void (*after)(const struct rc_access *access, unsigned long long old,
		      unsigned long long now);
	/* A plain store comes next: what is there is known when the next call comes. */
	void (*stores)(const struct rc_access *access);
	void (*point)(enum rc_point point);
	void (*warned)(const char *condition, const char *file, int line);
	void (*failed)(const char *condition, const char *file, int line);
	/* The task may be put to sleep here. */
	void (*may_sleep)(void);
	/* Zeroed memory, null if it cannot be had. */
	void *(*alloc)(unsigned long long size);
	void (*free)(const void *object);
	void *(*alloc_pages)(unsigned int order);
	/* Pages with contiguous addresses, null if they cannot be had; how many they were. */
	void *(*alloc_run)(unsigned long long pages);
	unsigned long long (*pages_of_run)(const void *memory);
	void (*drop_page)(void *page);
	void *(*page_of)(const void *address);
	void *(*place_on_cpu)(const void *variable, int cpu);
	void *(*alloc_per_cpu)(unsigned long long size);
	int (*cpu)(void);
	int (*level)(void);
	int (*atomic_now)(void);
	void (*lock)(int *held);
	int (*try_lock)(int *held);
	void (*unlock)(int *held);
	int (*queue_work)(void *work, int cpu);
	void (*wake)(void *queue);
	void (*after_grace)(void *head, void (*func)(void *head));
	int (*call_cpu)(int cpu, void (*func)(void *info), void *info);
	/* Anything else, by name: what it returns. */
	long long (*ask)(const char *name, long long argument);
};

void rc_connect(const struct rc_host *host);

#ifdef __cplusplus
}
#endif

#endif
