#pragma once
// AuxMachine: an AUX area on plain memory, with a data ring, events and a handle, as the sets of
// recorded transactions need it.

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "properties/core/expect.hpp"
#include "protocol/aux/aux_output.hpp"
#include "protocol/core/sequential_cpu.hpp"

namespace ringcheck {

/// What an AuxMachine is made of. Sizes are bytes.
struct AuxMachineSetup {
  std::uint64_t aux_size = 0;   ///< 0: no AUX area
  std::uint64_t aux_unit = 1;   ///< bytes of trace in a word of memory
  std::uint64_t data_size = 0;  ///< 0: no data pages, and so paused for ever
  std::uint64_t data_watermark = 0;
  std::uint64_t watermark = 0;
  bool overwrite = false;
  std::uint64_t head = 0, tail = 0, wakeup = 0;  ///< where the AUX area stands
  std::vector<PerfEvent> events;                 ///< without cells
  std::uint64_t driver_words = 0;                ///< memory for a driver's own state
  LongWidth width{};                             ///< of the kernel's long

  /// A data ring with room for the records of a row, which asks for no wakeup.
  void add_data_ring() { data_size = data_watermark = std::uint64_t{1} << 16U; }
};

/// What a run did that memory does not show.
struct AuxNotes {
  std::uint64_t warnings = 0;
  /// Regions that a driver filled with zeroes: offset, length.
  std::vector<std::pair<std::uint64_t, std::uint64_t>> padded;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> synced;  ///< device address, length
  std::uint64_t barrier_packet = ~std::uint64_t{0};             ///< offset, or none
};

/// Gathers AuxNotes from observations.
struct NoteObservations {
  AuxNotes* notes;
  void operator()(std::uint32_t kind, std::uint64_t a, std::uint64_t b, std::uint64_t,
                  std::uint64_t) const;
};

/// An AUX area with all that belongs to it, idle. It refers to its own address, so it is neither
/// copied nor moved.
class AuxMachine {
 public:
  using Machine = SequentialCpu<NoteObservations>;
  static constexpr std::uint64_t kCpu = 3;  ///< on which everything runs

  explicit AuxMachine(const AuxMachineSetup& setup);
  AuxMachine(const AuxMachine&) = delete;
  AuxMachine& operator=(const AuxMachine&) = delete;

  [[nodiscard]] Machine cpu() { return Machine(memory, NoteObservations{&notes}); }
  [[nodiscard]] std::uint64_t word(std::uint64_t address) const { return memory.at(address); }
  /// The word at `address`. Counts as a step, since a device may poll it.
  std::uint64_t& word(std::uint64_t address) {
    take_sequential_step();
    return memory.at(address);
  }
  /// A position of the AUX stream as rows have it: relative to where the area stood at first.
  [[nodiscard]] std::int64_t relative(std::uint64_t position) const {
    return static_cast<std::int64_t>(position - origin_);
  }
  [[nodiscard]] std::uint64_t absolute(std::int64_t position) const {
    return origin_ + static_cast<std::uint64_t>(position);
  }
  /// Index of the event whose transaction is open on the handle, or -1.
  [[nodiscard]] std::int64_t open_event() const {
    return static_cast<std::int64_t>(word(handle.event)) - 1;
  }
  /// pending_disable as rows have it: the CPU's number, or -1.
  [[nodiscard]] std::int64_t pending_disable(std::size_t event) const;
  /// How often interrupt work was queued.
  [[nodiscard]] std::uint64_t irq() const;
  /// The records written since the last call: ["AUX",size,offset,size,flags] or
  /// ["LOST",size,id,lost]. Pre: the data ring holds all of them.
  Json new_records();
  /// The AUX records among them: [offset,size,flags]. Pre: there are no others.
  Json new_aux_records();
  /// The reader of the data ring takes all there is.
  void drain_data_ring() { word(aux.ring.at.data_tail) = word(aux.ring.at.head); }
  /// The zero-filled regions since the last call, by offset, those that touch merged.
  Json new_padding();

  std::vector<PerfEvent> events;
  AuxBuffer aux;
  AuxHandle handle{};        ///< the one that rows show
  AuxHandle other_handle{};  ///< for a second transaction that must be refused
  std::uint64_t driver = 0;  ///< first word of the driver's own state
  std::vector<std::uint64_t> memory;
  AuxNotes notes;

 private:
  std::uint64_t origin_ = 0;
  std::uint64_t records_from_ = 0;
};

}  // namespace ringcheck
