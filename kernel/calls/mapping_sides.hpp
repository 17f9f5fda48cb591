#pragma once
// Programs that map one event's buffer: the data ring, an AUX area as the user page asks for it,
// further mappings, faults, and munmap. Also their side that is the specification.

#include <array>
#include <string_view>
#include <vector>

#include "kernel/calls/recording_cpu.hpp"
#include "kernel/calls/without_words.hpp"
#include "protocol/lifetime/locked_pages.hpp"
#include "protocol/lifetime/perf_mapping.hpp"

namespace ringcheck {

/// What a program of mappings does, in the order of mapping_call_shapes().
enum class MapOp : unsigned {
  map,        ///< pgoff, pages, shared, writable, scarcity, who
  unmap,      ///< mapping
  again,      ///< mapping
  fault,      ///< mapping, page in it, kind
  may_split,  ///< mapping
  ask,        ///< the user page says where the AUX area is: offset, size
  map_aux,    ///< the same, and mmap of it: offset, size, shared, writable, scarcity, who
};

/// CPUs that are online: each lets a user lock some pages.
inline constexpr std::int64_t kOnlineCpus = 2;

/// What a program of mappings begins with.
struct MapSetup {
  bool per_task = false;
  bool inherited = false;
  bool by_watermark = false;       ///< attr.watermark
  std::uint32_t watermark = 0;     ///< attr.wakeup_watermark or wakeup_events, which are one field
  std::uint64_t user_limit = 0;    ///< pages that a user may lock, by CPU
  std::uint64_t memory_limit = 0;  ///< pages that an address space may lock
  bool paranoid = true;            ///< perf_is_paranoid()
  bool capable = false;            ///< CAP_IPC_LOCK
  bool may_read = true;            ///< security_perf_event_read() lets it
  bool runs = false;               ///< the event runs on another CPU meanwhile
  /// Where the event has gone by the time that its CPU answers, which is asked to stop it.
  enum class Moves : std::uint8_t { stays, elsewhere, off } moves = Moves::stays;
  std::uint64_t asked_before = 0;  ///< how often it was asked before that
};

/// Where the event runs; who maps its buffer is on CPU 0. It may move to the other one.
inline constexpr int kEventCpu = 2, kNextCpu = 1;

/// Words whose accesses are compared, with their marks: each is read without a lock.
enum class MapWord : std::uint64_t {
  aux_offset,  ///< user_page->aux_offset
  aux_size,    ///< user_page->aux_size
  state,       ///< event->state; 1: active
  oncpu,       ///< event->oncpu; 0: none, otherwise the number and 1
  rb,          ///< event->rb; 1: there is one
};
inline constexpr std::size_t kMapWords = 5;
std::string name_of_map_word(std::uint64_t word);

/// The set-up of a program.
MapSetup map_setup(const CallProgram& program);

/// What a call asks of mmap. Units: pages.
struct MapRequest {
  MappedArea area;
  bool scarce = false;       ///< there are only `enough` pages
  std::uint64_t enough = 0;  ///< pages that are there while they are scarce
  bool no_objects = false;   ///< and nothing else is there, either
  MappingTask who{};
};

/// Programs in which an AUX area was freed and mmap of another one then fails for want of pages:
/// this would meet what the first has left behind.
inline constexpr std::string_view kAuxFailsAfterAnother =
    "mmap of an AUX area fails after another one was freed";

/// What MapOp::map or MapOp::map_aux asks for.
MapRequest map_request(const Call& call);

/// The mapping, of `count`, that a number selects.
inline std::size_t chosen_mapping(std::uint64_t number, std::size_t count) {
  return number % count;
}

/// Why the kernel never makes a call, or null. `mappings`: their present number.
const CallGuard* map_guard(const Call& call, std::size_t mappings, bool has_buffer);

/// What programs of mappings consist of, on a kernel with this `long`.
CallShapes mapping_call_shapes(LongWidth width = {});

/// The specification.
class MappingSpecification : public WithoutWords {
 public:
  MappingSpecification(const CallProgram& program, std::uint64_t page_bytes);

  [[nodiscard]] const CallGuard* guard(const Call& call) const;
  [[nodiscard]] Trace& trace() { return memory_.trace; }
  void run(const Call& call, Answers& answers);

  /// True iff the program is one of kAuxFailsAfterAnother so far.
  [[nodiscard]] bool aux_failed_after_another() const { return aux_failed_after_another_; }

 private:
  void map(const Call& call, Answers& answers);
  [[nodiscard]] bool grants_aux(const MappedArea& area);
  /// The event gets a buffer, or none: whatever runs is stopped before. `kind`: as for stop_event.
  /// Source: ring_buffer_attach.
  void attach(std::uint64_t rb, std::size_t kind);
  /// The event is stopped where it runs; `kind`: the buffer that it has then, as in `stops_`.
  /// Source: perf_event_stop.
  void stop_event(std::size_t kind);
  /// All that may write to the AUX area is stopped. Source: perf_pmu_output_stop.
  void stop_output();
  /// What a CPU does that is asked to stop the event; false: it is elsewhere. Source:
  /// __perf_event_stop.
  bool stop_on(std::uint64_t oncpu, std::size_t kind);
  /// A CPU is asked: the event may move before it answers.
  void ask_cpu();
  std::uint64_t& at(MapWord word) { return memory_.words.at(static_cast<std::size_t>(word)); }
  std::uint64_t look_at(MapWord word) { return cpu_.read_once(static_cast<std::uint64_t>(word)); }
  /// 0 or the error number of mmap, which leaves everything as it was then.
  int try_map(const MapRequest& request);
  void ask(const Call& call);
  void unmap(std::size_t index);
  void fault(const Call& call, const MappedArea& area, Answers& answers);
  void tell(Answers& answers) const;

  /// A mapping, and who made it.
  struct Mapped {
    MappedArea area;
    MappingTask who;
  };

  std::uint64_t page_bytes_;
  MapSetup setup_;
  MappedBuffer rb_{};
  LockedPages locked_{};
  ChargedBuffer charged_{};
  std::vector<Mapped> mappings_;
  std::array<std::uint64_t, 3> stops_{};  ///< of the event: without a buffer, with one, with AUX
  RecordedMemory memory_;
  RecordingCpu cpu_{memory_};
  std::uint64_t asked_ = 0;     ///< how often CPUs were asked to stop the event
  bool aux_was_freed_ = false;  ///< of the present buffer
  bool aux_failed_after_another_ = false;
  std::uint64_t lists_lost_ = 0;  ///< of AUX pages
};

}  // namespace ringcheck
