/* The program of scenarios around a data ring: a task writes records by the kernel's text, and a
 * reader on another CPU looks what there is. */
#include "ring_world.c"
#define rc_wait_for_records() true
#include "ring_reader.c"

int main(void)
{
	const struct rc_event_setup setup = { .id = RC_EVENT_ID, .cpu = -1 };

	rc_make_ring(&setup, 1);
	rc_run(writer, reader);
	return 0;
}
