#pragma once
// An AUX area on both sides of a comparison: buffer, events and user page, for the calls of the
// perf core and for drivers on top of them.

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "kernel/calls/call_program.hpp"
#include "kernel/calls/recording_cpu.hpp"
#include "kernel/glue/events_api.h"
#include "kernel/native/native_machine.hpp"
#include "protocol/aux/aux_output.hpp"
#include "protocol/lifetime/rb_alloc.hpp"

namespace ringcheck {

inline constexpr unsigned kAuxEvents = 3;  ///< a parent, its child, and one without a buffer
inline constexpr int kAuxCpu = 3;          ///< on which everything runs

/// How an AUX area starts.
struct AuxAreaSetup {
  std::uint64_t page_bytes = 4096;
  std::uint64_t aux_pages = 1;
  std::int64_t watermark = 0;
  bool overwrite = false;
  std::uint64_t head = 0;         ///< where the stream starts
  std::uint64_t behind_tail = 0;  ///< bytes from the reader's tail to `head`
  std::uint64_t data_pages = 4;
  std::int64_t data_watermark = 0;
  std::uint64_t lost = 0;  ///< records lost before
  std::uint64_t sample_type = 0;
  bool sample_id_all = false;
  std::uint64_t scarcity = 0;      ///< of pages: only orders below this; 0: all
  std::uint64_t scarce_after = 0;  ///< pieces, after which there are single pages only; 0: never
  bool no_sg = false;              ///< PERF_PMU_CAP_AUX_NO_SG
  bool prefers_large = false;      ///< PERF_PMU_CAP_AUX_PREFER_LARGE
  AuxPieces pieces = AuxPieces::large;
  int max_order = kMaxOrder;
  std::uint64_t failing = 0;     ///< which allocation of the driver's set-up fails, from 1; 0: none
  std::uint64_t trace_unit = 1;  ///< bytes of trace in a word of the specification's memory
  std::uint64_t handles = 1;     ///< of transactions
  std::uint64_t driver_words = 0;  ///< of the driver's own state

  /// True iff a piece of this order can be had for an area that has `pieces`.
  [[nodiscard]] bool has_piece(std::uint64_t order, std::uint64_t pieces) const {
    if (order != 0 && scarce_after != 0 && pieces >= scarce_after) return false;
    return scarcity == 0 || order < scarcity;
  }
};

/// Adapts a set-up to the version of the kernel.
void suit_version(AuxAreaSetup& setup, const NativeObject& object);
/// The request to rb_alloc_aux; `orders`: the orders of the pieces that it gets.
AuxSetup alloc_of(const AuxAreaSetup& setup, std::vector<std::uint64_t>& orders);

/// Addresses in the specification's memory.
struct AuxAreaWords {
  explicit AuxAreaWords(const AuxAreaSetup& setup);

  PerfBufferCells ring{};
  AuxBufferCells aux{};
  std::vector<AuxHandle> handles;
  std::array<PerfEventCells, kAuxEvents> events{};
  std::uint64_t driver = 0;  ///< first word of the driver's own
  std::uint64_t driver_words = 0;
  std::uint64_t area = 0;  ///< first unit of trace, one a word
  std::uint64_t aux_bytes = 0;
  std::uint64_t data_words = 0;
  std::uint64_t count = 0;

  /// Allocations that the driver makes when it is set up.
  std::uint64_t allocations = 0;
  /// Pages that the driver loses then: they stay when the AUX area has gone.
  std::uint64_t lost_pages = 0;
  /// The driver makes `count` of them, unless one fails. True iff one does.
  bool fails_in(std::uint64_t count, std::uint64_t failing) {
    const bool fails = failing != 0 && failing <= count;
    allocations = fails ? failing : count;
    return fails;
  }

  /// Names of the driver's words; words beyond them are named by numbers.
  std::vector<std::string> driver_names;

  [[nodiscard]] std::string name(std::uint64_t word) const;
  /// True iff accesses to the word are compared one by one, not only its value. Accesses to the
  /// driver's words are not, unless `traced_driver_words` says so.
  [[nodiscard]] bool traced(std::uint64_t word) const;
  std::vector<bool> traced_driver_words;
};

/// Byte `i` of the trace in an AUX area before anybody writes.
constexpr std::uint8_t trace_byte(std::uint64_t i) {
  return static_cast<std::uint8_t>(i * 37 + (i >> 8U) + 11);
}

/// The area on the kernel's text.
class KernelAuxArea {
 public:
  KernelAuxArea(const NativeObject& object, const AuxAreaSetup& setup, const AuxAreaWords& words);

  /// Makes the AUX pages by rb_alloc_aux and names all that both sides have. Before that,
  /// `prepare(event)` gives the event its PMU. Returns what rb_alloc_aux returns.
  int make(const std::function<void(void* event)>& prepare);
  /// The AUX area goes, unless a transaction is open. Returns what stays of it, as text, if
  /// anything does.
  std::optional<std::string> drop();
  /// What there is of the AUX area, as text, if anything is.
  [[nodiscard]] std::optional<std::string> left() const;
  /// True while the driver sets its part up.
  [[nodiscard]] bool is_set_up() const { return setting_up_ != 0; }
  /// True iff the driver's next allocation can be had.
  bool can_be_had();
  /// Allocations of the driver's set-up so far.
  [[nodiscard]] std::uint64_t allocations() const { return allocations_; }
  /// The driver loses a page after its set-up.
  void lose_page() { ++lost_pages_; }
  /// What the text gets when it maps pages in one piece or gives such a mapping back, if `name`
  /// says that it does.
  std::optional<long long> map_pages(std::string_view name, long long argument);

  /// Says which word of the specification a field of the kernel corresponds to.
  void add(const rc_place& place, std::uint64_t word, const NativeView& view = {});
  void set(std::uint64_t word, std::uint64_t value);
  [[nodiscard]] std::uint64_t word(std::uint64_t at) const;
  /// False for words that only the specification has.
  [[nodiscard]] bool compares(std::uint64_t word) const { return places_[word].at != nullptr; }
  /// The number of an event, from 1; 0 for none.
  [[nodiscard]] std::uint64_t number_of(const void* event) const;
  /// Names the fields of a handle, except its event.
  void add_handle(rc_aux_handle* handle, const AuxHandle& at);
  /// The kernel's function of this name.
  template <class Function>
  [[nodiscard]] Function* call(const char* name) const {
    return machine.object().function<Function>(name);
  }

  NativeMachine machine;
  void* buffer = nullptr;
  std::array<void*, kAuxEvents> events{};

 private:
  void name_all();

  const AuxAreaSetup& setup_;
  const AuxAreaWords& words_;
  std::vector<rc_place> places_;
  std::vector<NativeView> views_;                        ///< of words before the trace
  std::uint64_t objects_before_ = 0, pages_before_ = 0;  ///< of the AUX area
  std::uint64_t pieces_ = 0;                             ///< of the AUX area so far
  std::uint64_t mappings_ = 0;                           ///< in one piece
  int setting_up_ = 0;                                   ///< 1: the driver's set-up runs
  std::uint64_t allocations_ = 0;
  std::uint64_t lost_pages_ = 0;  ///< since then
};

/// The area on the specification.
class SpecifiedAuxArea {
 public:
  SpecifiedAuxArea(const AuxAreaSetup& setup, const AuxAreaWords& words, ReserveOrder order,
                   LongWidth width = {});
  SpecifiedAuxArea(const SpecifiedAuxArea&) = delete;
  SpecifiedAuxArea& operator=(const SpecifiedAuxArea&) = delete;
  ~SpecifiedAuxArea() = default;

  [[nodiscard]] std::uint64_t word(std::uint64_t at) const { return memory.words[at]; }
  std::uint64_t& word(std::uint64_t at) { return memory.words[at]; }

  RecordedMemory memory;
  RecordingCpu cpu{memory};
  AuxBuffer aux{};
  std::vector<PerfEvent> events;
  std::uint64_t warnings = 0;
  /// Orders of the pieces that rb_alloc_aux got.
  std::vector<std::uint64_t> orders;
};

/// The set-up numbers that areas share, and the AuxAreaSetup that they give, from `setup[0]` on.
std::vector<NumberShape> aux_setup_shapes(std::uint64_t page_bytes, LongWidth width = {});
AuxAreaSetup aux_setup_of(const Numbers& setup, std::uint64_t page_bytes);

}  // namespace ringcheck
