/* A reader of a data ring, in our own words.
 *
 * It does what libbpf's does, as protocol/ring/perf_reader.hpp has it: one load of data_head (C),
 * every whole record up to it, one store of data_tail (D). What it takes is held against what was
 * written by claims, which no branch depends on. Whoever includes this says by
 * rc_wait_for_records() what comes before each poll, and whether there is one. */

/* Ordering points of the reader. */
#ifndef RC_WITHOUT_C
#define RC_C RC_ACQUIRE
#else
#define RC_C RC_ONCE
#endif
#ifndef RC_WITHOUT_D
#define RC_D RC_RELEASE
#else
#define RC_D RC_ONCE
#endif
#ifndef RC_LONG_32
#define rc_load_head(page) (rc_load)(&(page)->data_head, sizeof(u64), RC_C)
#define rc_store_tail(page, tail) (rc_store)(&(page)->data_tail, sizeof(u64), tail, RC_D)
#else
/* What is accessed half by half has no acquire and no release: fences stand in their place. */
static u64 rc_load_head(struct perf_event_mmap_page *page)
{
	const u64 head = rc_load(&page->data_head, sizeof(u64), RC_ONCE);

#ifndef RC_WITHOUT_C
	rc_order(RC_SMP_RMB);
#endif
	return head;
}
static void rc_store_tail(struct perf_event_mmap_page *page, u64 tail)
{
#ifndef RC_WITHOUT_D
	rc_order(RC_SMP_MB);
#endif
	rc_store(&page->data_tail, sizeof(u64), tail, RC_ONCE);
}
#endif
#define rc_load_word(at) (rc_load)(at, sizeof(u64), RC_MARKED_DATA ? RC_ONCE : RC_PLAIN)

/* A record is the stream offset that it starts at. */
static u64 rc_word_of(u64 record, u64 at)
{
	return rc_load_word(&rc_area.data[(record + at) / 8 % RC_SET_WORDS]);
}

/* protocol/ring/perf_reader_shapes.hpp ReaderKind: 9 is a reader that goes on until its tail is the
 * head, in 64 bits as libbpf's; 10, as longs. */
#ifndef RC_SET_READER
#define RC_SET_READER 0
#elif RC_SET_READER == 9
#define RC_HAS_MORE(head, tail) ((head) != (tail))
#elif RC_SET_READER == 10
#define RC_HAS_MORE(head, tail) ((unsigned long)((head) - (tail)) != 0)
#else
#error "another reader is expected"
#endif

#include "ring_claims.c"

static void *reader(void *unused)
{
	u64 known = RC_KNOWN_AT_FIRST, tail = RC_SET_START;

	for (unsigned int poll = 0; poll < RC_SET_POLLS && rc_wait_for_records(); poll++) {
		const u64 head = rc_load_head(&rc_area.page);

#if RC_SET_READER
		/* More rounds than records are of no use: it does not end by itself. */
		for (unsigned int round = 0; round <= RC_SET_RECORDS && RC_HAS_MORE(head, tail);
		     round++) {
			const u64 header = rc_word_of(tail, 0);

			known = rc_take(known, tail, header);
			tail += header >> 48;
		}
#else
		if ((unsigned long)(head - tail) > RC_DATA_SIZE) {
			rc_claim(0, "data_head is at most a buffer ahead of data_tail");
			tail = head;
		} else {
			for (;;) {
				const int left = (int)(head - tail);
				u64 header, size;

				if (left < 8)
					break;
				header = rc_word_of(tail, 0);
				size = header >> 48;
				if (size < 8 || left < (int)size) {
					rc_claim(0, "a record lies before data_head");
					break;
				}
				known = rc_take(known, tail, header);
				tail += size;
			}
		}
#endif
		rc_store_tail(&rc_area.page, tail);
	}
	return unused;
}
