/* The kernel's primitives, as calls of whoever runs the kernel's text: a recorder on plain memory,
 * or the engine under a memory model. */
#ifndef RINGCHECK_KERNEL_PRIMITIVES_H
#define RINGCHECK_KERNEL_PRIMITIVES_H

#include "machine.h"
#include "types.h"

/* include/asm-generic/rwonce.h */
#define rc_value(type, word)                            \
	({                                              \
		union {                                 \
			u64 from;                       \
			typeof(type) to;                \
		} rc_union = { .from = (word) };        \
		rc_union.to;                            \
	})
#define rc_word(value)                                       \
	({                                                   \
		union {                                      \
			u64 to;                              \
			typeof(value) from;                  \
		} rc_union = { 0 };                          \
		rc_union.from = (value);                     \
		rc_union.to;                                 \
	})
#define rc_unqualified(x) __typeof_unqual__(x)
#define READ_ONCE(x) rc_value(rc_unqualified(x), rc_load(&(x), sizeof(x), RC_ONCE))
#define WRITE_ONCE(x, value) \
	rc_store(&(x), sizeof(x), rc_word((rc_unqualified(x))(value)), RC_ONCE)

/* include/asm-generic/barrier.h, include/linux/compiler.h */
#define barrier() rc_order(RC_BARRIER)
#define smp_mb() rc_order(RC_SMP_MB)
#define smp_rmb() rc_order(RC_SMP_RMB)
#define smp_wmb() rc_order(RC_SMP_WMB)
#define mb() rc_order(RC_MB)
#define rmb() rc_order(RC_RMB)
#define wmb() rc_order(RC_WMB)
#define dma_mb() rc_order(RC_DMA_MB)
#define dma_rmb() rc_order(RC_DMA_RMB)
#define dma_wmb() rc_order(RC_DMA_WMB)
#define smp_load_acquire(p) rc_value(rc_unqualified(*(p)), rc_load(p, sizeof(*(p)), RC_ACQUIRE))
#define smp_store_release(p, value) \
	rc_store(p, sizeof(*(p)), rc_word((rc_unqualified(*(p)))(value)), RC_RELEASE)
#define smp_mb__before_atomic() smp_mb()
#define smp_mb__after_atomic() smp_mb()

/* include/linux/types.h, refcount.h, include/asm-generic/local.h, local64.h */
typedef struct {
	int counter;
} atomic_t;
typedef struct {
	s64 counter;
} atomic64_t;
typedef struct {
	long counter;
} atomic_long_t;
typedef struct {
	atomic_t refs;
} refcount_t;
typedef struct {
	atomic_long_t a;
} local_t;
typedef struct {
	s64 a;
} local64_t;
#define ATOMIC_INIT(value) { (value) }
#define REFCOUNT_INIT(value) { { (value) } }
#define LOCAL_INIT(value) { { (value) } }

#define rc_size(at) sizeof(*(at))
#define rc_read(at, mark) ((typeof(*(at)))rc_load(at, rc_size(at), mark))
#define rc_write(at, value, mark) rc_store(at, rc_size(at), (u64)(typeof(*(at)))(value), mark)
#define rc_add_return(at, value, mark)                                                       \
	((typeof(*(at)))(rc_fetch(at, rc_size(at), RC_ADD, (u64)(typeof(*(at)))(value), mark) + \
			 (u64)(value)))
#define rc_add(at, value, mark) \
	((void)rc_fetch(at, rc_size(at), RC_ADD, (u64)(typeof(*(at)))(value), mark))
#define rc_exchange(at, value, mark) \
	((typeof(*(at)))rc_fetch(at, rc_size(at), RC_EXCHANGE, (u64)(typeof(*(at)))(value), mark))
#define rc_cmpxchg(at, old, new, mark)                                       \
	((typeof(*(at)))rc_compare(at, rc_size(at), (u64)(typeof(*(at)))(old), \
				   (u64)(typeof(*(at)))(new), mark))

/* include/linux/atomic/atomic-arch-fallback.h raw_atomic_fetch_add_unless. On the engine one
 * access, as in the kernel's memory model. */
#ifdef RC_ENGINE
long long __LKMM_add_unless(volatile void *at, size_t bytes, long long value, long long unless);
#define rc_fetch_unless(name, v, value, unless) \
	((typeof((v)->counter))__LKMM_add_unless(&(v)->counter, sizeof((v)->counter), value, unless))
#else
#define rc_fetch_unless(name, v, value, unless)                                         \
	({                                                                              \
		typeof((v)->counter) rc_seen;                                           \
		do                                                                      \
			rc_seen = name##_read(v);                                       \
		while (rc_seen != (unless) &&                                           \
		       name##_cmpxchg(v, rc_seen, rc_seen + (value)) != rc_seen);       \
		rc_seen;                                                                \
	})
#endif

/* include/linux/atomic/atomic-instrumented.h, for each width of atomic. */
#define RC_DEFINE_ATOMIC(name, type, word)                                         \
	static inline word name##_read(const type *v)                              \
	{                                                                          \
		return rc_read(&v->counter, RC_ONCE);                              \
	}                                                                          \
	static inline void name##_set(type *v, word value)                         \
	{                                                                          \
		rc_write(&v->counter, value, RC_ONCE);                             \
	}                                                                          \
	static inline void name##_set_release(type *v, word value)                 \
	{                                                                          \
		rc_write(&v->counter, value, RC_RELEASE);                          \
	}                                                                          \
	static inline void name##_add(word value, type *v)                         \
	{                                                                          \
		rc_add(&v->counter, value, RC_ATOMIC);                             \
	}                                                                          \
	static inline void name##_sub(word value, type *v)                         \
	{                                                                          \
		rc_add(&v->counter, -value, RC_ATOMIC);                            \
	}                                                                          \
	static inline void name##_inc(type *v)                                     \
	{                                                                          \
		rc_add(&v->counter, 1, RC_ATOMIC);                                 \
	}                                                                          \
	static inline void name##_dec(type *v)                                     \
	{                                                                          \
		rc_add(&v->counter, -1, RC_ATOMIC);                                \
	}                                                                          \
	static inline word name##_inc_return(type *v)                              \
	{                                                                          \
		return rc_add_return(&v->counter, 1, RC_FULL);                     \
	}                                                                          \
	static inline word name##_dec_return(type *v)                              \
	{                                                                          \
		return rc_add_return(&v->counter, -1, RC_FULL);                    \
	}                                                                          \
	static inline bool name##_dec_and_test(type *v)                            \
	{                                                                          \
		return rc_add_return(&v->counter, -1, RC_FULL) == 0;               \
	}                                                                          \
	static inline word name##_xchg(type *v, word value)                        \
	{                                                                          \
		return rc_exchange(&v->counter, value, RC_FULL);                   \
	}                                                                          \
	static inline word name##_cmpxchg(type *v, word old, word new)             \
	{                                                                          \
		return rc_cmpxchg(&v->counter, old, new, RC_FULL);                 \
	}                                                                          \
	static inline word name##_fetch_add_unless(type *v, word value, word unless) \
	{                                                                          \
		return rc_fetch_unless(name, v, value, unless);                    \
	}                                                                          \
	static inline bool name##_add_unless(type *v, word value, word unless)     \
	{                                                                          \
		return name##_fetch_add_unless(v, value, unless) != unless;        \
	}                                                                          \
	static inline bool name##_inc_not_zero(type *v)                            \
	{                                                                          \
		return name##_add_unless(v, 1, 0);                                 \
	}

#define atomic_read_acquire(v) rc_read(&(v)->counter, RC_ACQUIRE)
RC_DEFINE_ATOMIC(atomic, atomic_t, int)
RC_DEFINE_ATOMIC(atomic64, atomic64_t, s64)
RC_DEFINE_ATOMIC(atomic_long, atomic_long_t, long)

#define xchg(at, value) rc_exchange(at, value, RC_FULL)
#define cmpxchg(at, old, new) rc_cmpxchg(at, old, new, RC_FULL)
#define try_cmpxchg(at, expected, new)                                     \
	({                                                                 \
		typeof(*(at)) rc_wanted = *(expected);                     \
		typeof(*(at)) rc_found = rc_cmpxchg(at, rc_wanted, new, RC_FULL); \
		if (rc_found != rc_wanted)                                 \
			*(expected) = rc_found;                            \
		rc_found == rc_wanted;                                     \
	})

/* include/asm-generic/local.h and arch/<machine>/include/asm/local.h */
static inline long local_read(const local_t *l)
{
	return rc_read(&l->a.counter, RC_LOCAL);
}
static inline void local_set(local_t *l, long value)
{
	rc_write(&l->a.counter, value, RC_LOCAL);
}
static inline void local_add(long value, local_t *l)
{
	rc_add(&l->a.counter, value, RC_LOCAL);
}
static inline void local_sub(long value, local_t *l)
{
	rc_add(&l->a.counter, -value, RC_LOCAL);
}
static inline void local_inc(local_t *l)
{
	rc_add(&l->a.counter, 1, RC_LOCAL);
}
static inline void local_dec(local_t *l)
{
	rc_add(&l->a.counter, -1, RC_LOCAL);
}
static inline long local_inc_return(local_t *l)
{
	return rc_add_return(&l->a.counter, 1, RC_LOCAL);
}
static inline long local_xchg(local_t *l, long value)
{
	return rc_exchange(&l->a.counter, value, RC_LOCAL);
}
static inline long local_cmpxchg(local_t *l, long old, long new)
{
	return rc_cmpxchg(&l->a.counter, old, new, RC_LOCAL);
}
static inline bool local_try_cmpxchg(local_t *l, long *old, long new)
{
	long wanted = *old;
	long found = local_cmpxchg(l, wanted, new);

	if (found != wanted)
		*old = found;
	return found == wanted;
}
static inline s64 local64_read(const local64_t *l)
{
	return rc_read(&l->a, RC_LOCAL);
}
static inline void local64_set(local64_t *l, s64 value)
{
	rc_write(&l->a, value, RC_LOCAL);
}
static inline s64 local64_xchg(local64_t *l, s64 value)
{
	return rc_exchange(&l->a, value, RC_LOCAL);
}
static inline void local64_add(s64 value, local64_t *l)
{
	rc_add(&l->a, value, RC_LOCAL);
}

/* include/linux/refcount.h */
static inline void refcount_set(refcount_t *r, int value)
{
	rc_write(&r->refs.counter, value, RC_ONCE);
}
static inline unsigned int refcount_read(const refcount_t *r)
{
	return (unsigned int)rc_read(&r->refs.counter, RC_ONCE);
}


static inline bool refcount_inc_not_zero(refcount_t *r)
{
	return rc_count_up(&r->refs.counter);
}
static inline void refcount_inc(refcount_t *r)
{
	if (!rc_count_up(&r->refs.counter))
		rc_warn("refcount_inc of 0", __FILE__, __LINE__);
}
static inline bool refcount_dec_and_test(refcount_t *r)
{
	return rc_count_down(&r->refs.counter);
}

/* include/linux/preempt.h, hardirq.h, irqflags.h */
#define preempt_disable() rc_order(RC_PREEMPT_DISABLE)
#define preempt_enable() rc_order(RC_PREEMPT_ENABLE)
#define preempt_disable_notrace() preempt_disable()
#define preempt_enable_notrace() preempt_enable()
#define migrate_disable() preempt_disable()
#define migrate_enable() preempt_enable()
#define local_irq_save(flags) do { (flags) = 0; rc_order(RC_IRQ_DISABLE); } while (0)
#define local_irq_restore(flags) do { (void)(flags); rc_order(RC_IRQ_ENABLE); } while (0)
#define local_irq_disable() rc_order(RC_IRQ_DISABLE)
#define local_irq_enable() rc_order(RC_IRQ_ENABLE)
/* How deep in interrupts this code is: 0 task, 1 softirq, 2 hardirq, 3 NMI. */
int rc_context_level(void);
#define interrupt_context_level() ((unsigned char)rc_context_level())
#define in_nmi() (rc_context_level() == 3)
bool rc_in_atomic(void);
#define in_atomic() rc_in_atomic()

/* include/linux/smp.h */
int rc_cpu(void);
#define smp_processor_id() rc_cpu()
#define raw_smp_processor_id() rc_cpu()

/* include/linux/percpu.h, percpu-defs.h: a variable stands for one of each CPU. */
void *rc_per_cpu(const void *variable, int cpu);
void *rc_alloc_per_cpu(size_t size);
#define RC_PER_CPU __attribute__((section("rc_cpu_data")))
#define DEFINE_PER_CPU(type, name) RC_PER_CPU typeof(type) name
#define DECLARE_PER_CPU(type, name) extern RC_PER_CPU typeof(type) name
#define per_cpu_ptr(p, cpu) ((typeof(&*(p)))rc_per_cpu(p, cpu))
#define this_cpu_ptr(p) per_cpu_ptr(p, smp_processor_id())
#define raw_cpu_ptr(p) this_cpu_ptr(p)
#define per_cpu(variable, cpu) (*per_cpu_ptr(&(variable), cpu))
#define __this_cpu_read(variable) READ_ONCE(*this_cpu_ptr(&(variable)))
#define __this_cpu_write(variable, value) WRITE_ONCE(*this_cpu_ptr(&(variable)), value)
#define this_cpu_read(variable) __this_cpu_read(variable)
#define this_cpu_write(variable, value) __this_cpu_write(variable, value)
#define alloc_percpu(type) ((typeof(type) *)rc_alloc_per_cpu(sizeof(type)))

/* include/linux/smp.h: runs `func` on another CPU and waits for it. */
int smp_call_function_single(int cpu, void (*func)(void *info), void *info, int wait);

/* include/linux/rcupdate.h */
#define rcu_read_lock() rc_order(RC_RCU_LOCK)
#define rcu_read_unlock() rc_order(RC_RCU_UNLOCK)
#define rcu_dereference(p) READ_ONCE(p)
#define rcu_dereference_check(p, condition) READ_ONCE(p)
#define rcu_dereference_protected(p, condition) (p)
#define rcu_access_pointer(p) READ_ONCE(p)
#define rcu_assign_pointer(p, value) smp_store_release(&(p), value)
#define RCU_INIT_POINTER(p, value) WRITE_ONCE(p, value)
#define synchronize_rcu() rc_order(RC_SYNCHRONIZE_RCU)
void rc_call_rcu(struct rcu_head *head, rcu_callback_t func);
#define call_rcu(head, func) rc_call_rcu(head, func)
unsigned long get_state_synchronize_rcu(void);
void cond_synchronize_rcu(unsigned long state);
#define lockdep_assert_held(lock) do { } while (0)
#define lockdep_assert_irqs_disabled() do { } while (0)
#define lockdep_assert_preemption_disabled() do { } while (0)
#define lockdep_assert(condition) do { } while (0)

/* include/linux/bug.h */
#define WARN_ON(condition)                                                  \
	({                                                                  \
		int rc_holds = !!(condition);                               \
		if (rc_holds)                                               \
			rc_warn(#condition, __FILE__, __LINE__);            \
		rc_holds;                                                   \
	})
#define WARN_ON_ONCE(condition) WARN_ON(condition)
#define WARN(condition, ...) WARN_ON(condition)
#define WARN_ONCE(condition, ...) WARN_ON(condition)
#define BUG_ON(condition) rc_bug_if(!!(condition), #condition, __FILE__, __LINE__)
#define BUG() rc_bug_if(1, "BUG", __FILE__, __LINE__)

/* include/linux/spinlock.h, mutex.h, irq_work.h, wait.h: word 0 is free. */
typedef struct spinlock {
	int held;
} spinlock_t;
typedef struct spinlock raw_spinlock_t;
struct mutex {
	int held;
};
void rc_lock(int *held);
bool rc_try_lock(int *held);
void rc_unlock(int *held);
#define spin_lock_init(lock) ((void)((lock)->held = 0))
#define raw_spin_lock_init(lock) spin_lock_init(lock)
#define spin_lock(lock) rc_lock(&(lock)->held)
#define spin_unlock(lock) rc_unlock(&(lock)->held)
#define raw_spin_lock(lock) spin_lock(lock)
#define raw_spin_unlock(lock) spin_unlock(lock)
#define spin_lock_irqsave(lock, flags) do { local_irq_save(flags); spin_lock(lock); } while (0)
#define spin_unlock_irqrestore(lock, flags) \
	do { spin_unlock(lock); local_irq_restore(flags); } while (0)
#define raw_spin_lock_nested(lock, class) spin_lock(lock)
#define raw_spin_lock_irq(lock) do { local_irq_disable(); spin_lock(lock); } while (0)
#define raw_spin_unlock_irq(lock) do { spin_unlock(lock); local_irq_enable(); } while (0)
#define raw_spin_lock_irqsave(lock, flags) spin_lock_irqsave(lock, flags)
#define raw_spin_unlock_irqrestore(lock, flags) spin_unlock_irqrestore(lock, flags)
/* include/linux/cleanup.h: to the end of the block. */
#define guard(kind) rc_guard_##kind
#define rc_guard_raw_spinlock_irqsave(lock) \
	raw_spinlock_t *rc_guarded __attribute__((cleanup(rc_leave_guard))) = rc_enter_guard(lock)
static inline raw_spinlock_t *rc_enter_guard(raw_spinlock_t *lock)
{
	unsigned long flags;

	raw_spin_lock_irqsave(lock, flags);
	(void)flags;
	return lock;
}
static inline void rc_leave_guard(raw_spinlock_t **lock)
{
	raw_spin_unlock_irqrestore(*lock, 0);
}
#define mutex_init(mutex) ((void)((mutex)->held = 0))
#define mutex_lock(mutex) rc_lock(&(mutex)->held)
#define mutex_lock_nested(mutex, class) rc_lock(&(mutex)->held)
#define mutex_unlock(mutex) rc_unlock(&(mutex)->held)
#define mutex_trylock(mutex) rc_try_lock(&(mutex)->held)
#define SINGLE_DEPTH_NESTING 1
#define DEFINE_MUTEX(name) struct mutex name
#define DEFINE_SPINLOCK(name) spinlock_t name
static inline bool atomic_dec_and_mutex_lock(atomic_t *count, struct mutex *lock)
{
	/* All but the last are taken down without the lock. kernel/locking/mutex.c */
	if (atomic_add_unless(count, -1, 1))
		return false;
	mutex_lock(lock);
	if (atomic_dec_and_test(count))
		return true;
	mutex_unlock(lock);
	return false;
}

struct irq_work {
	void (*func)(struct irq_work *work);
	int queued;
};
#define IRQ_WORK_INIT_HARD(function) ((struct irq_work){ .func = (function) })
static inline void init_irq_work(struct irq_work *work, void (*func)(struct irq_work *))
{
	work->func = func;
	work->queued = 0;
}
bool irq_work_queue(struct irq_work *work);
bool irq_work_queue_on(struct irq_work *work, int cpu);

typedef struct wait_queue_head {
	int waiters;
	int held, entry; /* on the engine: its lock, and whether the one who may wait stands there */
} wait_queue_head_t;
void wake_up_all(wait_queue_head_t *head);
#define init_waitqueue_head(head) ((void)((head)->waiters = 0))

#endif
