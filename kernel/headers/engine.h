/* The kernel's primitives where the text runs on the engine: each call stands where the text has
 * it, so that an execution is shown with the kernel's own lines, and local_t is what the machine
 * has it for. */
#ifndef RINGCHECK_KERNEL_ENGINE_H
#define RINGCHECK_KERNEL_ENGINE_H

#include "memory.h"

/* What the table of a machine may make of local_t operations, after enum rc_mark. */
enum {
	RC_LOCAL_LOCKED = RC_COUNT + 1, /* atomic against every CPU, without an order */
	RC_LOCAL_SILENT,		/* the same of one that returns nothing */
	RC_LOCAL_FULL			/* a full barrier */
};

/* RC_LOCAL_TABLE 0: arch/powerpc/include/asm/local.h, what portable code may assume; 1: arch/x86,
 * where only the exchange locks; 2: include/asm-generic/local.h, which is atomic_long_t. */
#if RC_LOCAL_TABLE == 2
#define RC_LOCAL_ADD RC_LOCAL_SILENT
#define RC_LOCAL_RETURN RC_LOCAL_FULL
#define RC_LOCAL_EXCHANGE RC_LOCAL_FULL
#elif RC_LOCAL_TABLE == 1
#define RC_LOCAL_ADD RC_LOCAL
#define RC_LOCAL_RETURN RC_LOCAL
#define RC_LOCAL_EXCHANGE RC_LOCAL_LOCKED
#else
#define RC_LOCAL_ADD RC_LOCAL
#define RC_LOCAL_RETURN RC_LOCAL
#define RC_LOCAL_EXCHANGE RC_LOCAL
#endif

/* Where an interrupt may come: before each access and each fence of the text. Ours does not: it
 * calls what is in parentheses. */
#ifdef RC_INTERRUPTS
void rc_interrupt_point(void);
#define rc_load(at, bytes, mark) (rc_interrupt_point(), (rc_load)(at, bytes, mark))
#define rc_store(at, bytes, value, mark) (rc_interrupt_point(), (rc_store)(at, bytes, value, mark))
#define rc_fetch(at, bytes, operation, operand, mark) \
	(rc_interrupt_point(), (rc_fetch)(at, bytes, operation, operand, mark))
#define rc_compare(at, bytes, old, new, mark) \
	(rc_interrupt_point(), (rc_compare)(at, bytes, old, new, mark))
#undef smp_wmb
#define smp_wmb() (rc_interrupt_point(), rc_order(RC_SMP_WMB))
#else
#define rc_interrupt_point() ((void)0)
/* A 32-bit kernel and its reader access words of 64 bits half by half. Stores come lower half first,
 * loads as the compiler likes. */
#ifdef RC_LONG_32
#ifndef RC_SET_HIGH_FIRST
#define RC_SET_HIGH_FIRST 0
#endif
#define rc_half(at, which) ((volatile u32 *)(at) + (which))
#define rc_load_half(at, which, mark) ((rc_load)(rc_half(at, which), 4, mark) << 32 * (which))
#define rc_load(at, bytes, mark)                                      \
	((bytes) == 8 ? rc_load_half(at, RC_SET_HIGH_FIRST, mark) |   \
				rc_load_half(at, !RC_SET_HIGH_FIRST, mark) : \
			(rc_load)(at, bytes, mark))
#define rc_store(at, bytes, value, mark)                                            \
	((bytes) == 8 ? ((rc_store)(rc_half(at, 0), 4, (u32)(value), mark),         \
			 (rc_store)(rc_half(at, 1), 4, (u64)(value) >> 32, mark)) : \
			(rc_store)(at, bytes, value, mark))
#endif
#endif

/* include/asm-generic/local.h */
#define local_read(l) rc_read(&(l)->a.counter, RC_LOCAL)
#define local_set(l, value) rc_write(&(l)->a.counter, value, RC_LOCAL)
#define local_add(value, l) rc_add(&(l)->a.counter, value, RC_LOCAL_ADD)
#define local_sub(value, l) rc_add(&(l)->a.counter, -(long)(value), RC_LOCAL_ADD)
#define local_inc(l) local_add(1, l)
#define local_dec(l) local_sub(1, l)
#define local_inc_return(l) rc_add_return(&(l)->a.counter, 1, RC_LOCAL_RETURN)
#define local_xchg(l, value) rc_exchange(&(l)->a.counter, value, RC_LOCAL_EXCHANGE)
#define local_cmpxchg(l, old, new) rc_cmpxchg(&(l)->a.counter, old, new, RC_LOCAL_RETURN)
#define local_try_cmpxchg(l, old, new)                            \
	({                                                        \
		long rc_wanted = *(old);                          \
		long rc_found = local_cmpxchg(l, rc_wanted, new); \
		bool rc_moved = rc_found == rc_wanted;            \
		if (!rc_moved)                                    \
			*(old) = rc_found;                        \
		rc_moved;                                         \
	})

/* include/linux/atomic/atomic-instrumented.h */
#define atomic_read(v) rc_read(&(v)->counter, RC_ONCE)
#define atomic_set(v, value) rc_write(&(v)->counter, value, RC_ONCE)
#define atomic_set_release(v, value) rc_write(&(v)->counter, value, RC_RELEASE)
#define atomic_xchg(v, value) rc_exchange(&(v)->counter, value, RC_FULL)
#define atomic64_inc(v) rc_add(&(v)->counter, 1, RC_ATOMIC)

/* include/linux/string.h: a copy out of the CPU's own memory, by accesses of eight bytes as far as
 * sizes and places allow. With RC_MARKED_DATA each of them is marked, for models in which plain
 * accesses mean less. */
void rc_copy(void *to, const void *from, size_t size, int marked);
#ifndef RC_MARKED_DATA
#define RC_MARKED_DATA 0
#endif
#undef memcpy
#ifdef RC_INTERRUPTS
void rc_copy_words(void *to, const void *from, size_t size);
#define memcpy(to, from, size) rc_copy_words(to, from, size)
#else
#define memcpy(to, from, size) rc_copy(to, from, size, RC_MARKED_DATA)
#endif
/* A volatile read-modify-write, as the load and the store that it is. */
#define rc_increment(x)                                       \
	do {                                                  \
		const rc_unqualified(x) rc_before = READ_ONCE(x); \
		WRITE_ONCE(x, rc_before + 1);                 \
	} while (0)

#ifdef RC_LIFETIME
/* Each allocation stands where the text has it, so that the block is named after what it is for. */
void *calloc(size_t count, size_t size);
#define rc_alloc(size, gfp) calloc(1, size)
#undef rcu_read_lock
#undef rcu_read_unlock
void rc_enter_section(void);
void rc_leave_section(void);
#define rcu_read_lock() rc_enter_section()
#define rcu_read_unlock() rc_leave_section()
#endif

#endif
