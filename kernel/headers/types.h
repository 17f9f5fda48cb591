/* Types that the kernel's text takes for granted. Each comment names the kernel header whose part
 * the definition plays. */
#ifndef RINGCHECK_KERNEL_TYPES_H
#define RINGCHECK_KERNEL_TYPES_H

/* include/linux/stddef.h, include/uapi/asm-generic/posix_types.h */
#define NULL ((void *)0)
#define offsetof(type, member) __builtin_offsetof(type, member)
typedef unsigned long size_t;
typedef long ptrdiff_t;

/* include/uapi/asm-generic/int-ll64.h: words of 64 bits are long long on every machine. */
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef signed char s8;
typedef short s16;
typedef int s32;
typedef long long s64;
typedef u8 __u8;
typedef u16 __u16;
typedef u32 __u32;
typedef u64 __u64;
typedef s8 __s8;
typedef s16 __s16;
typedef s32 __s32;
typedef s64 __s64;
#define __aligned_u64 __u64 __attribute__((aligned(8)))

/* include/linux/types.h */
#ifndef bool
#define bool _Bool
#endif
#define true 1
#define false 0
typedef u8 uint8_t;
typedef u16 uint16_t;
typedef u32 uint32_t;
typedef u64 uint64_t;
typedef s32 int32_t;
typedef s64 int64_t;
typedef unsigned long long uintptr_t; /* also where long has 32 bits */
typedef long long intptr_t;
typedef long ssize_t;
typedef long long loff_t;
typedef int pid_t;
typedef unsigned long pgoff_t;
typedef unsigned int gfp_t;
typedef unsigned int fmode_t;
typedef u64 dma_addr_t;
typedef u64 phys_addr_t;
typedef u64 resource_size_t;
typedef unsigned int dev_t;
typedef unsigned short umode_t;
typedef s64 ktime_t;
typedef struct {
	unsigned int val;
} kuid_t;

/* include/uapi/linux/byteorder/little_endian.h, asm/bitsperlong.h: every machine here is. */
#define __LITTLE_ENDIAN 1234
#define __LITTLE_ENDIAN_BITFIELD
#define __BYTE_ORDER __LITTLE_ENDIAN

/* include/linux/compiler_types.h: marks for sparse and for the linker. */
#define __user
#define __iomem
#define __percpu
#define __rcu
#define __kernel
#define __force
#define __bitwise
#define __read_mostly
#define __ro_after_init
#define __init
#define __exit
#define __initdata
#define __maybe_unused __attribute__((unused))
#define __always_unused __attribute__((unused))
#define __used __attribute__((used))
#define __packed __attribute__((packed))
#define __aligned(n) __attribute__((aligned(n)))
#define __printf(a, b)
#define __must_check
#define __cold
#define __attribute_const__
#define __weak __attribute__((weak))
#define __nocfi
#define __always_inline inline __attribute__((always_inline))
#define noinline __attribute__((noinline))
#define __no_sanitize_address
#define noinstr
#define notrace
#define asmlinkage
#define fallthrough __attribute__((fallthrough))
#define __releases(x)
#define __acquires(x)
#define __must_hold(x)
#define __counted_by(x)
#define ____cacheline_aligned
#define __cacheline_aligned

/* include/linux/compiler.h */
#define likely(x) __builtin_expect(!!(x), 1)
#define unlikely(x) __builtin_expect(!!(x), 0)
#define barrier_data(x) barrier()
#define unreachable() __builtin_unreachable()
#define OPTIMIZER_HIDE_VAR(x)
#define __stringify_1(x...) #x
#define __stringify(x...) __stringify_1(x)
#define __ASSERT_TRUE(condition) _Static_assert(condition, #condition)

/* include/linux/build_bug.h: what is constant to the kernel's compiler only after it optimised is
 * left to the run. */
#define BUILD_BUG_ON(condition) rc_bug_if(condition, #condition, __FILE__, __LINE__)
#define BUILD_BUG_ON_ZERO(e) 0
#define BUILD_BUG() rc_bug_if(1, "BUILD_BUG", __FILE__, __LINE__)
#define static_assert(condition, ...) _Static_assert(condition, "")

/* include/linux/export.h, init.h, module.h */
#define EXPORT_SYMBOL(x)
#define EXPORT_SYMBOL_GPL(x)
#define MODULE_LICENSE(x)
#define MODULE_AUTHOR(x)
#define MODULE_DESCRIPTION(x)

/* include/linux/stddef.h, container_of.h, kernel.h, minmax.h, math.h, align.h */
#define offsetofend(type, member) (offsetof(type, member) + sizeof(((type *)0)->member))
#define container_of(pointer, type, member) \
	((type *)((char *)(pointer) - offsetof(type, member)))
#define ARRAY_SIZE(array) (sizeof(array) / sizeof((array)[0]))
#define struct_size(pointer, member, count) \
	(sizeof(*(pointer)) + sizeof((pointer)->member[0]) * (count))
#define min(a, b) ({ typeof(a) rc_a = (a); typeof(b) rc_b = (b); rc_a < rc_b ? rc_a : rc_b; })
#define max(a, b) ({ typeof(a) rc_a = (a); typeof(b) rc_b = (b); rc_a > rc_b ? rc_a : rc_b; })
#define min_t(type, a, b) ({ type rc_a = (a); type rc_b = (b); rc_a < rc_b ? rc_a : rc_b; })
#define max_t(type, a, b) ({ type rc_a = (a); type rc_b = (b); rc_a > rc_b ? rc_a : rc_b; })
#define clamp(v, low, high) min(max(v, low), high)
#define swap(a, b) do { typeof(a) rc_swap = (a); (a) = (b); (b) = rc_swap; } while (0)
#define round_up(x, step) ((((x) - 1) | ((typeof(x))(step) - 1)) + 1)
#define round_down(x, step) ((x) & ~((typeof(x))(step) - 1))
#define rounddown(x, step) ({ typeof(x) rc_x = (x); rc_x - rc_x % (step); })
#define roundup(x, step) ({ typeof(step) rc_s = (step); ((x) + rc_s - 1) / rc_s * rc_s; })
#define DIV_ROUND_UP(x, step) (((x) + (step) - 1) / (step))
#define DIV_ROUND_CLOSEST(x, step) (((x) + (step) / 2) / (step))
#define DIV_ROUND_UP_ULL(x, step) DIV_ROUND_UP((u64)(x), step)
#define ALIGN(x, step) (((x) + (typeof(x))(step) - 1) & ~((typeof(x))(step) - 1))
#define ALIGN_DOWN(x, step) ((x) & ~((typeof(x))(step) - 1))
#define PTR_ALIGN(p, step) ((typeof(p))ALIGN((uintptr_t)(p), step))
#define IS_ALIGNED(x, step) (((x) & ((typeof(x))(step) - 1)) == 0)
#define upper_32_bits(x) ((u32)((u64)(x) >> 32))
#define lower_32_bits(x) ((u32)(x))
#define FIELD_SIZEOF(type, member) sizeof(((type *)0)->member)
#define sizeof_field(type, member) sizeof(((type *)0)->member)
#define do_div(n, base) ({ u32 rc_rest = (n) % (base); (n) /= (base); rc_rest; })
#define div_u64(n, base) ((u64)(n) / (u32)(base))
#define div64_u64(n, base) ((u64)(n) / (u64)(base))

/* include/linux/bits.h, bitops.h, log2.h, const.h, limits.h, sizes.h */
#define BITS_PER_LONG ((int)sizeof(long) * 8)
#define BITS_PER_BYTE 8
#define BIT(n) (1UL << (n))
#define BIT_ULL(n) (1ULL << (n))
#define GENMASK(high, low) ((~0UL << (low)) & (~0UL >> (BITS_PER_LONG - 1 - (high))))
#define GENMASK_ULL(high, low) ((~0ULL << (low)) & (~0ULL >> (63 - (high))))
#define _BITUL(n) (1UL << (n))
#define U8_MAX ((u8)~0U)
#define U16_MAX ((u16)~0U)
#define U32_MAX ((u32)~0U)
#define U64_MAX ((u64)~0ULL)
#define INT_MAX 0x7fffffff
#define UINT_MAX (~0U)
#define LONG_MAX ((long)(~0UL >> 1))
#define ULONG_MAX (~0UL)
#define S64_MAX ((s64)(U64_MAX >> 1))
#define S64_MIN (-S64_MAX - 1)
#define SZ_1K 0x400
#define SZ_2K 0x800
#define SZ_4K 0x1000
#define SZ_8K 0x2000
#define SZ_16K 0x4000
#define SZ_64K 0x10000
#define SZ_1M 0x100000
#define SZ_2M 0x200000

static inline int fls64(u64 word)
{
	return word ? 64 - __builtin_clzll(word) : 0;
}
static inline int fls(unsigned int word)
{
	return word ? 32 - __builtin_clz(word) : 0;
}
static inline unsigned long __ffs(unsigned long word)
{
	return (unsigned long)__builtin_ctzl(word);
}
#define test_bit(n, words) ((words)[(n) / BITS_PER_LONG] >> (n) % BITS_PER_LONG & 1)
#define set_bit(n, words) ((void)((words)[(n) / BITS_PER_LONG] |= 1UL << (n) % BITS_PER_LONG))
#define ilog2(n) (fls64(n) - 1)
#define order_base_2(n) ((n) > 1 ? ilog2((n) - 1) + 1 : 0)
#define is_power_of_2(n) ((n) != 0 && (((n) & ((n) - 1)) == 0))
#define roundup_pow_of_two(n) (1UL << order_base_2(n))
#define rounddown_pow_of_two(n) (1UL << ilog2(n))
#define hweight8(w) __builtin_popcount((u8)(w))
#define hweight32(w) __builtin_popcount((u32)(w))
#define hweight64(w) __builtin_popcountll((u64)(w))
#define hweight_long(w) __builtin_popcountl(w)

/* include/linux/bitfield.h */
#define rc_field_shift(mask) (__builtin_ffsll(mask) - 1)
#define FIELD_GET(mask, reg) ((typeof(mask))(((reg) & (mask)) >> rc_field_shift(mask)))
#define FIELD_PREP(mask, value) (((typeof(mask))(value) << rc_field_shift(mask)) & (mask))

/* include/linux/circ_buf.h */
#define CIRC_CNT(head, tail, size) (((head) - (tail)) & ((size) - 1))
#define CIRC_SPACE(head, tail, size) (((tail) - ((head) + 1)) & ((size) - 1))

/* include/linux/nospec.h: an index that is out of bounds becomes 0. */
#define array_index_nospec(index, size) ((index) < (size) ? (index) : 0)

/* include/linux/err.h, errno.h, uapi/asm-generic/errno*.h */
#define MAX_ERRNO 4095
#define EPERM 1
#define ENOENT 2
#define ESRCH 3
#define EINTR 4
#define EIO 5
#define ENXIO 6
#define EAGAIN 11
#define ENOMEM 12
#define EACCES 13
#define EFAULT 14
#define EBUSY 16
#define EEXIST 17
#define ENODEV 19
#define EINVAL 22
#define ENOSPC 28
#define ERANGE 34
#define ENOSYS 38
#define EOPNOTSUPP 95
#define ETIMEDOUT 110
#define EOVERFLOW 75
#define ENOTSUPP 524
#define IS_ERR_VALUE(x) ((uintptr_t)(x) >= (uintptr_t)-MAX_ERRNO)
static inline void *ERR_PTR(long error)
{
	return (void *)(intptr_t)error;
}
static inline long PTR_ERR(const void *pointer)
{
	return (long)(intptr_t)pointer;
}
static inline bool IS_ERR(const void *pointer)
{
	return IS_ERR_VALUE(pointer);
}
static inline bool IS_ERR_OR_NULL(const void *pointer)
{
	return !pointer || IS_ERR(pointer);
}
#define ERR_CAST(pointer) ((void *)(pointer))
#define PTR_ERR_OR_ZERO(pointer) (IS_ERR(pointer) ? PTR_ERR(pointer) : 0)

/* include/linux/kconfig.h: options that are asked for by name in expressions. */
#define IS_ENABLED(option) rc_option_##option
#define rc_option_CONFIG_ARM64_ERRATUM_2064142 0

/* include/linux/printk.h, dev_printk.h: messages are no part of what is compared. */
#define rc_silent(...) do { if (0) (void)(0, ##__VA_ARGS__); } while (0)
#define pr_err(format, ...) rc_silent(__VA_ARGS__)
#define pr_warn(format, ...) rc_silent(__VA_ARGS__)
#define pr_info(format, ...) rc_silent(__VA_ARGS__)
#define pr_debug(format, ...) rc_silent(__VA_ARGS__)
#define pr_warn_once(format, ...) rc_silent(__VA_ARGS__)
#define pr_warn_ratelimited(format, ...) rc_silent(__VA_ARGS__)
#define pr_err_ratelimited(format, ...) rc_silent(__VA_ARGS__)
#define printk_ratelimited(format, ...) rc_silent(__VA_ARGS__)
#define dev_err(device, format, ...) rc_silent(device, ##__VA_ARGS__)
#define dev_warn(device, format, ...) rc_silent(device, ##__VA_ARGS__)
#define dev_info(device, format, ...) rc_silent(device, ##__VA_ARGS__)
#define dev_dbg(device, format, ...) rc_silent(device, ##__VA_ARGS__)
#define dev_err_once(device, format, ...) rc_silent(device, ##__VA_ARGS__)
#define dev_warn_ratelimited(device, format, ...) rc_silent(device, ##__VA_ARGS__)
#define dev_err_ratelimited(device, format, ...) rc_silent(device, ##__VA_ARGS__)
#define dev_warn_once(device, format, ...) rc_silent(device, ##__VA_ARGS__)

/* include/linux/list.h, rbtree.h, types.h: heads and nodes. */
struct list_head {
	struct list_head *next, *prev;
};
struct hlist_head {
	struct hlist_node *first;
};
struct hlist_node {
	struct hlist_node *next, **pprev;
};
struct rb_node {
	struct rb_node *parent, *left, *right;
};
struct rb_root {
	struct rb_node *rb_node;
};
struct callback_head {
	struct callback_head *next;
	void (*func)(struct callback_head *head);
};
#define rcu_head callback_head
typedef void (*rcu_callback_t)(struct rcu_head *head);

#endif
