// Known and explained violations of this area.
// Tested by tests/cli/findings_test.cpp: each shows where it is recorded, and its remedy removes
// it.
#include "properties/wakeup/findings.hpp"
#include "properties/core/finding.hpp"

namespace ringcheck {

namespace {

constexpr Finding kWatermark = {
    "F-04", "With a watermark that the buffer cannot reach, it fills and nobody is woken",
    "A begin that fails for lack of space wakes nobody, and ring_buffer_init accepts a "
    "watermark of the whole buffer. Records are refused before more than the watermark is "
    "unread: the buffer is full, a task sleeps in poll, and every further record is lost. With "
    "records of R bytes in a buffer of B it is any watermark of at least R * floor((B - 1) / "
    "R): of 48 and more for 24 in 64, while 40, 41 and 47 wake for the second record. The "
    "default, half the buffer, does it for records of half the buffer. A begin that wakes who "
    "waits when it finds no space (refusal=wakes) removes it for all of them.",
    "Who sets a watermark that leaves no room for the largest record, on every machine: the "
    "buffer fills, and poll sleeps for ever."};

constexpr Finding kSharedFlag = {
    "F-05", "Of several tasks that poll events of one buffer, one takes the flag from all others",
    "rb->poll is one word for all events of the buffer, and perf_poll takes it by an exchange. "
    "All waiters are woken; the first to look finds the flag, and the others find 0 and sleep "
    "on. If the one that found it does not read, such as a task that only counts wakeups, the "
    "reader sleeps over unread records. With one task that polls (watcher=no) it does not "
    "happen.",
    "Several tasks that poll events of one buffer, of which one does not read it, on every "
    "machine."};

constexpr Finding kStamp = {
    "F-09",
    "An NMI between the nest count and the wakeup stamp wakes nobody, and neither does the "
    "writer",
    "perf_output_get_handle raises rb->nest and samples rb->wakeup then. An NMI in between "
    "finds the count raised, so it leaves publishing and waking to the writer that it "
    "interrupts; its record moves the stamp, and the writer samples the stamp as it is by "
    "then. If the writer's own record does not cross the watermark again, it finds nothing "
    "changed when it is done, publishes both records, and wakes nobody. Sampling the stamp "
    "first (stamp=before-nest) removes it.",
    "A task that sleeps in poll beside a buffer that NMIs write to besides the task, on every "
    "machine: a wakeup is missed."};

constexpr Finding kStampAhead = {
    "F-17",
    "A nested writer lets the wakeup stamp run ahead: wakeups come with every record, or late",
    "__perf_output_begin compares head - rb->wakeup with the watermark, unsigned, after the "
    "reservation. A nested writer that comes in between reserves further on, crosses the "
    "watermark and moves the stamp past what the outer writer has reserved: the outer one's "
    "difference is negative, as an unsigned number far above the watermark, and it moves the "
    "stamp once more. The next wakeup is due a watermark later than it should be, by when the "
    "buffer may be full. Comparing the difference as a signed number (compare=signed) removes "
    "it.",
    "Readers that rely on a watermark while interrupts or NMIs write too, on every machine: a "
    "wakeup comes a watermark late."};

constexpr Finding kRedirect = {
    "F-22", "A wakeup that is pending while its event is redirected wakes those of the new buffer",
    "perf_output_wakeup sets the flag of the buffer that was written, and queues interrupt "
    "work of the event; the work looks event->rb up again, and wakes the events of that "
    "buffer's list. If PERF_EVENT_IOC_SET_OUTPUT or a munmap has changed it in between, those "
    "who wait on other events of the buffer that was written sleep on; ring_buffer_attach "
    "wakes who waits on the moved event alone. If the work wakes for the buffer that was "
    "written (work=written-rb), it does not happen.",
    "Readers that sleep in poll on one of several events of a buffer while another one of them "
    "is redirected, on every machine."};

constexpr Finding kNoSignal = {
    "F-27", "A wakeup that is not that of an overflow sends no SIGIO",
    "perf_event_wakeup sends SIGIO if event->pending_kill is set, and only an overflow sets it. "
    "perf_output_wakeup, which wakes for the watermark of the data ring and for the AUX area, "
    "queues the same interrupt work and leaves pending_kill alone. Who sleeps in poll is woken, "
    "and who asked for a signal (O_ASYNC) gets none. If perf_output_wakeup asks for the signal "
    "where nothing else has (wakeup=asks), one is sent.",
    "Who reads an AUX area, or records that are no samples, by SIGIO instead of poll, on every "
    "machine: no signal ever comes, and the buffer fills."};

constexpr Finding kLastSignal = {
    "F-28", "The signal of an overflow that comes while another one is sent is lost",
    "perf_event_wakeup loads event->pending_kill, sends the signal, and stores 0. An overflow by "
    "NMI in between stores its own reason, POLL_HUP if it was the last that was allowed, and "
    "queues the work again. The store of 0 takes that reason away; the work finds none when it "
    "runs again, and sends nothing. If the work takes the reason by an exchange "
    "(reason=exchange), it does not happen.",
    "Who enables an event for a number of overflows (PERF_EVENT_IOC_REFRESH), counts the kernel "
    "and waits for SIGIO, where counters interrupt by NMI: the event is off, and nobody is told."};

constexpr Finding kRefresh = {
    "F-32", "An event that is told to overflow further times before it is off stays off",
    "The last overflow that PERF_EVENT_IOC_REFRESH allows stops the counter and queues interrupt "
    "work, which sends SIGIO first and turns the event off then. A task on another CPU that gets "
    "the signal calls REFRESH in between: it adds to the limit, and finds the event active, so "
    "that it enables nothing. The work turns the event off, and nobody is told again. An event "
    "that is off before the signal is sent (work=disables-first) is enabled.",
    "Who counts another thread or a CPU, waits for SIGIO and refreshes the event, on every "
    "machine: the event counts no more, with overflows left."};

constexpr Finding kMoved = {
    "F-33", "Interrupt work takes a wakeup on another CPU before the flag of poll is set",
    "perf_output_wakeup sets rb->poll and then event->pending_wakeup, by stores that nothing "
    "orders. If the event has come from another CPU on which its interrupt work is still queued, "
    "that work may find the wakeup due before the flag is set: it takes it, and whoever it wakes "
    "finds nothing and sleeps again. If the work counts as queued no more, the writer's own is "
    "queued then, and finds nothing due. If pending_wakeup is released and taken by an exchange "
    "(due=exchange), it does not happen.",
    "A reader of an event that follows a task, where stores are reordered (arm64, riscv, powerpc): "
    "it sleeps until the next wakeup. It takes a task that moves before the work has run: at the "
    "end of a switch of tasks, or, with PREEMPT_RT, where a thread runs it, at any time."};

}  // namespace

std::vector<KnownViolation> wakeup_violations() {
  return {
      shown(kFlagFinding, "perf-wakeup", {"armv8", "riscv", "power", "rc11", "lkmm"}, {"I-16"},
            "flag=release"),
      shown_everywhere(kWatermark, "perf-wakeup-full", {"I-17"}, "refusal=wakes"),
      shown(kWatermark, "perf-wakeup-full",
            {"sc", "x86-tso", "armv8", "riscv", "power", "rc11", "lkmm"}, {"I-17"},
            "watermark=40 flag=release", "watermark=56"),
      shown(kWatermark, "perf-wakeup-full", {"sc"}, {"I-17"}, "watermark=47", "watermark=48"),
      shown(kWatermark, "perf-wakeup-full", {"sc"}, {"I-17"}, "watermark=47", "watermark=63"),
      shown(kWatermark, "perf-wakeup-full", {"sc"}, {"I-17"}, "watermark=31",
            "payload=3 watermark=32"),
      shown_everywhere(kSharedFlag, "perf-poll-shared", {"I-16"}, "watcher=no flag=release"),
      shown(kStamp, "perf-wakeup-nested", {"sc", "x86-tso"}, {"I-16"}, "stamp=before-nest"),
      shown(kStamp, "perf-wakeup-nested", {"armv8", "riscv", "power", "rc11", "lkmm"}, {"I-16"},
            "stamp=before-nest flag=release"),
      shown(kStampAhead, "perf-wakeup-stamp", {"sc", "x86-tso"}, {"I-16"}, "compare=signed"),
      shown(kStampAhead, "perf-wakeup-stamp", {"rc11"}, {"I-16"}, "compare=signed flag=release"),
      shown(kRedirect, "perf-wakeup-redirect", {"sc", "x86-tso"}, {"I-16"}, "work=written-rb"),
      shown(kRedirect, "perf-wakeup-redirect", {"armv8", "riscv", "power", "rc11", "lkmm"},
            {"I-16"}, "work=written-rb flag=release"),
      shown_everywhere(kNoSignal, "perf-sigio-watermark", {"I-41"}, "wakeup=asks"),
      shown_everywhere(kLastSignal, "perf-sigio", {"I-41"}, "reason=exchange"),
      shown_everywhere(kRefresh, "perf-refresh", {"I-121"}, "work=disables-first"),
      shown(kMoved, "perf-wakeup-moved", {"armv8", "riscv", "power", "rc11", "lkmm"}, {"I-16"},
            "due=exchange"),
  };
}

}  // namespace ringcheck
