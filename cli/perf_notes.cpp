// Observations of perf's code in words.
// Tested by tests/cli/perf_notes_test.cpp.
#include "cli/perf_notes.hpp"

#include <fmt/format.h>

#include "protocol/aux/observations.hpp"
#include "protocol/overwrite/observations.hpp"
#include "protocol/ring/observations.hpp"
#include "protocol/wakeup/observations.hpp"

namespace ringcheck {

namespace {

struct Note {
  std::uint32_t kind;
  const char* text;  ///< {0} to {3} are the observation's numbers
};

constexpr Note kNotes[] = {
    {said::Reserved<>::kKind, "reserves {1} bytes at {0}, which the tail {2} allows"},
    {said::LostReported<>::kKind, "reports {1} lost records at {0}"},
    {said::RecordWritten<>::kKind, "has written the record of {1} bytes at {0}"},
    {said::NestedPut<>::kKind, "leaves it to the writer that it interrupts to publish"},
    {said::HeadStored<>::kKind, "publishes the data up to {0}"},
    {said::Retried<>::kKind,
     "finds that records came in after it published {0}, and goes round again"},
    {said::Woken<>::kKind, "wakes the reader, with {0} as the next position to do so"},
    {said::PassedPause<>::kKind, "finds the buffer not paused"},
    {said::HeadLoaded<>::kKind, "sees data up to {0}, and has read up to {1}"},
    {said::FellBehind<>::kKind, "has been overtaken: the head is {0}, it has read up to {1}"},
    {said::BadRecord<>::kKind, "finds a size of {1} bytes in the header at {0}, and stops reading"},
    {said::Consumed<>::kKind, "has read the record of {1} bytes at {0}"},
    {said::TailStored<>::kKind, "gives back the room up to {0}"},
    {said::WokenUp<>::kKind, "has slept in poll, and wakes up"},
    {said::Asleep<>::kKind, "goes to sleep in poll"},
    {said::Overflowed<>::kKind, "has overflowed, with sample {0}"},
    {said::SignalDue<>::kKind, "owes a signal to who asked for SIGIO, with reason {0}"},
    {said::Signalled<>::kKind, "sends SIGIO with reason {0}"},
    {said::Paused<>::kKind, "pauses the buffer"},
    {said::Resumed<>::kKind, "resumes the buffer"},
    {said::SnapshotBegun<>::kKind, "is going to read the bytes from {0} to {1}"},
    {said::SlotSkipped<>::kKind, "leaves out record {0}: the ring is full"},
    {said::SlotStored<>::kKind, "has stored record {0}"},
    {said::SlotLoaded<>::kKind, "has loaded the record at {0}: {1}"},
    {said::AuxBegun<>::kKind, "begins a transaction at {0}, with room for {1} bytes"},
    {said::AuxRefused<>::kKind, "finds no room for trace at {0}"},
    {said::AuxEnded<>::kKind, "ends the transaction at {0} with {1} bytes"},
    {said::AuxEndWithoutBegin<>::kKind, "ends a transaction that is closed already"},
    {said::AuxSkipped<>::kKind, "skips {1} bytes of the area at {0}"},
    {said::AuxHeadStored<>::kKind, "publishes the trace up to {0}"},
    {said::AuxFreed<>::kKind, "drops the last reference to the area"},
    {said::AuxWindow<>::kKind, "takes {1} bytes of the area at {0}"},
    {said::AuxTailStored<>::kKind, "gives back the room for trace up to {0}"},
    {said::AuxSampled<>::kKind, "copies {1} bytes of trace at {0} to a sample"},
    {said::OutsideArea<>::kKind, "touches {1} bytes at {0}, beyond the area"},
    {said::UnitStarted<>::kKind, "starts the trace unit at {1}"},
    {said::UnitDrained<>::kKind, "waits for the trace unit, which has made {1} units"},
};

}  // namespace

std::string perf_note(const Observation& told) {
  const auto& [first, second, third, fourth] = told.numbers;
  if (told.kind == said::Refused<>::kKind)
    return static_cast<RefusedFor>(first) == RefusedFor::paused
               ? std::string("finds the buffer paused")
               : fmt::format("finds no room for {} bytes: the head is {}, the tail {}", fourth,
                             second, third);
  for (const Note& note : kNotes)
    if (told.kind == note.kind)
      return fmt::format(fmt::runtime(note.text), first, second, third, fourth);
  return "";
}

}  // namespace ringcheck
