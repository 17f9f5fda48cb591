#pragma once
// The two sides of programs of AUX transactions.

#include <array>

#include "kernel/calls/hold_calls.hpp"
#include "kernel/calls/recording_cpu.hpp"
#include "kernel/glue/events_api.h"
#include "protocol/aux/aux_copy.hpp"
#include "protocol/aux/aux_output.hpp"

namespace ringcheck {

/// What a program does to an AUX area, in the order of its CallShapes.
enum class AuxOp : unsigned {
  begin,      ///< handle, event
  end,        ///< handle, bytes
  skip,       ///< handle, bytes
  flag,       ///< handle, flags
  get,        ///< handle
  set_head,   ///< handle, bytes behind the first position: a driver moves handle->head
  copy,       ///< handle, from, to: a record with trace in it
  aux_tail,   ///< bytes behind the first position, or any word
  data_tail,  ///< the reader takes all that is published, or stores any word
  mapped,     ///< aux_mmap_count
  pause,      ///< whether
  poll,
};

/// The numbers of a set-up, in the order of its CallShapes.
enum class AuxSetupNumber : unsigned {
  aux_pages,
  watermark,
  overwrite,
  head,
  tail,  ///< bytes before the head
  data_pages,
  data_watermark,
  sample_type,
  sample_id_all,
  lost,  ///< records lost before
  count,
};

inline constexpr unsigned kAuxHandles = 2;
inline constexpr unsigned kAuxEvents = 3;  ///< a parent, its child, and one without a buffer

/// Addresses in the specification's memory.
struct AuxWords {
  AuxWords(const CallProgram& program, unsigned page_bytes);

  PerfBufferCells ring{};
  AuxBufferCells aux{};
  std::array<AuxHandle, kAuxHandles> handles{};
  std::array<PerfEventCells, kAuxEvents> events{};
  std::uint64_t area = 0;  ///< first byte of the AUX area, one a word
  std::uint64_t aux_bytes = 0;
  std::uint64_t data_words = 0;
  std::uint64_t count = 0;

  [[nodiscard]] std::string name(std::uint64_t word) const;
  /// True iff accesses to the word are compared one by one, not its value alone.
  [[nodiscard]] bool traced(std::uint64_t word) const;
};

/// Byte `i` of the trace in an AUX area.
constexpr std::uint8_t trace_byte(std::uint64_t i) {
  return static_cast<std::uint8_t>(i * 37 + (i >> 8U) + 11);
}

/// Why a call on a handle is never made, or null. `open`: the event whose transaction is open on
/// the handle, from 1; `busy`: calls on it that are under way.
const char* aux_guard(AuxOp op, std::uint64_t open, unsigned busy);
/// Bytes of the record that AuxOp::copy makes.
std::uint64_t copied_bytes(const Call& call, std::uint64_t head, std::uint64_t aux_bytes);

/// The kernel's text.
class AuxKernel {
 public:
  AuxKernel(const NativeObject& object, const CallProgram& program, const AuxWords& words);

  void run(const Call& call, Answers& answers);
  [[nodiscard]] const char* guard(const Call& call) const;
  [[nodiscard]] std::uint64_t word(std::uint64_t at) const;
  /// False for words that only one side keeps.
  [[nodiscard]] bool compares(std::uint64_t word) const { return places_[word].at != nullptr; }
  [[nodiscard]] Trace& trace() { return machine_.trace; }
  [[nodiscard]] NativeMachine& machine() { return machine_; }
  void settle() { machine_.settle(); }
  void on_access(std::function<void()> hook) { machine_.before_access = std::move(hook); }

 private:
  void set_up(const CallProgram& program);
  void name_all(const CallProgram& program);
  void copy(const Call& call, Answers& answers);
  void set(std::uint64_t word, std::uint64_t value);
  [[nodiscard]] std::uint64_t open_event(unsigned handle) const;

  NativeMachine machine_;
  const AuxWords& words_;
  const std::uint64_t head_;
  void* buffer_ = nullptr;
  std::array<void*, kAuxEvents> events_{};
  std::array<rc_aux_handle*, kAuxHandles> handles_{};
  std::array<unsigned, kAuxHandles> busy_{};  ///< calls on the handle that are under way
  std::vector<rc_place> places_;
};

/// The specification.
class AuxSpecification {
 public:
  AuxSpecification(const CallProgram& program, const AuxWords& words, unsigned page_bytes,
                   ReserveOrder order);

  void run(const Call& call, Answers& answers);
  [[nodiscard]] const char* guard(const Call& call) const;
  [[nodiscard]] std::uint64_t word(std::uint64_t at) const { return memory_.words[at]; }
  [[nodiscard]] Trace& trace() { return memory_.trace; }
  void settle() const {}
  void on_access(std::function<void()> hook) { memory_.before_access = std::move(hook); }

 private:
  void copy(const Call& call, Answers& answers);

  RecordedMemory memory_;
  RecordingCpu cpu_{memory_};
  const std::uint64_t head_;
  AuxBuffer aux_{};
  std::array<AuxHandle, kAuxHandles> handles_{};
  std::array<unsigned, kAuxHandles> busy_{};
  std::vector<PerfEvent> events_;
  std::uint64_t warnings_ = 0;
};

}  // namespace ringcheck
