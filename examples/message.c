// A message from one thread to another, for `ringcheck check`: compile with -DORDER=memory_order_relaxed
// to see the reader take the flag and miss the data.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef ORDER
#define ORDER memory_order_release
#endif

static int data;
static atomic_int flag;

static void *writer(void *unused) {
  data = 42;
  atomic_store_explicit(&flag, 1, ORDER);
  return unused;
}

static void *reader(void *unused) {
  if (atomic_load_explicit(&flag, memory_order_acquire) == 1) assert(data == 42);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, writer, 0);
  pthread_create(&threads[1], 0, reader, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
  return 0;
}
