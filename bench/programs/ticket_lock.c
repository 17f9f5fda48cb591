/* THREADS threads take a ticket lock once each. Every checker of bench/compare.py reads this. */
#include <pthread.h>
#include <stdatomic.h>

#ifndef THREADS
#define THREADS 5
#endif

#if __has_include(<genmc.h>)
#include <genmc.h>  // GenMC and ringcheck
#else
void __VERIFIER_assume(int);  // Nidhugg
#endif

static atomic_uint next, serving, counter;

static void *task(void *unused) {
  const unsigned ticket = atomic_fetch_add_explicit(&next, 1, memory_order_relaxed);
  __VERIFIER_assume(atomic_load_explicit(&serving, memory_order_acquire) == ticket);
  const unsigned count = atomic_load_explicit(&counter, memory_order_relaxed);
  atomic_store_explicit(&counter, count + 1, memory_order_relaxed);
  atomic_store_explicit(&serving, ticket + 1, memory_order_release);
  return unused;
}

int main(void) {
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; ++i) pthread_create(&threads[i], 0, task, 0);
  for (int i = 0; i < THREADS; ++i) pthread_join(threads[i], 0);
  return 0;
}
