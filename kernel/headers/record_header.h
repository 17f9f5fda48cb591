/* The header of a record, under a name that the kernel's own does not have. */
#ifndef RINGCHECK_KERNEL_RECORD_HEADER_H
#define RINGCHECK_KERNEL_RECORD_HEADER_H

/* include/uapi/linux/perf_event.h */
struct rc_record_header {
	u32 type;
	u16 misc, size;
};
#define perf_event_header rc_record_header

#endif
