#pragma once
// The two sides of programs of AUX transactions.

#include <array>

#include "kernel/calls/aux_area.hpp"
#include "kernel/calls/hold_calls.hpp"
#include "protocol/aux/aux_copy.hpp"

namespace ringcheck {

/// What a program does to an AUX area, in the order of its CallShapes.
enum class AuxOp : unsigned {
  begin,      ///< handle, event
  end,        ///< handle, bytes
  skip,       ///< handle, bytes
  flag,       ///< handle, flags
  get,        ///< handle
  set_head,   ///< handle, bytes after the first position: a driver moves handle->head
  copy,       ///< handle, from, to: a record with trace in it
  aux_tail,   ///< bytes after the first position, or any word
  data_tail,  ///< the reader takes all that is published, or stores any word
  mapped,     ///< aux_mmap_count; whether the area goes with the last mapping
  pause,      ///< whether
  poll,
};

inline constexpr unsigned kAuxHandles = 2;

/// Why a call on a handle is never made, or null. `open`: the event whose transaction is open on
/// the handle, from 1; `busy`: calls on it that are under way.
const CallGuard* aux_guard(AuxOp op, std::uint64_t open, unsigned busy);
/// What AuxOp::mapped leaves behind, where the area has `references`: the count of mappings, and
/// the references. An area that goes does not come back.
struct AuxMapped {
  std::uint64_t count, references;
};
AuxMapped mapped_of(const Call& call, std::uint64_t references);
/// Bytes of the record that AuxOp::copy makes.
std::uint64_t copied_bytes(const Call& call, std::uint64_t head, std::uint64_t aux_bytes);

/// The kernel's text.
class AuxKernel {
 public:
  AuxKernel(const NativeObject& object, const AuxAreaSetup& setup, const AuxAreaWords& words);

  void run(const Call& call, Answers& answers);
  [[nodiscard]] const CallGuard* guard(const Call& call) const;
  [[nodiscard]] std::uint64_t word(std::uint64_t at) const { return area_.word(at); }
  [[nodiscard]] bool compares(std::uint64_t word) const { return area_.compares(word); }
  [[nodiscard]] Trace& trace() { return area_.machine.trace; }
  [[nodiscard]] NativeMachine& machine() { return area_.machine; }
  void settle() { area_.machine.settle(); }
  void on_access(std::function<void()> hook) { area_.machine.before_access = std::move(hook); }

 private:
  void copy(const Call& call, Answers& answers);
  [[nodiscard]] std::uint64_t open_event(unsigned handle) const;

  const AuxAreaWords& words_;
  const std::uint64_t head_;
  KernelAuxArea area_;
  std::array<rc_aux_handle*, kAuxHandles> handles_{};
  std::array<unsigned, kAuxHandles> busy_{};  ///< calls on the handle that are under way
};

/// The specification.
class AuxSpecification {
 public:
  AuxSpecification(const AuxAreaSetup& setup, const AuxAreaWords& words, ReserveOrder order,
                   LongWidth width);

  void run(const Call& call, Answers& answers);
  [[nodiscard]] const CallGuard* guard(const Call& call) const;
  [[nodiscard]] std::uint64_t word(std::uint64_t at) const { return area_.word(at); }
  [[nodiscard]] Trace& trace() { return area_.memory.trace; }
  void settle() const {}
  void on_access(std::function<void()> hook) { area_.memory.before_access = std::move(hook); }

 private:
  void copy(const Call& call, Answers& answers);

  const AuxAreaWords& words_;
  const std::uint64_t head_;
  SpecifiedAuxArea area_;
  std::array<unsigned, kAuxHandles> busy_{};
};

}  // namespace ringcheck
