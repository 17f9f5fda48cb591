/* What our C behind libperf's reader offers to who loads it. */
#ifndef RINGCHECK_KERNEL_READER_API_H
#define RINGCHECK_KERNEL_READER_API_H

#ifdef __cplusplus
extern "C" {
#endif

enum rc_reader_field {
	RC_READER_DATA_HEAD,
	RC_READER_DATA_TAIL,
	RC_READER_AUX_SIZE,
	RC_READER_PREV,
	RC_READER_START,
	RC_READER_END,
	RC_READER_FIELDS
};

/* A buffer of `bytes` bytes, a power of two, that somebody has mapped to read. */
void rc_new_reader(unsigned int bytes, int overwrite, unsigned long long flush, int references);
unsigned long long *rc_reader_word(enum rc_reader_field field);
void *rc_reader_data(void);
int rc_reader_references(void);
/* Bytes that were unmapped, and how often who mapped them was told. */
unsigned long long rc_reader_unmapped(void);
int rc_reader_told(void);

int rc_reader_init(void);
/* The next record: where its bytes lie; null: there is none. */
const void *rc_reader_next(void);
void rc_reader_consume(void);
void rc_reader_done(void);
/* All that is there is written to perf's file. */
int rc_reader_push(void);

#ifdef __cplusplus
}
#endif

#endif
