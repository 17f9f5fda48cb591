// Two threads race after 105 stores each to words of their own. Relaxed stores to such words are no
// events; release stores are.
#include <pthread.h>
#include <stdatomic.h>

atomic_int first, second;
int plain;

static void *count(void *counter) {
  for (int i = 1; i <= 105; i++)
    atomic_store_explicit((atomic_int *)counter, i, memory_order_release);
  plain = 1;
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, count, &first);
  pthread_create(&b, 0, count, &second);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
