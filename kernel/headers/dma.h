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
#define iommu_get_domain_for_dev(device) ((void)(device), false)
#define dev_to_node(device) ((void)(device), 0)

/* include/linux/idr.h, miscdevice.h, sched.h: an event that follows its task has memory of its own,
 * which no table leads to. */
struct idr {
	void *none;
};
struct miscdevice {
	int minor;
};
static inline void *rc_in_no_table(struct idr *idr)
{
	return idr->none;
}
#define idr_find(idr, id) rc_in_no_table(idr)
#define idr_alloc(idr, pointer, from, to, gfp) ((void)(pointer), rc_in_no_table(idr) ? 1 : 0)
#define idr_remove(idr, id) rc_in_no_table(idr)
#define task_pid_nr(task) ((int)(task)->pid)

/* drivers/hwtracing/coresight/coresight-core.c, coresight-priv.h: the host says whether the device can
 * be claimed, and whether a bit comes to be what is waited for. The order that locking its registers
 * makes is there. */
#define coresight_claim_device(device) \
	((void)(device), rc_ask("claim", 0) ? 0 : -EBUSY)
#define coresight_disclaim_device(device) ((void)(device), (void)rc_ask("disclaim", 0))
#define coresight_disclaim_device_unlocked(device) coresight_disclaim_device(device)
#define coresight_timeout(access, offset, bit, value) \
	((void)(access), rc_ask("wait", (long long)(offset) << 16 | (bit) << 8 | (value)) ? 0 : -EAGAIN)
#define CS_UNLOCK(base) ((void)(base), (void)rc_ask("unlock", 0))
#define CS_LOCK(base)                   \
	do {                            \
		(void)(base);           \
		(void)rc_ask("lock", 0); \
		smp_mb();               \
	} while (0)

#endif
