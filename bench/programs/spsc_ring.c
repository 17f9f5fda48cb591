/* One writer, one reader, one word per record, two slots, in pure C11: every checker of bench/compare.py reads it.
 * The executions are those of the scenario spsc-ring with RECORDS records and polls. */
#include <pthread.h>
#include <stdatomic.h>

#ifndef RECORDS
#define RECORDS 5
#endif
#define SLOTS 2

static atomic_ulong head, tail, data[SLOTS];

static void *writer(void *unused) {
  unsigned long at = 0;
  for (unsigned long record = 1; record <= RECORDS; ++record) {
    if (at - atomic_load_explicit(&tail, memory_order_acquire) >= SLOTS) continue;
    atomic_store_explicit(&data[at % SLOTS], record, memory_order_relaxed);
    ++at;
    atomic_store_explicit(&head, at, memory_order_release);
  }
  return unused;
}

static void *reader(void *unused) {
  unsigned long at = 0;
  for (int poll = 0; poll < RECORDS; ++poll) {
    const unsigned long end = atomic_load_explicit(&head, memory_order_acquire);
    for (; at < end; ++at) (void)atomic_load_explicit(&data[at % SLOTS], memory_order_relaxed);
    atomic_store_explicit(&tail, at, memory_order_release);
  }
  return unused;
}

int main(void) {
  pthread_t write, read;
  pthread_create(&write, 0, writer, 0);
  pthread_create(&read, 0, reader, 0);
  pthread_join(write, 0);
  pthread_join(read, 0);
  return 0;
}
