/* For readers of a perf buffer that `ringcheck check --reader FUNCTION` runs.
 *
 * FUNCTION is `void FUNCTION(void *base, size_t page_size, size_t data_size)`, called at each poll:
 * the mapped page (struct perf_event_mmap_page of <linux/perf_event.h>) is at `base`, the data area
 * at `base + page_size`.
 */
#ifndef RINGCHECK_READER_H
#define RINGCHECK_READER_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Hands on a record of `size` bytes, header included; records come in the order of the buffer.
 * `event` may point into the buffer, if the record does not wrap, or to the reader's own copy. This
 * call reads the bytes there and compares them with what was written. */
void ringcheck_record(const void *event, size_t size);

#ifdef __cplusplus
}
#endif

#endif
