/* What our C behind perf's reader of AUX areas offers to who loads it. */
#ifndef RINGCHECK_KERNEL_AUXTRACE_API_H
#define RINGCHECK_KERNEL_AUXTRACE_API_H

#ifdef __cplusplus
extern "C" {
#endif

/* An area of `len` bytes, and how perf reads it. */
struct rc_auxtrace_setup {
	unsigned long long len, prev;
	int masked; /* mm->mask is set: `len` is a power of two */
	int kernel_is_64_bit; /* and perf has 32 */
	unsigned int alignment;
	int finishes; /* the driver has a read_finish */
};

enum rc_auxtrace_field { RC_AUXTRACE_HEAD, RC_AUXTRACE_TAIL, RC_AUXTRACE_PREV };

/* What the functions that the reader calls do: whether they fail, and by how much the driver moves
 * the ends of a snapshot. */
struct rc_auxtrace_answers {
	int find_fails, take_fails, finish_fails;
	unsigned long long head_moves, old_moves;
};

/* The record and the pieces that were handed over last, as offsets, and how often each function was
 * called. */
struct rc_auxtrace_taken {
	unsigned int type, misc, header_size, idx, tid, cpu, reserved;
	unsigned long long size, offset, reference;
	unsigned long long at1, len1, at2, len2;
	int has_second;
	unsigned int taken, found, finished;
};

void rc_new_auxtrace(const struct rc_auxtrace_setup *setup);
unsigned long long *rc_auxtrace_word(enum rc_auxtrace_field field);
/* What auxtrace_mmap__read returns, or, of a snapshot of at most `most` bytes,
 * auxtrace_mmap__read_snapshot. */
int rc_auxtrace_read(const struct rc_auxtrace_answers *answers, int snapshot,
		     unsigned long long most, struct rc_auxtrace_taken *taken);

#ifdef __cplusplus
}
#endif

#endif
