/* What our C behind the driver of Intel BTS offers to who loads it. */
#ifndef RINGCHECK_KERNEL_BTS_API_H
#define RINGCHECK_KERNEL_BTS_API_H

#include "events_api.h"

#ifdef __cplusplus
extern "C" {
#endif

enum rc_bts_field {
	RC_BTS_STATE,
	RC_BTS_CUR_BUF,
	RC_BTS_DATA_SIZE,
	RC_BTS_HEAD,
	RC_BTS_END,
	RC_BTS_FIELDS
};

/* Words of the debug store: where the unit writes; and what the driver keeps of it. */
enum rc_bts_store {
	RC_BTS_BASE,
	RC_BTS_INDEX,
	RC_BTS_MAXIMUM,
	RC_BTS_THRESHOLD,
	RC_BTS_BACK_BASE,
	RC_BTS_BACK_MAXIMUM,
	RC_BTS_BACK_THRESHOLD
};

/* A piece of the area, in bytes. */
struct rc_bts_piece {
	unsigned long long offset, displacement, size;
};

/* Whose branches events ask for, and whether a counter has BTS by its other name, from
 * rc_bts_prepare on. */
void rc_bts_ask(int exclude_kernel, int exclude_user, int taken);
/* Gives an event the PMU of Intel BTS, and this CPU a debug store. */
void rc_bts_prepare(void *event);
/* The handle of this CPU's transaction. */
struct rc_aux_handle *rc_bts_handle(void);
struct rc_place rc_bts_place(void *buffer, enum rc_bts_field field);
unsigned long long *rc_bts_word(enum rc_bts_store word);
int rc_bts_get_piece(void *buffer, unsigned int index, struct rc_bts_piece *piece);
/* The number of the register that lets the unit store branches. */
unsigned int rc_bts_register(void);

int rc_bts_add(void *event, int start);
void rc_bts_start(void *event);
void rc_bts_stop(void *event);
void rc_bts_del(void *event);
/* The performance interrupt's part; whether it was BTS's. */
int rc_bts_interrupt(void);

#ifdef __cplusplus
}
#endif

#endif
