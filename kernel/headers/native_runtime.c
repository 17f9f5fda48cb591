/* The machine on which the kernel's text runs natively: every access is announced to the host and
 * then made. Compiled without instrumentation; the text's own plain accesses come in by the
 * callbacks of clang's thread sanitizer, whose runtime is not linked. */
#include "kernel.h"
#include "host.h"

const struct rc_host *rc_host;
#define host rc_host

void rc_connect(const struct rc_host *with)
{
	host = with;
}

static u64 raw_read(const volatile void *at, unsigned int bytes)
{
	switch (bytes) {
	case 1:
		return *(const volatile u8 *)at;
	case 2:
		return *(const volatile u16 *)at;
	case 4:
		return *(const volatile u32 *)at;
	case 8:
		return *(const volatile u64 *)at;
	}
	host->failed("access of an odd size", __FILE__, __LINE__);
	return 0;
}

static void raw_write(volatile void *at, unsigned int bytes, u64 value)
{
	switch (bytes) {
	case 1:
		*(volatile u8 *)at = (u8)value;
		return;
	case 2:
		*(volatile u16 *)at = (u16)value;
		return;
	case 4:
		*(volatile u32 *)at = (u32)value;
		return;
	case 8:
		*(volatile u64 *)at = value;
		return;
	}
	host->failed("access of an odd size", __FILE__, __LINE__);
}

static u64 cut(u64 value, unsigned int bytes)
{
	return bytes == 8 ? value : value & ((1ULL << bytes * 8) - 1);
}

u64 rc_load(const volatile void *at, unsigned int bytes, enum rc_mark mark)
{
	const struct rc_access access = { RC_LOAD, mark, at, bytes };
	u64 value;

	host->before(&access);
	value = raw_read(at, bytes);
	host->after(&access, value, value);
	return value;
}

void rc_store(volatile void *at, unsigned int bytes, u64 value, enum rc_mark mark)
{
	const struct rc_access access = { RC_STORE, mark, at, bytes };
	u64 old;

	host->before(&access);
	old = raw_read(at, bytes);
	raw_write(at, bytes, value);
	host->after(&access, old, cut(value, bytes));
}

u64 rc_fetch(volatile void *at, unsigned int bytes, enum rc_operation operation, u64 operand,
	     enum rc_mark mark)
{
	const struct rc_access access = { RC_FETCH, mark, at, bytes };
	u64 old, now;

	host->before(&access);
	old = raw_read(at, bytes);
	now = operation == RC_ADD      ? old + operand :
	      operation == RC_EXCHANGE ? operand :
	      operation == RC_OR       ? (old | operand) :
					 (old & operand);
	raw_write(at, bytes, now);
	host->after(&access, old, cut(now, bytes));
	return old;
}

u64 rc_compare(volatile void *at, unsigned int bytes, u64 expected, u64 desired, enum rc_mark mark)
{
	const struct rc_access access = { RC_COMPARE, mark, at, bytes };
	u64 old, now;

	host->before(&access);
	old = raw_read(at, bytes);
	now = old == cut(expected, bytes) ? cut(desired, bytes) : old;
	raw_write(at, bytes, now);
	host->after(&access, old, now);
	return old;
}

int rc_count_up(int *count)
{
	const struct rc_access access = { RC_FETCH, RC_COUNT, count, sizeof(*count) };
	int old;

	host->before(&access);
	old = *count;
	if (old)
		*count = old + 1;
	host->after(&access, (u32)old, (u32)*count);
	return old != 0;
}

int rc_count_down(int *count)
{
	const struct rc_access access = { RC_FETCH, RC_COUNT, count, sizeof(*count) };
	int old;

	host->before(&access);
	old = (*count)--;
	host->after(&access, (u32)old, (u32)*count);
	if (old <= 0)
		host->warned("refcount below 0", __FILE__, __LINE__);
	return old == 1;
}

void rc_order(enum rc_point point)
{
	host->point(point);
}
void rc_warn(const char *condition, const char *file, int line)
{
	host->warned(condition, file, line);
}
void rc_bug_if(int holds, const char *condition, const char *file, int line)
{
	if (holds)
		host->failed(condition, file, line);
}

/* Copies word by word, as far as both places allow; each word is an access. */
static void copy(void *to, const void *from, size_t size)
{
	size_t done = 0;

	while (done < size) {
		unsigned int bytes = 8;
		struct rc_access access = { RC_LOAD, RC_PLAIN, (const char *)from + done, 0 };
		u64 value;

		while (((uintptr_t)to + done) % bytes || bytes > size - done)
			bytes /= 2;
		access.bytes = bytes;
		host->before(&access);
		value = 0;
		for (unsigned int i = 0; i < bytes; i++)
			((u8 *)&value)[i] = ((const u8 *)from)[done + i];
		host->after(&access, cut(value, bytes), cut(value, bytes));
		access = (struct rc_access){ RC_STORE, RC_PLAIN, (char *)to + done, bytes };
		host->before(&access);
		raw_write((char *)to + done, bytes, value);
		host->after(&access, 0, cut(value, bytes));
		done += bytes;
	}
}

void *rc_memcpy(void *to, const void *from, size_t size)
{
	copy(to, from, size);
	return to;
}

void *rc_memset(void *at, int byte, size_t size)
{
	size_t done = 0;

	while (done < size) {
		unsigned int bytes = 8;
		struct rc_access access = { RC_STORE, RC_PLAIN, (char *)at + done, 0 };
		const u64 value = 0x0101010101010101ULL * (u8)byte;

		while (((uintptr_t)at + done) % bytes || bytes > size - done)
			bytes /= 2;
		access.bytes = bytes;
		host->before(&access);
		raw_write((char *)at + done, bytes, value);
		host->after(&access, 0, cut(value, bytes));
		done += bytes;
	}
	return at;
}

int rc_memcmp(const void *a, const void *b, size_t size)
{
	const u8 *x = a, *y = b;

	for (size_t i = 0; i < size; i++) {
		int left = (int)rc_load(x + i, 1, RC_PLAIN), right = (int)rc_load(y + i, 1, RC_PLAIN);

		if (left != right)
			return left - right;
	}
	return 0;
}

/* Memory of user space is not to be waited for. */
static bool faults_are_off;
void pagefault_disable(void)
{
	BUG_ON(faults_are_off);
	faults_are_off = true;
}
void pagefault_enable(void)
{
	BUG_ON(!faults_are_off);
	faults_are_off = false;
}
/* Where memory of user space ends, if it ends. */
const void *rc_user_memory_end;
unsigned long __copy_from_user_inatomic(void *to, const void *from, unsigned long size)
{
	const uintptr_t start = (uintptr_t)from, end = (uintptr_t)rc_user_memory_end;
	const unsigned long there = !end || size <= end - start ? size :
				    start < end			 ? (unsigned long)(end - start) :
								   0;

	BUG_ON(!faults_are_off);
	copy(to, from, there);
	return size - there;
}
unsigned long copy_to_user(void *to, const void *from, unsigned long size)
{
	/* include/linux/thread_info.h check_copy_size */
	if (size > 0x7fffffff) {
		host->warned("bytes > INT_MAX", "check_copy_size", 0);
		return size;
	}
	copy(to, from, size);
	return 0;
}

/* Plain accesses. What a load reads is what is there when it is announced: only interrupts come
 * between, and the host runs them within the announcement. */
static void plain_read(const volatile void *at, unsigned int bytes, enum rc_mark mark)
{
	const struct rc_access access = { RC_LOAD, mark, at, bytes };
	u64 value;

	host->before(&access);
	value = raw_read(at, bytes);
	host->after(&access, value, value);
}
static void plain_write(const volatile void *at, unsigned int bytes, enum rc_mark mark)
{
	const struct rc_access access = { RC_STORE, mark, at, bytes };

	host->before(&access);
	host->stores(&access);
}

#define RC_SANITIZER_CALLBACKS(bytes)                             \
	void __tsan_read##bytes(void *at)                         \
	{                                                         \
		plain_read(at, bytes, RC_PLAIN);                  \
	}                                                         \
	void __tsan_write##bytes(void *at)                        \
	{                                                         \
		plain_write(at, bytes, RC_PLAIN);                 \
	}                                                         \
	void __tsan_unaligned_read##bytes(void *at)               \
	{                                                         \
		plain_read(at, bytes, RC_PLAIN);                  \
	}                                                         \
	void __tsan_unaligned_write##bytes(void *at)              \
	{                                                         \
		plain_write(at, bytes, RC_PLAIN);                 \
	}                                                         \
	void __tsan_volatile_read##bytes(void *at)                \
	{                                                         \
		plain_read(at, bytes, RC_ONCE);                   \
	}                                                         \
	void __tsan_volatile_write##bytes(void *at)               \
	{                                                         \
		plain_write(at, bytes, RC_ONCE);                  \
	}
RC_SANITIZER_CALLBACKS(1)
RC_SANITIZER_CALLBACKS(2)
RC_SANITIZER_CALLBACKS(4)
RC_SANITIZER_CALLBACKS(8)
void __tsan_read16(void *at)
{
	plain_read(at, 8, RC_PLAIN);
	plain_read((char *)at + 8, 8, RC_PLAIN);
}
void *__tsan_memcpy(void *to, const void *from, size_t size)
{
	return rc_memcpy(to, from, size);
}
void *__tsan_memmove(void *to, const void *from, size_t size)
{
	return rc_memcpy(to, from, size);
}
void *__tsan_memset(void *at, int byte, size_t size)
{
	return rc_memset(at, byte, size);
}
void __tsan_init(void)
{
}
void __tsan_func_entry(void *caller)
{
	(void)caller;
}
void __tsan_func_exit(void)
{
}
