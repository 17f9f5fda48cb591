/* The Linux kernel's memory primitives for programs that `ringcheck check` runs.
 *
 * Names, and what they order, are the kernel's (Documentation/memory-barriers.txt, atomic_t.txt,
 * tools/memory-model). Under lkmm they mean what the model says; under a machine's model, what the
 * kernel compiles them to; under rc11, what models/vocabulary/c11.cpp has for them.
 */
#ifndef RINGCHECK_LINUX_H
#define RINGCHECK_LINUX_H

#ifdef __cplusplus
extern "C" {
#endif

/* The annotations of calls, in the order of their numbers. */
enum ringcheck_annotation {
  RINGCHECK_ONCE,
  RINGCHECK_ACQUIRE,
  RINGCHECK_RELEASE,
  RINGCHECK_MB,
  RINGCHECK_WMB,
  RINGCHECK_RMB,
  RINGCHECK_RCU_LOCK,
  RINGCHECK_RCU_UNLOCK,
  RINGCHECK_SYNC_RCU,
  RINGCHECK_BEFORE_ATOMIC,
  RINGCHECK_AFTER_ATOMIC,
  RINGCHECK_AFTER_SPINLOCK,
  RINGCHECK_BARRIER,
  RINGCHECK_AFTER_UNLOCK_LOCK
};
enum ringcheck_operation {
  RINGCHECK_ADD,
  RINGCHECK_SUB,
  RINGCHECK_AND,
  RINGCHECK_OR,
  RINGCHECK_XOR
};

/* What ringcheck defines. Sizes are in bytes. */
long long __LKMM_load(const volatile void *, __SIZE_TYPE__, int annotation);
void __LKMM_store(volatile void *, __SIZE_TYPE__, long long, int annotation);
long long __LKMM_xchg(volatile void *, __SIZE_TYPE__, long long, int annotation);
long long __LKMM_cmpxchg(volatile void *, __SIZE_TYPE__, long long expected, long long desired,
                         int annotation, int annotation_of_failure);
void __LKMM_atomic_op(volatile void *, __SIZE_TYPE__, long long, int operation);
long long __LKMM_atomic_op_return(volatile void *, __SIZE_TYPE__, long long, int annotation,
                                  int operation);
long long __LKMM_atomic_fetch_op(volatile void *, __SIZE_TYPE__, long long, int annotation,
                                 int operation);
long long __LKMM_add_unless(volatile void *, __SIZE_TYPE__, long long, long long unless);
void __LKMM_fence(int annotation);
void __LKMM_SPIN_LOCK(int *);
int __LKMM_SPIN_TRYLOCK(int *);
void __LKMM_SPIN_UNLOCK(int *);

#ifdef __cplusplus
}
#endif

/* A number as a value of the type that `pointer` points to, without its qualifiers. */
#define RINGCHECK_AS(pointer, value) ((__typeof__(*(pointer)))(value))
#define RINGCHECK_NUMBER(value) ((long long)(value))

#define RINGCHECK_LOAD(pointer, annotation) \
  RINGCHECK_AS(pointer, __LKMM_load((pointer), sizeof(*(pointer)), (annotation)))
#define RINGCHECK_STORE(pointer, value, annotation) \
  __LKMM_store((pointer), sizeof(*(pointer)), RINGCHECK_NUMBER(value), (annotation))

/* Accesses. */
#define READ_ONCE(x) RINGCHECK_LOAD(&(x), RINGCHECK_ONCE)
#define WRITE_ONCE(x, value) RINGCHECK_STORE(&(x), value, RINGCHECK_ONCE)
#define smp_load_acquire(pointer) RINGCHECK_LOAD(pointer, RINGCHECK_ACQUIRE)
#define smp_store_release(pointer, value) RINGCHECK_STORE(pointer, value, RINGCHECK_RELEASE)
#define smp_store_mb(x, value) \
  do {                         \
    WRITE_ONCE(x, value);      \
    smp_mb();                  \
  } while (0)

/* Barriers. */
#define barrier() __LKMM_fence(RINGCHECK_BARRIER)
#define smp_mb() __LKMM_fence(RINGCHECK_MB)
#define smp_wmb() __LKMM_fence(RINGCHECK_WMB)
#define smp_rmb() __LKMM_fence(RINGCHECK_RMB)
#define smp_mb__before_atomic() __LKMM_fence(RINGCHECK_BEFORE_ATOMIC)
#define smp_mb__after_atomic() __LKMM_fence(RINGCHECK_AFTER_ATOMIC)
#define smp_mb__after_spinlock() __LKMM_fence(RINGCHECK_AFTER_SPINLOCK)
#define smp_mb__after_unlock_lock() __LKMM_fence(RINGCHECK_AFTER_UNLOCK_LOCK)

/* Read-copy update. */
#define rcu_read_lock() __LKMM_fence(RINGCHECK_RCU_LOCK)
#define rcu_read_unlock() __LKMM_fence(RINGCHECK_RCU_UNLOCK)
#define synchronize_rcu() __LKMM_fence(RINGCHECK_SYNC_RCU)
#define synchronize_rcu_expedited() synchronize_rcu()
#define rcu_dereference(pointer) READ_ONCE(pointer)
#define rcu_dereference_check(pointer, condition) ((void)(condition), READ_ONCE(pointer))
#define rcu_dereference_raw(pointer) READ_ONCE(pointer)
#define rcu_access_pointer(pointer) READ_ONCE(pointer)
/* Where the updater's lock is held, nothing orders the access. */
#define rcu_dereference_protected(pointer, condition) ((void)(condition), (pointer))
#define RCU_INIT_POINTER(pointer, value) WRITE_ONCE(pointer, value)
#define rcu_assign_pointer(pointer, value) smp_store_release(&(pointer), value)

#ifndef likely
#define likely(condition) __builtin_expect(!!(condition), 1)
#define unlikely(condition) __builtin_expect(!!(condition), 0)
#endif
#ifndef BUG_ON
#define BUG() __builtin_trap()
#define BUG_ON(condition) \
  do {                    \
    if (condition) BUG(); \
  } while (0)
#endif

/* Read-modify-writes of any word. */
#define RINGCHECK_XCHG(pointer, value, annotation) \
  RINGCHECK_AS(pointer,                            \
               __LKMM_xchg((pointer), sizeof(*(pointer)), RINGCHECK_NUMBER(value), (annotation)))
#define RINGCHECK_CMPXCHG(pointer, expected, desired, annotation)                      \
  RINGCHECK_AS(pointer, __LKMM_cmpxchg((pointer), sizeof(*(pointer)),                  \
                                       RINGCHECK_NUMBER(expected),                     \
                                       RINGCHECK_NUMBER(desired), (annotation), (annotation)))
#define xchg(pointer, value) RINGCHECK_XCHG(pointer, value, RINGCHECK_MB)
#define xchg_relaxed(pointer, value) RINGCHECK_XCHG(pointer, value, RINGCHECK_ONCE)
#define xchg_acquire(pointer, value) RINGCHECK_XCHG(pointer, value, RINGCHECK_ACQUIRE)
#define xchg_release(pointer, value) RINGCHECK_XCHG(pointer, value, RINGCHECK_RELEASE)
#define cmpxchg(pointer, expected, desired) \
  RINGCHECK_CMPXCHG(pointer, expected, desired, RINGCHECK_MB)
#define cmpxchg_relaxed(pointer, expected, desired) \
  RINGCHECK_CMPXCHG(pointer, expected, desired, RINGCHECK_ONCE)
#define cmpxchg_acquire(pointer, expected, desired) \
  RINGCHECK_CMPXCHG(pointer, expected, desired, RINGCHECK_ACQUIRE)
#define cmpxchg_release(pointer, expected, desired) \
  RINGCHECK_CMPXCHG(pointer, expected, desired, RINGCHECK_RELEASE)

/* True iff the word held what `old` points to; afterwards, `old` points to what the word held. */
#define RINGCHECK_TRY_CMPXCHG(pointer, old, desired, annotation)                  \
  __extension__({                                                                 \
    const __typeof__(*(old)) ringcheck_expected = *(old);                         \
    *(old) = RINGCHECK_CMPXCHG(pointer, ringcheck_expected, desired, annotation); \
    *(old) == ringcheck_expected;                                                 \
  })
#define try_cmpxchg(pointer, old, desired) \
  RINGCHECK_TRY_CMPXCHG(pointer, old, desired, RINGCHECK_MB)
#define try_cmpxchg_relaxed(pointer, old, desired) \
  RINGCHECK_TRY_CMPXCHG(pointer, old, desired, RINGCHECK_ONCE)
#define try_cmpxchg_acquire(pointer, old, desired) \
  RINGCHECK_TRY_CMPXCHG(pointer, old, desired, RINGCHECK_ACQUIRE)
#define try_cmpxchg_release(pointer, old, desired) \
  RINGCHECK_TRY_CMPXCHG(pointer, old, desired, RINGCHECK_RELEASE)

/* Loads until the condition is true; in the condition, VAL is what was loaded. */
#define RINGCHECK_COND_LOAD(pointer, condition, annotation) \
  __extension__({                                           \
    __typeof__(*(pointer)) VAL;                             \
    do                                                      \
      VAL = RINGCHECK_LOAD(pointer, annotation);            \
    while (!(condition));                                   \
    VAL;                                                    \
  })
#define smp_cond_load_relaxed(pointer, condition) \
  RINGCHECK_COND_LOAD(pointer, condition, RINGCHECK_ONCE)
#define smp_cond_load_acquire(pointer, condition) \
  RINGCHECK_COND_LOAD(pointer, condition, RINGCHECK_ACQUIRE)

/* atomic_t and its kin. */
typedef struct {
  int counter;
} atomic_t;
typedef struct {
  long long counter;
} atomic64_t;
typedef struct {
  long counter;
} atomic_long_t;

#define ATOMIC_INIT(value) \
  { (value) }
#define ATOMIC64_INIT(value) ATOMIC_INIT(value)
#define ATOMIC_LONG_INIT(value) ATOMIC_INIT(value)

#define RINGCHECK_OP(value, atomic, operation)                                          \
  __LKMM_atomic_op(&(atomic)->counter, sizeof((atomic)->counter), RINGCHECK_NUMBER(value), \
                   (operation))
#define RINGCHECK_OP_RETURN(value, atomic, annotation, operation)                            \
  RINGCHECK_AS(&(atomic)->counter,                                                           \
               __LKMM_atomic_op_return(&(atomic)->counter, sizeof((atomic)->counter),        \
                                       RINGCHECK_NUMBER(value), (annotation), (operation)))
#define RINGCHECK_FETCH_OP(value, atomic, annotation, operation)                             \
  RINGCHECK_AS(&(atomic)->counter,                                                           \
               __LKMM_atomic_fetch_op(&(atomic)->counter, sizeof((atomic)->counter),         \
                                      RINGCHECK_NUMBER(value), (annotation), (operation)))

#define atomic_read(v) READ_ONCE((v)->counter)
#define atomic_set(v, i) WRITE_ONCE((v)->counter, (i))
#define atomic_read_acquire(v) smp_load_acquire(&(v)->counter)
#define atomic_set_release(v, i) smp_store_release(&(v)->counter, (i))

#define atomic_add(i, v) RINGCHECK_OP(i, v, RINGCHECK_ADD)
#define atomic_sub(i, v) RINGCHECK_OP(i, v, RINGCHECK_SUB)
#define atomic_inc(v) RINGCHECK_OP(1, v, RINGCHECK_ADD)
#define atomic_dec(v) RINGCHECK_OP(1, v, RINGCHECK_SUB)
#define atomic_and(i, v) RINGCHECK_OP(i, v, RINGCHECK_AND)
#define atomic_or(i, v) RINGCHECK_OP(i, v, RINGCHECK_OR)
#define atomic_xor(i, v) RINGCHECK_OP(i, v, RINGCHECK_XOR)
#define atomic_andnot(i, v) RINGCHECK_OP(~(i), v, RINGCHECK_AND)

#define atomic_add_return(i, v) RINGCHECK_OP_RETURN(i, v, RINGCHECK_MB, RINGCHECK_ADD)
#define atomic_add_return_relaxed(i, v) RINGCHECK_OP_RETURN(i, v, RINGCHECK_ONCE, RINGCHECK_ADD)
#define atomic_add_return_acquire(i, v) RINGCHECK_OP_RETURN(i, v, RINGCHECK_ACQUIRE, RINGCHECK_ADD)
#define atomic_add_return_release(i, v) RINGCHECK_OP_RETURN(i, v, RINGCHECK_RELEASE, RINGCHECK_ADD)
#define atomic_sub_return(i, v) RINGCHECK_OP_RETURN(i, v, RINGCHECK_MB, RINGCHECK_SUB)
#define atomic_sub_return_relaxed(i, v) RINGCHECK_OP_RETURN(i, v, RINGCHECK_ONCE, RINGCHECK_SUB)
#define atomic_sub_return_acquire(i, v) RINGCHECK_OP_RETURN(i, v, RINGCHECK_ACQUIRE, RINGCHECK_SUB)
#define atomic_sub_return_release(i, v) RINGCHECK_OP_RETURN(i, v, RINGCHECK_RELEASE, RINGCHECK_SUB)
#define atomic_inc_return(v) atomic_add_return(1, v)
#define atomic_inc_return_relaxed(v) atomic_add_return_relaxed(1, v)
#define atomic_inc_return_acquire(v) atomic_add_return_acquire(1, v)
#define atomic_inc_return_release(v) atomic_add_return_release(1, v)
#define atomic_dec_return(v) atomic_sub_return(1, v)
#define atomic_dec_return_relaxed(v) atomic_sub_return_relaxed(1, v)
#define atomic_dec_return_acquire(v) atomic_sub_return_acquire(1, v)
#define atomic_dec_return_release(v) atomic_sub_return_release(1, v)

#define atomic_fetch_add(i, v) RINGCHECK_FETCH_OP(i, v, RINGCHECK_MB, RINGCHECK_ADD)
#define atomic_fetch_add_relaxed(i, v) RINGCHECK_FETCH_OP(i, v, RINGCHECK_ONCE, RINGCHECK_ADD)
#define atomic_fetch_add_acquire(i, v) RINGCHECK_FETCH_OP(i, v, RINGCHECK_ACQUIRE, RINGCHECK_ADD)
#define atomic_fetch_add_release(i, v) RINGCHECK_FETCH_OP(i, v, RINGCHECK_RELEASE, RINGCHECK_ADD)
#define atomic_fetch_sub(i, v) RINGCHECK_FETCH_OP(i, v, RINGCHECK_MB, RINGCHECK_SUB)
#define atomic_fetch_sub_relaxed(i, v) RINGCHECK_FETCH_OP(i, v, RINGCHECK_ONCE, RINGCHECK_SUB)
#define atomic_fetch_sub_acquire(i, v) RINGCHECK_FETCH_OP(i, v, RINGCHECK_ACQUIRE, RINGCHECK_SUB)
#define atomic_fetch_sub_release(i, v) RINGCHECK_FETCH_OP(i, v, RINGCHECK_RELEASE, RINGCHECK_SUB)
#define atomic_fetch_inc(v) atomic_fetch_add(1, v)
#define atomic_fetch_inc_relaxed(v) atomic_fetch_add_relaxed(1, v)
#define atomic_fetch_inc_acquire(v) atomic_fetch_add_acquire(1, v)
#define atomic_fetch_inc_release(v) atomic_fetch_add_release(1, v)
#define atomic_fetch_dec(v) atomic_fetch_sub(1, v)
#define atomic_fetch_dec_relaxed(v) atomic_fetch_sub_relaxed(1, v)
#define atomic_fetch_dec_acquire(v) atomic_fetch_sub_acquire(1, v)
#define atomic_fetch_dec_release(v) atomic_fetch_sub_release(1, v)
#define atomic_fetch_and(i, v) RINGCHECK_FETCH_OP(i, v, RINGCHECK_MB, RINGCHECK_AND)
#define atomic_fetch_or(i, v) RINGCHECK_FETCH_OP(i, v, RINGCHECK_MB, RINGCHECK_OR)
#define atomic_fetch_xor(i, v) RINGCHECK_FETCH_OP(i, v, RINGCHECK_MB, RINGCHECK_XOR)

#define atomic_xchg(v, i) xchg(&(v)->counter, i)
#define atomic_xchg_relaxed(v, i) xchg_relaxed(&(v)->counter, i)
#define atomic_xchg_acquire(v, i) xchg_acquire(&(v)->counter, i)
#define atomic_xchg_release(v, i) xchg_release(&(v)->counter, i)
#define atomic_cmpxchg(v, expected, desired) cmpxchg(&(v)->counter, expected, desired)
#define atomic_cmpxchg_relaxed(v, expected, desired) cmpxchg_relaxed(&(v)->counter, expected, desired)
#define atomic_cmpxchg_acquire(v, expected, desired) cmpxchg_acquire(&(v)->counter, expected, desired)
#define atomic_cmpxchg_release(v, expected, desired) cmpxchg_release(&(v)->counter, expected, desired)
#define atomic_try_cmpxchg(v, old, desired) try_cmpxchg(&(v)->counter, old, desired)
#define atomic_try_cmpxchg_relaxed(v, old, desired) try_cmpxchg_relaxed(&(v)->counter, old, desired)
#define atomic_try_cmpxchg_acquire(v, old, desired) try_cmpxchg_acquire(&(v)->counter, old, desired)
#define atomic_try_cmpxchg_release(v, old, desired) try_cmpxchg_release(&(v)->counter, old, desired)
#define atomic_cond_read_relaxed(v, condition) smp_cond_load_relaxed(&(v)->counter, condition)
#define atomic_cond_read_acquire(v, condition) smp_cond_load_acquire(&(v)->counter, condition)
#define atomic_fetch_add_unless(v, i, unless)                                   \
  RINGCHECK_AS(&(v)->counter, __LKMM_add_unless(&(v)->counter, sizeof((v)->counter), \
                                                RINGCHECK_NUMBER(i), RINGCHECK_NUMBER(unless)))
#define atomic_add_unless(v, i, unless) (atomic_fetch_add_unless(v, i, unless) != (unless))
#define atomic_inc_not_zero(v) atomic_add_unless(v, 1, 0)
#define atomic_sub_and_test(i, v) (atomic_sub_return(i, v) == 0)
#define atomic_dec_and_test(v) (atomic_dec_return(v) == 0)
#define atomic_inc_and_test(v) (atomic_inc_return(v) == 0)
#define atomic_add_negative(i, v) (atomic_add_return(i, v) < 0)

#define atomic64_read atomic_read
#define atomic64_set atomic_set
#define atomic64_add atomic_add
#define atomic64_inc atomic_inc
#define atomic64_dec atomic_dec
#define atomic64_add_return atomic_add_return
#define atomic64_fetch_add atomic_fetch_add
#define atomic64_cmpxchg atomic_cmpxchg
#define atomic64_xchg atomic_xchg
#define atomic_long_read atomic_read
#define atomic_long_set atomic_set
#define atomic_long_add atomic_add
#define atomic_long_inc atomic_inc
#define atomic_long_dec atomic_dec
#define atomic_long_add_return atomic_add_return
#define atomic_long_cmpxchg atomic_cmpxchg
#define atomic_long_xchg atomic_xchg

/* Locks. */
typedef struct {
  int ringcheck_held;
} spinlock_t;
#define DEFINE_SPINLOCK(name) spinlock_t name = {0}
#define __SPIN_LOCK_UNLOCKED(name) \
  { 0 }
#define spin_lock_init(lock) ((void)((lock)->ringcheck_held = 0))
#define spin_lock(lock) __LKMM_SPIN_LOCK(&(lock)->ringcheck_held)
#define spin_trylock(lock) __LKMM_SPIN_TRYLOCK(&(lock)->ringcheck_held)
#define spin_unlock(lock) __LKMM_SPIN_UNLOCK(&(lock)->ringcheck_held)
#define spin_is_locked(lock) (READ_ONCE((lock)->ringcheck_held) != 0)

#endif
