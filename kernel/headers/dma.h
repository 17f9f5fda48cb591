/* Memory that a device reads and writes, and its registers. */
#ifndef RINGCHECK_KERNEL_DMA_H
#define RINGCHECK_KERNEL_DMA_H

#include "memory.h"

/* arch/<machine>/include/asm/io.h: a register is a word of memory, and the host is told before it
 * is read and after it was written. */
static inline u32 rc_read_register(const void *at)
{
	rc_ask("read", (long long)(uintptr_t)at);
	return *(const volatile u32 *)at;
}
#define readl_relaxed(at) rc_read_register((const void *)(at))
static inline void rc_write_register(u32 value, void *at)
{
	*(volatile u32 *)at = value;
	rc_ask("written at", (long long)(uintptr_t)at);
	rc_ask("written", (long long)value);
}
#define writel_relaxed(value, at) rc_write_register((u32)(value), (void *)(at))

/* include/linux/dma-mapping.h: at which addresses the device finds memory the host knows. The device
 * is coherent; what is synced the host is told. */
enum dma_data_direction { DMA_BIDIRECTIONAL, DMA_TO_DEVICE, DMA_FROM_DEVICE };
/* `device` is the one that reads and writes the memory, which has no parent. */
static inline void rc_dma_check(const struct device *device)
{
	rc_bug_if(device->parent != NULL, "memory of the wrong device", __FILE__, __LINE__);
}
static inline dma_addr_t rc_dma_map(const struct device *device, void *memory, size_t size,
				    enum dma_data_direction direction)
{
	rc_dma_check(device);
	rc_ask("dma_bytes", (long long)size << 2 | direction);
	return (dma_addr_t)rc_ask("dma_map", (long long)(uintptr_t)memory);
}
static inline void rc_dma_unmap(const struct device *device, dma_addr_t address, size_t size,
				enum dma_data_direction direction)
{
	rc_dma_check(device);
	rc_ask("dma_bytes", (long long)size << 2 | direction);
	rc_ask("dma_unmap", (long long)address);
}
static inline void *rc_dma_alloc(const struct device *device, size_t size, dma_addr_t *address,
				 enum dma_data_direction direction)
{
	void *memory;

	rc_dma_check(device);
	rc_ask("dma_bytes", (long long)size << 2 | direction);
	memory = (void *)(uintptr_t)rc_ask("dma_alloc", (long long)size);

	if (memory)
		*address = (dma_addr_t)rc_ask("dma_address", (long long)(uintptr_t)memory);
	return memory;
}
static inline void rc_dma_sync(const struct device *device, dma_addr_t address, size_t size,
			       enum dma_data_direction direction)
{
	rc_dma_check(device);
	rc_bug_if(direction != DMA_FROM_DEVICE, "trace that goes to the device", __FILE__, __LINE__);
	rc_ask("dma_sync from", (long long)address);
	rc_ask("dma_sync bytes", (long long)size);
}
static inline void rc_dma_give(const struct device *device, dma_addr_t address, size_t size,
			       enum dma_data_direction direction)
{
	rc_dma_check(device);
	rc_bug_if(direction != DMA_TO_DEVICE, "a table that comes from the device", __FILE__,
		  __LINE__);
	rc_ask("dma_give", (long long)address);
	rc_ask("dma_give bytes", (long long)size);
}
#define dma_map_page(device, page, offset, size, direction) \
	rc_dma_map(device, (char *)page_address(page) + (offset), size, direction)
#define dma_mapping_error(device, address) (rc_dma_check(device), (dma_addr_t)(address) == 0)
#define dma_unmap_page(device, address, size, direction) \
	rc_dma_unmap(device, address, size, direction)
#define dma_alloc_noncoherent(device, size, address, direction, gfp) \
	((void)(gfp), rc_dma_alloc(device, size, address, direction))
#define dma_free_noncoherent(device, size, memory, address, direction) \
	((void)(memory), rc_dma_unmap(device, address, size, direction))
#define dma_sync_single_for_cpu(device, address, size, direction) \
	rc_dma_sync(device, address, size, direction)
#define dma_sync_single_for_device(device, address, size, direction) \
	rc_dma_give(device, address, size, direction)

/* include/linux/iommu.h, device.h */
#define iommu_get_domain_for_dev(device) ((void)(device), rc_ask("iommu", 0) != 0)
#define dev_to_node(device) ((void)(device), 0)

/* include/linux/idr.h: some numbers, each of which leads to something. The host says whether there
 * is memory for another one. */
struct idr {
	struct {
		int id;
		void *pointer; /* null: the place is free */
	} places[4];
};
static inline void **rc_idr_place(struct idr *idr, int id)
{
	for (unsigned int i = 0; i < 4; i++)
		if (idr->places[i].pointer && idr->places[i].id == id)
			return &idr->places[i].pointer;
	return NULL;
}
static inline void *idr_find(struct idr *idr, int id)
{
	void **place = rc_idr_place(idr, id);

	return place ? *place : NULL;
}
static inline void *idr_remove(struct idr *idr, int id)
{
	void **place = rc_idr_place(idr, id);
	void *pointer = place ? *place : NULL;

	if (place)
		*place = NULL;
	return pointer;
}
static inline int idr_alloc(struct idr *idr, void *pointer, int from, int to, gfp_t gfp)
{
	(void)gfp;
	rc_bug_if(to != from + 1, "a choice of numbers", __FILE__, __LINE__);
	if (rc_idr_place(idr, from))
		return -ENOSPC;
	if (!rc_ask("idr_alloc", from))
		return -ENOMEM;
	for (unsigned int i = 0; i < 4; i++)
		if (!idr->places[i].pointer) {
			idr->places[i].id = from;
			idr->places[i].pointer = pointer;
			return from;
		}
	rc_bug_if(1, "a table of more than four numbers", __FILE__, __LINE__);
	return -ENOSPC;
}

/* include/linux/miscdevice.h, sched.h */
struct miscdevice {
	int minor;
};
#define task_pid_nr(task) ((int)(task)->pid)

/* drivers/hwtracing/coresight/coresight-core.c, coresight-priv.h: the host says whether the device can
 * be claimed, and whether a bit comes to be what is waited for. The order that locking its registers
 * makes is there. Registers of a helper come 4 KiB after those of its sink. */
#define rc_is_helper(device) ((device)->type == CORESIGHT_DEV_TYPE_HELPER)
#define coresight_claim_device(device) (rc_ask("claim", rc_is_helper(device)) ? 0 : -EBUSY)
#define coresight_claim_device_unlocked(device) coresight_claim_device(device)
#define coresight_disclaim_device(device) ((void)rc_ask("disclaim", rc_is_helper(device)))
#define coresight_disclaim_device_unlocked(device) coresight_disclaim_device(device)
#define rc_place_of(csa, offset)                                                     \
	((long long)(offset) +                                                        \
	 (rc_is_helper(container_of(csa, struct coresight_device, access)) ? 0x1000 : 0))
#define coresight_timeout(csa, offset, bit, value)                                      \
	(rc_ask("wait", rc_place_of(csa, offset) << 16 | (bit) << 8 | (value)) ? 0 : -EAGAIN)
#define CS_UNLOCK(base) ((void)(base), (void)rc_ask("unlock", 0))
#define CS_LOCK(base)                   \
	do {                            \
		(void)(base);           \
		(void)rc_ask("lock", 0); \
		smp_mb();               \
	} while (0)

#endif
