/* The interface that tests written for GenMC use, as far as it means the same here. */
#ifndef RINGCHECK_PEERS_GENMC_H
#define RINGCHECK_PEERS_GENMC_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef long __VERIFIER_thread_t;

void __VERIFIER_assume(bool);
int __VERIFIER_nondet_int(void);
__VERIFIER_thread_t __VERIFIER_thread_create(const void *, void *(*)(void *), void *);
void *__VERIFIER_thread_join(__VERIFIER_thread_t);

/* A thread that runs `function` with `argument`. */
static inline __VERIFIER_thread_t __VERIFIER_spawn(void *(*function)(void *), void *argument) {
  return __VERIFIER_thread_create(NULL, function, argument);
}
/* The same. That it is symmetric to another thread is found without this hint. */
static inline __VERIFIER_thread_t __VERIFIER_spawn_symmetric(void *(*function)(void *),
                                                             void *argument,
                                                             __VERIFIER_thread_t other) {
  (void)other;
  return __VERIFIER_thread_create(NULL, function, argument);
}
static inline void *__VERIFIER_join(__VERIFIER_thread_t thread) {
  return __VERIFIER_thread_join(thread);
}
static inline void __VERIFIER_join_symmetric(__VERIFIER_thread_t thread) {
  __VERIFIER_thread_join(thread);
}

/* Loops that only wait are found without being marked. */
void __VERIFIER_loop_begin(void);
void __VERIFIER_spin_start(void);
void __VERIFIER_spin_end(bool);

/* These only guide another checker's search. */
#define __VERIFIER_local_write(s) \
  do {                            \
    s;                            \
  } while (0)
#define __VERIFIER_final_write(s) __VERIFIER_local_write(s)
#define __VERIFIER_final_CAS(c) (c)
#define __VERIFIER_speculative_read(c) (c)
#define __VERIFIER_confirming_read(c) (c)
#define __VERIFIER_confirming_CAS(c) (c)

/* Compare-exchanges that do each other's work: what a helping one does, the helped one does earlier
 * in another execution. That execution covers both, so the helping one is left out. */
#define __VERIFIER_helped_CAS(c) \
  do {                           \
    c;                           \
  } while (0)
#define __VERIFIER_helping_CAS(c) \
  do {                            \
    if (0) {                      \
      c;                          \
    }                             \
  } while (0)

/* A block whose executions do not matter to safety: it is left out. */
int __VERIFIER_opt_begin(void);
#define __VERIFIER_optional(x)   \
  do {                           \
    if (__VERIFIER_opt_begin()) { \
      x;                         \
      __VERIFIER_assume(0);      \
    }                            \
  } while (0)

/* Hazard pointers: an object that one protects may be accessed after it has been retired. */
typedef struct {
  void *unused;
} __VERIFIER_hp_t;
__VERIFIER_hp_t *__VERIFIER_hazptr_alloc(void);
void __VERIFIER_hazptr_protect(__VERIFIER_hp_t *, void *);
void __VERIFIER_hazptr_clear(__VERIFIER_hp_t *);
void __VERIFIER_hazptr_free(__VERIFIER_hp_t *);
void __VERIFIER_hazptr_retire(void *);
#define __VERIFIER_hp_alloc() __VERIFIER_hazptr_alloc()
#define __VERIFIER_hp_protect(hp, p)                                \
  ({                                                                \
    void *_p_ = __atomic_load_n((void **)(p), __ATOMIC_ACQUIRE);    \
    __VERIFIER_hazptr_protect(hp, _p_);                             \
    _p_;                                                            \
  })
#define __VERIFIER_hp_clear(hp) __VERIFIER_hazptr_clear(hp)
#define __VERIFIER_hp_free(hp) __VERIFIER_hazptr_free(hp)
#define __VERIFIER_hp_retire(p) __VERIFIER_hazptr_retire(p)

#ifdef __cplusplus
}
#endif

#endif
