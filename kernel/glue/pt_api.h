/* What our C behind the driver of Intel PT offers to who loads it. */
#ifndef RINGCHECK_KERNEL_PT_API_H
#define RINGCHECK_KERNEL_PT_API_H

#include "events_api.h"

#ifdef __cplusplus
extern "C" {
#endif

enum rc_pt_field {
	RC_PT_HANDLE_NMI,
	RC_PT_VMX_ON,
	RC_PT_CONFIG, /* of an event */
	RC_PT_CUR_IDX,
	RC_PT_OUTPUT_OFF,
	RC_PT_DATA_SIZE,
	RC_PT_HEAD,
	RC_PT_WRAPPED,
	RC_PT_STOP_POS,
	RC_PT_INTR_POS,
	RC_PT_PAUSE_ALLOWED, /* this and what follows: of drivers that pause */
	RC_PT_RESUME_ALLOWED,
	RC_PT_PAUSED, /* of an event */
	RC_PT_FIELDS
};

/* What an event asks for, besides that it traces. */
struct rc_pt_attr {
	unsigned long long config;
	int exclude_kernel, exclude_user;
	unsigned int filters; /* address ranges: range i is page i + 1; the second one is a stop */
};

/* Gives an event the PMU of Intel PT. */
void rc_pt_prepare(void *event, int no_sg, const struct rc_pt_attr *attr);
/* The handle of this CPU's transaction. */
struct rc_aux_handle *rc_pt_handle(void);
struct rc_place rc_pt_place(void *buffer, void *event, enum rc_pt_field field);
/* The table in use, by number from 0; the region of an entry that has a marker, from 1, 0 for none
 * (which: 0 STOP, 1 INT); bits of region `index`: 1 INT, 2 STOP. */
int rc_pt_table(void *buffer);
int rc_pt_marker(void *buffer, int which);
int rc_pt_bits(void *buffer, unsigned int index);
/* Numbers of registers: RTIT_CTL, _STATUS, _OUTPUT_BASE, _OUTPUT_MASK, and those of the address
 * ranges, two each. */
unsigned int rc_pt_register(int which);

int rc_pt_add(void *event, int start);
void rc_pt_start(void *event);
void rc_pt_stop(void *event);
void rc_pt_del(void *event);
void rc_pt_interrupt(void);
void rc_pt_vmx(int on);
/* Another event pauses this one, or lets it go on. */
void rc_pt_pause(void *event, int paused);
long long rc_pt_snapshot(void *event, struct rc_writer *writer, unsigned long long size);

#ifdef __cplusplus
}
#endif

#endif
