/* What is claimed of records that a reader of a data ring takes. Whoever includes this says by
 * rc_word_of(record, at) how the word at byte `at` of a record is loaded. */

/* What a reader knows of what was written, in one word, which stays in a register: the number of
 * the task's record that is to come, if none is lost; from bit 16 on, how many were told to be lost
 * and are not accounted for; from bit 32 on, how many of interrupts may still come. */
#define RC_LOST_SHIFT 16
#define RC_INTERRUPT_SHIFT 32
#define RC_KNOWN_AT_FIRST (1 + ((u64)RC_SET_INTERRUPTS << RC_INTERRUPT_SHIFT))

/* Takes the record `record_at`, which starts with `header`. Returns what is known after it. Nothing
 * branches on what is claimed, so that the claims order nothing. */
static u64 rc_take(u64 known, u64 record_at, u64 header)
{
	const u64 size = header >> 48;
	const u64 next = known & 0xffff, told = known >> RC_LOST_SHIFT & 0xffff;
	const u64 is_lost = header == rc_header(PERF_RECORD_LOST, 24);
	const u64 is_sample = (header == rc_header(PERF_RECORD_SAMPLE, rc_size_of(RC_SET_PAYLOAD))) |
			      (header == rc_header(PERF_RECORD_SAMPLE,
						   rc_size_of(RC_SET_INTERRUPT_PAYLOAD)));
	u64 record = next + told, lost = 0, is_interrupt, is_task, skipped;

	rc_claim(is_lost | is_sample, "a record is whole");
	for (u64 at = 8; at < size; at += 8) {
		const u64 word = rc_word_of(record_at, at);

#ifdef RC_INTERRUPTS
		/* Whose record it is: else what is to come is known without it. */
		if (at == 8)
			record = word >> 16;
#endif
		if (at == 16)
			lost = word;
		rc_claim((is_sample & (word == rc_payload(record, at / 8 - 1))) |
				 (is_lost & (at == 8 ? word == RC_EVENT_ID :
						       word - 1 < RC_OF_INTERRUPT)),
			 "a record is what was written");
	}
	is_interrupt = is_sample & (record == RC_OF_INTERRUPT);
	is_task = is_sample - is_interrupt;
	skipped = record - next;
	rc_claim(is_interrupt <= known >> RC_INTERRUPT_SHIFT,
		 "no more records of interrupts are read than were written");
	/* What an interrupt lost may be told of as well. */
	rc_claim((is_task ^ 1) | (skipped == told) | ((RC_SET_INTERRUPTS != 0) & (skipped < told)),
		 "each record is read once, in order, or told to be lost");
	return known + is_task * (1 + skipped - (skipped << RC_LOST_SHIFT)) +
	       (is_lost * lost << RC_LOST_SHIFT) - (is_interrupt << RC_INTERRUPT_SHIFT);
}
