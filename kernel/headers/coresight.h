/* What drivers of CoreSight ask of the rest of the kernel. */
#ifndef RINGCHECK_KERNEL_CORESIGHT_H
#define RINGCHECK_KERNEL_CORESIGHT_H

#include "arm.h"

/* include/linux/kconfig.h */
#define rc_option_CONFIG_CORESIGHT 1
#define rc_option_CONFIG_CORESIGHT_CATU 1

/* include/linux/types.h */
#define DECLARE_BITMAP(name, bits) \
	unsigned long name[((bits) + BITS_PER_LONG - 1) / BITS_PER_LONG]

/* include/linux/device.h: a device leads to its parent and to what its driver knows of
 * it. */
struct device {
	struct device *parent;
	void *driver_data;
};
#define dev_get_drvdata(device) ((device)->driver_data)
#define dev_set_drvdata(device, data) ((void)((device)->driver_data = (data)))
struct device_type {
	const char *name;
};

/* drivers/hwtracing/coresight/coresight-core.c, of a path that is a tracer and its sink. `path` is
 * such a path: what it leads to is asked by our C behind the driver. */
struct list_head;
struct coresight_device;
struct coresight_device *rc_sink_of(struct list_head *path);
int rc_enable_path(struct list_head *path, int mode, void *data);
void rc_disable_path(struct list_head *path);
void rc_disable_source(struct coresight_device *device, void *data);
#ifndef RC_CORESIGHT_PATHS
#define coresight_get_sink(path) rc_sink_of(path)
#define coresight_enable_path(path, mode, data) rc_enable_path(path, mode, data)
#define coresight_disable_path(path) rc_disable_path(path)
#else
/* Where the tree's own functions go along paths, these are a tracer and its sink, which may have a
 * helper; no cross trigger belongs to them. */
#define coresight_control_assoc_ectdev(device, enable) ((void)(device), 0)
#define coresight_enable_link(device, parent, child) \
	((void)(device), (void)(parent), (void)(child), -EINVAL)
#define coresight_disable_link(device, parent, child) \
	((void)(device), (void)(parent), (void)(child))
#endif
#define coresight_disable_source(device, data) rc_disable_source(device, data)

/* drivers/hwtracing/coresight/coresight-trace-id.c, include/linux/coresight-pmu.h: which ID a tracer
 * has, and its sink, of which later kernels tell in a record. */
#define coresight_trace_id_read_cpu_id_map(cpu, map) 0x10
#define coresight_get_sink_id(device) 5
#define CS_AUX_HW_ID_MAJOR_VERSION 0
#define CS_AUX_HW_ID_MINOR_VERSION 1
#define CS_AUX_HW_ID_MAJOR_VERSION_MASK GENMASK_ULL(63, 60)
#define CS_AUX_HW_ID_MINOR_VERSION_MASK GENMASK_ULL(59, 56)
#define CS_AUX_HW_ID_SINK_ID_MASK GENMASK_ULL(39, 8)
#define CS_AUX_HW_ID_TRACE_ID_MASK GENMASK_ULL(7, 0)

#endif
