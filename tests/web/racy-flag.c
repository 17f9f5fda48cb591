// A message whose flag is an atomic, but relaxed: the accesses to the text race.
#include <pthread.h>
#include <stdatomic.h>

static int text;
static atomic_int ready;

static void *reader(void *argument)
{
	if (atomic_load_explicit(&ready, memory_order_relaxed))
		return (void *)(long)text;
	return argument;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, 0, reader, 0);
	text = 42;
	atomic_store_explicit(&ready, 1, memory_order_relaxed);
	pthread_join(thread, 0);
	return 0;
}
