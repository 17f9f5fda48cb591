/* Memory of the kernel: pages, small objects, and how one becomes the other. */
#ifndef RINGCHECK_KERNEL_MEMORY_H
#define RINGCHECK_KERNEL_MEMORY_H

#include "lists.h"

/* arch/<machine>/include/asm/page.h: pages may be smaller than any machine has them. */
#ifndef RC_PAGE_SHIFT
#define RC_PAGE_SHIFT 12
#endif
#define PAGE_SHIFT RC_PAGE_SHIFT
#define PAGE_SIZE (1UL << PAGE_SHIFT)
#define PAGE_MASK (~(PAGE_SIZE - 1))
#define offset_in_page(p) ((unsigned long)(uintptr_t)(p) & ~PAGE_MASK)
#define PAGE_ALIGN(x) ALIGN(x, PAGE_SIZE)
#define PFN_UP(x) (((x) + PAGE_SIZE - 1) >> PAGE_SHIFT)
#define PFN_DOWN(x) ((x) >> PAGE_SHIFT)
#define PFN_PHYS(x) ((phys_addr_t)(x) << PAGE_SHIFT)

/* include/linux/mmzone.h: in 6.1 the largest order is asked for by MAX_ORDER, later by
 * MAX_PAGE_ORDER. */
#define MAX_ORDER 11
#define MAX_PAGE_ORDER 10

/* include/linux/getorder.h */
static inline int get_order(unsigned long size)
{
	return fls64((u64)(size - 1) >> PAGE_SHIFT);
}

/* include/linux/mm_types.h, page-flags.h, mm.h, gfp.h */
struct page {
	void *memory; /* first: whoever hands out pages sets it */
	void *mapping;
	pgoff_t index;
	unsigned long private;
	int has_private;
	int users;
	unsigned int order; /* of the pages that it is the first of, until they are split */
};
#define GFP_KERNEL 1u
#define GFP_ATOMIC 2u
#define __GFP_ZERO 4u
#define __GFP_NOWARN 8u
#define __GFP_NORETRY 16u
#define NUMA_NO_NODE (-1)

/* 2^order pages, one after the other; null if they cannot be had. */
struct page *rc_alloc_pages(int node, gfp_t gfp, unsigned int order);
void rc_free_page(struct page *page);
struct page *rc_page_of(const void *address);
/* An object; null if it cannot be had. */
void *rc_alloc(size_t size, gfp_t gfp);
void rc_free(const void *object);

#define alloc_pages_node(node, gfp, order) rc_alloc_pages(node, gfp, order)
#define alloc_page(gfp) rc_alloc_pages(NUMA_NO_NODE, gfp, 0)
#define __free_page(page) rc_free_page(page)
#define split_page(page, order) ((void)(order), (void)((page)->order = 0))
#define page_address(page) ((page)->memory)
#define virt_to_page(address) rc_page_of(address)
#define PagePrivate(page) ((page)->has_private)
#define SetPagePrivate(page) ((void)((page)->has_private = 1))
#define ClearPagePrivate(page) ((void)((page)->has_private = 0))
#define page_private(page) ((page)->private)
#define set_page_private(page, value) ((void)((page)->private = (value)))
#define get_page(page) ((void)((page)->users++))
#define cpu_to_node(cpu) (0)

/* include/linux/slab.h, vmalloc.h */
#define kmalloc(size, gfp) rc_alloc(size, gfp)
#define kzalloc(size, gfp) rc_alloc(size, (gfp) | __GFP_ZERO)
#define kzalloc_node(size, gfp, node) kzalloc(size, gfp)
#define kcalloc(count, size, gfp) kzalloc((size_t)(count) * (size), gfp)
#define kcalloc_node(count, size, gfp, node) kcalloc(count, size, gfp)
#define kfree(object) rc_free(object)
/* Zeroed pages with contiguous addresses, and what they are behind. */
void *vmalloc_user(size_t size);
void vfree(const void *memory);
#define vmalloc_to_page(address) rc_page_of(address)

/* include/linux/workqueue.h: the work comes at once. */
struct work_struct {
	void (*func)(struct work_struct *work);
};
#define INIT_WORK(work, function) ((void)((work)->func = (function)))
#define schedule_work(work) ((work)->func(work))

/* include/linux/string.h, uaccess.h */
void *rc_memcpy(void *to, const void *from, size_t size);
void *rc_memset(void *at, int byte, size_t size);
int rc_memcmp(const void *a, const void *b, size_t size);
#define memcpy(to, from, size) rc_memcpy(to, from, size)
#define memset(at, byte, size) rc_memset(at, byte, size)
#define memcmp(a, b, size) rc_memcmp(a, b, size)
unsigned long __copy_from_user_inatomic(void *to, const void *from, unsigned long size);
unsigned long copy_to_user(void *to, const void *from, unsigned long size);
/* What the caller has done is compared, not that each is a barrier for the compiler. */
void pagefault_disable(void);
void pagefault_enable(void);

#endif
