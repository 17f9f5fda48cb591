/* What our C behind the driver of a CoreSight TMC-ETR offers to who loads it. */
#ifndef RINGCHECK_KERNEL_ETR_API_H
#define RINGCHECK_KERNEL_ETR_API_H

#include "coresight_api.h"
#include "events_api.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A sink, as it is found and set. Units: bytes. `trigger` is what the driver writes to TRG, `mode`
 * the kind of memory that sysfs prefers, -1: none. Registers of a CATU come 4 KiB after the sink's. */
struct rc_etr_setup {
	unsigned int capabilities, memwidth, size, trigger;
	int mode, has_catu;
	enum rc_tracer_case tracer_case;
};
/* An event beside the one that is traced: the pid of its session, the pages of its AUX area, whether
 * it follows its task, and whether it overwrites the area. */
struct rc_etr_other {
	unsigned int pid, pages, alone, overwrite;
};

enum rc_etr_field {
	RC_ETR_MODE,
	RC_ETR_PID,
	RC_ETR_REFCNT,
	RC_ETR_READING,
	RC_ETR_OFFSET,
	RC_ETR_LEN,
	RC_ETR_FULL
};
/* Who has a buffer, beside the events, which come first: sysfs, the hardware, perf's session that has
 * the hardware, and the table, for two sessions. */
enum rc_etr_holder { RC_ETR_SYSFS, RC_ETR_HARDWARE, RC_ETR_PERF, RC_ETR_TABLE, RC_ETR_TABLE_OTHER };
/* A buffer. Units: bytes. `table`: the device address of its CATU's table. */
struct rc_etr_buffer {
	unsigned long long bytes, hwaddr, table, offset, len;
	unsigned int mode, full, references;
};
/* The transaction of another event. */
struct rc_etr_transaction {
	unsigned long long head, size, flags;
};

void rc_etr_make(const struct rc_etr_setup *setup, const struct rc_etr_other *others,
		 unsigned int count);
/* Gives an event the PMU that traces into the sink; it may follow its task. */
void rc_etr_prepare(void *event, int alone);
/* The handle of this CPU's transaction. */
struct rc_aux_handle *rc_etr_handle(void);
struct rc_place rc_etr_place(void *buffer, enum rc_etr_field field);
/* Where the sink's registers are. */
void *rc_etr_registers(void);

/* The buffer of the event with AUX area `buffer`, of another event, or of who else has one; null if
 * there is none. What a buffer says of itself; it goes. */
const void *rc_etr_buffer_of_event(void *buffer);
const void *rc_etr_buffer_of_other(unsigned int other);
const void *rc_etr_buffer_of(enum rc_etr_holder holder, unsigned int pid);
struct rc_etr_buffer rc_etr_buffer_says(const void *buf);
void rc_etr_drop(const void *buf);

/* Another event's AUX area is mapped, and unmapped. Its tracer takes the sink for a transaction,
 * and leaves it: it copies before that, or the transaction has ended. */
int rc_etr_map(unsigned int other);
int rc_etr_unmap(unsigned int other);
int rc_etr_join(unsigned int other, const struct rc_etr_transaction *transaction);
void rc_etr_leave(unsigned int other, int copies);
struct rc_etr_transaction rc_etr_transaction_of(unsigned int other);
const void *rc_etr_page(unsigned int other, unsigned int page);
/* sysfs takes the sink, leaves it, and says another size. */
int rc_etr_sysfs_on(void);
void rc_etr_sysfs_off(void);
void rc_etr_resize(unsigned int size);
/* How many users the CATU counts, if it counts them. */
unsigned int rc_etr_catu_users(void);
/* The file of the sink is opened, and closed; where in memory `len` bytes from `pos` on are, and
 * how many of them lie there. */
int rc_etr_open(void);
int rc_etr_close(void);
long long rc_etr_read(long long pos, unsigned long long len, const void **place);

int rc_etr_add(void *event, int start);
void rc_etr_start(void *event);
void rc_etr_stop(void *event);
void rc_etr_del(void *event);

#ifdef __cplusplus
}
#endif

#endif
