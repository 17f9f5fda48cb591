/* The scenario spsc-ring as a program in C: one writer, one reader, one word per record. The writer
 * skips a record that finds no room; at each poll, the reader takes all that is there.
 *
 * `ringcheck check --model M examples/spsc_ring.c` has the executions of `ringcheck verify
 * spsc-ring --model M`; -DRECORDS, -DPOLLS and -DSLOTS are its parameters.
 */
#include <pthread.h>
#include <ringcheck/linux.h>

#ifndef RECORDS
#define RECORDS 4
#endif
#ifndef POLLS
#define POLLS 4
#endif
#ifndef SLOTS
#define SLOTS 2
#endif

static unsigned long head, tail, data[SLOTS];

static void *writer(void *unused) {
  unsigned long at = 0;
  for (unsigned long record = 1; record <= RECORDS; ++record) {
    if (at - smp_load_acquire(&tail) >= SLOTS) continue;
    data[at % SLOTS] = record;
    ++at;
    smp_store_release(&head, at);
  }
  return unused;
}

static void *reader(void *unused) {
  unsigned long at = 0;
  for (int poll = 0; poll < POLLS; ++poll) {
    const unsigned long end = smp_load_acquire(&head);
    unsigned long word = 0;
    for (; at < end; ++at) word += data[at % SLOTS];
    (void)word;
    smp_store_release(&tail, at);
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
