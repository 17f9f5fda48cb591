#pragma once
// Programs of tasks that map three events, redirect them, drop references and close files: what
// they consist of, and their side that is the specification.

#include <array>
#include <string>
#include <vector>

#include "kernel/calls/recording_cpu.hpp"
#include "kernel/calls/without_words.hpp"
#include "protocol/lifetime/perf_lifetime.hpp"
#include "protocol/lifetime/perf_redirect.hpp"

namespace ringcheck {

/// What a program of lifetimes does, in the order of its CallShapes.
enum class LifeOp : unsigned {
  map,         ///< event, memory can be had
  unmap,       ///< mapping
  set_output,  ///< event, other event, or 3 for none
  get,         ///< event, or 3 for a child of event 0
  put,         ///< reference
  wakeup,      ///< event, or 3 for a child of event 0; why its signal is to be sent, 0 for none
  close,       ///< event: its last reference goes; once more: it is freed
};

inline constexpr unsigned kLifeEvents = kLifetimeEvents;

/// The event of a call that may be for the child, which does all by its parent.
inline std::uint64_t parent_of(std::uint64_t event) {
  return event < kLifeEvents ? event : 0;
}

/// An event of a program: like the others, but for what the set-up says.
RedirectedEvent redirected_event(const CallProgram& program, unsigned event);

/// What a program has come to.
struct LifeNow {
  std::size_t mappings = 0;
  std::size_t references = 0;
  bool fresh = false;                      ///< mmap of the call's event would make a buffer
  std::size_t buffers = 0;                 ///< that there are
  std::array<bool, kLifeEvents> gone{};    ///< events whose file is closed
  std::array<bool, kLifeEvents> mapped{};  ///< events that have mappings
};

/// Why a call is not made, or null.
const CallGuard* life_guard(const Call& call, const LifeNow& now);

/// The specification. It knows two buffers; this is a bound of its own.
class LifeSpecification : public WithoutWords {
 public:
  explicit LifeSpecification(const CallProgram& program);

  [[nodiscard]] const CallGuard* guard(const Call& call) const;
  void run(const Call& call, Answers& answers);

 private:
  [[nodiscard]] std::uint64_t at(std::uint64_t address) const { return memory_.words[address]; }
  /// A buffer that does not exist, or no longer exists; 0 if there is none.
  [[nodiscard]] std::uint64_t fresh() const;
  void map(const Call& call, Answers& answers);
  void unmap(std::uint64_t number);
  void set_output(const Call& call, Answers& answers);
  [[nodiscard]] bool takes_output(std::uint64_t event, std::uint64_t output) const;
  void close(std::uint64_t event);
  void tell(Answers& answers);

  RecordedMemory memory_;
  RecordingCpu cpu_{memory_};
  PerfLifetime all_{};
  std::array<RedirectedEvent, kLifeEvents> redirected_{};
  std::vector<std::size_t> mappings_;  ///< events
  std::vector<std::uint64_t> references_;
  std::array<std::uint64_t, kLifetimeBuffers> numbers_{};  ///< of buffers as they came, from 1
  std::array<bool, kLifeEvents> gone_{};
  std::array<std::uint64_t, kLifeEvents> signals_{};  ///< why the last one was sent to its files
  std::uint64_t created_ = 0;
  std::uint64_t undone_before_ = 0;
  std::uint64_t woken_ = 0;
  std::uint64_t broken_ = 0;
};

}  // namespace ringcheck
