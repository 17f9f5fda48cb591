#pragma once
// The two sides of programs of a CoreSight TMC-ETR.

#include <map>
#include <span>
#include <utility>
#include <vector>

#include "kernel/calls/driver_sides.hpp"
#include "kernel/glue/etr_api.h"
#include "protocol/tmc/etr_alloc.hpp"
#include "protocol/tmc/etr_event.hpp"
#include "protocol/tmc/sg_table.hpp"

namespace ringcheck {

inline constexpr std::uint64_t kEtrPageBytes = 4096;  ///< of the CPU and of tables

/// A program's set-up: that of the area, and of the sink.
struct EtrSetup {
  AuxAreaSetup area;
  std::uint64_t capabilities = 0;  ///< TMC_ETR_SG and the bits after it
  std::uint64_t memwidth = 4;
  std::uint64_t configured = kEtrPageBytes;  ///< the size that sysfs says (bytes)
  bool no_run = false;                       ///< there is no run of pages for the device
  bool tells_id = false;                     ///< a record tells the ID, as in the text
  bool two_works = false;                    ///< perf has another work for requests to disable
  /// The memory that the driver gets for the session.
  [[nodiscard]] EtrMemory memory() const;
};

/// The device address of page `i` of those that were mapped: neighbours are swapped, and all lie
/// above 4 GiB and below what entries of tables can hold.
constexpr std::uint64_t etr_page_address(std::uint64_t i) {
  return 0x12'3400'0000 + (i ^ 1U) * kEtrPageBytes;
}

/// Words of the specification for the sink.
struct EtrWords : AuxAreaWords {
  explicit EtrWords(const EtrSetup& setup);
  EtrCells etr{};
  std::uint64_t id_told = 0;
  std::uint64_t bounce = 0;  ///< first byte of the sink's memory
  EtrMemory memory{};
  std::vector<std::uint64_t> daddrs;  ///< of its pages, if they are scattered
  bool refused = false;
};

/// The synced ranges: device addresses and lengths.
using EtrSynced = std::vector<std::pair<std::uint64_t, std::uint64_t>>;

/// Which pointer of a sink of scattered memory points outside of it.
enum class EtrElsewhere : std::uint8_t { nothing, reads, writes };

/// A sink that wraps at the end of its memory. Its memory is a list of pieces, by device addresses.
class EtrDevice {
 public:
  struct Piece {
    std::uint64_t address = 0, bytes = 0;
  };
  /// What its registers say.
  struct Registers {
    std::uint64_t rrp = 0, rwp = 0, status = 0;
  };

  /// It starts at the beginning of `pieces`, unless `restored` has registers from an earlier time.
  void start(std::vector<Piece> pieces, const Registers* restored = nullptr) {
    pieces_ = std::move(pieces);
    size_ = 0;
    for (const Piece& piece : pieces_) size_ += piece.bytes;
    at_ = status_ = 0;
    elsewhere_ = EtrElsewhere::nothing;
    runs_ = size_ != 0;
    if (restored == nullptr) return;
    while (at_ < size_ && address(at_) != restored->rwp) ++at_;
    status_ = restored->status & kEtrFull;
    if (at_ == size_) stop();
  }
  /// Makes a pointer point outside of its memory.
  void point(EtrElsewhere elsewhere) {
    if (runs_ && pieces_.size() > 1) elsewhere_ = elsewhere;
  }
  void stop() { runs_ = false; }
  /// Writes `bytes` bytes, `put(device address)` each, and then reports `status`.
  template <class Put>
  void write(std::uint64_t bytes, std::uint64_t status, Put&& put) {
    if (!runs_) return;
    for (; bytes > 0; --bytes) {
      put(address(at_));
      at_ = (at_ + 1) % size_;
      if (at_ == 0) status_ |= kEtrFull;
    }
    status_ |= status;
  }
  [[nodiscard]] bool runs() const { return runs_; }
  [[nodiscard]] Registers registers() const {
    constexpr std::uint64_t kNowhere = 16;
    const bool full = (status_ & kEtrFull) != 0;
    return {elsewhere_ == EtrElsewhere::reads ? kNowhere : address(full ? at_ : 0),
            elsewhere_ == EtrElsewhere::writes ? kNowhere : address(at_), status_};
  }

 private:
  [[nodiscard]] std::uint64_t address(std::uint64_t offset) const {
    for (const Piece& piece : pieces_) {
      if (offset < piece.bytes) return piece.address + offset;
      offset -= piece.bytes;
    }
    return 0;
  }

  std::vector<Piece> pieces_;
  std::uint64_t size_ = 0, at_ = 0, status_ = 0;
  bool runs_ = false;
  EtrElsewhere elsewhere_ = EtrElsewhere::nothing;
};

/// The kernel's text, and a sink that finds its memory by its registers and tables.
class EtrKernel : public KernelDriver {
 public:
  EtrKernel(const NativeObject& object, const EtrSetup& setup, const EtrWords& words);

 private:
  [[nodiscard]] bool traces() const override { return device_.runs(); }
  [[nodiscard]] long long answer_to(std::string_view name, long long argument);
  void name_driver();
  void write(const Call& call) override;
  void run_own(const Call&, Answers&) override;
  void tell(Answers& answers) override;
  void start_device();
  void publish();
  /// Where a device address leads; null: nowhere.
  [[nodiscard]] std::uint8_t* at(std::uint64_t address) const;
  [[nodiscard]] unsigned& etr_reg(rc_etr_register which) const {
    return *unit_call<decltype(rc_etr_at)>("at")(which);
  }

  const EtrSetup& setup_;
  const EtrWords& words_;
  std::map<std::uint64_t, std::uint8_t*> pages_;  ///< by device address
  std::uint64_t mapped_ = 0;                      ///< pages so far
  std::uint64_t run_bytes_ = 0;                   ///< of the run that is mapped next
  EtrDevice device_;
  std::uint64_t synced_from_ = 0;
  EtrSynced synced_;
};

/// The specification, and the same sink.
class EtrSpecification : public SpecifiedDriver {
 public:
  EtrSpecification(const EtrSetup& setup, const EtrWords& words, ReserveOrder order);

 private:
  [[nodiscard]] bool traces() const override { return device_.runs(); }
  std::int64_t add(std::uint64_t event, bool started) override;
  void start(std::uint64_t event) override;
  void stop(std::uint64_t event) override;
  void interrupt(Answers&) override {}
  void write(const Call& call) override;
  void run_own(const Call& call, Answers& answers) override;
  void tell(Answers& answers) override;
  void start_device();
  void publish();

  /// What the driver starts and stops.
  struct Sink {
    EtrSpecification& of;
    void start(RecordingCpu&) const { of.start_device(); }
    void stop(RecordingCpu&) const { of.device_.stop(); }
    void drain(RecordingCpu&) const {}
  };

  const EtrSetup& setup_;
  const EtrWords& words_;
  EtrSession etr_{};
  EtrDevice device_;
  EtrSynced synced_;
  Sink sink_{*this};
};

/// Tells what was synced, and a sum of the sink's memory.
void tell_etr(Answers& answers, const EtrSynced& synced, std::uint64_t bytes,
              const std::function<std::uint8_t(std::uint64_t offset)>& byte);

}  // namespace ringcheck
