#pragma once
// The two sides of programs of a CoreSight TMC-ETR.

#include <map>
#include <span>
#include <utility>
#include <vector>

#include "kernel/calls/driver_sides.hpp"
#include "kernel/calls/etr_port.hpp"
#include "kernel/glue/etr_api.h"
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
  bool no_pages = false;                     ///< there is no page
  bool tells_id = false;                     ///< a record tells the ID, as in the text
  bool two_works = false;                    ///< perf has another work for requests to disable
  bool must_be_ready = false;                ///< as in the text
  bool is_ready = true;                      ///< the sink comes to rest when that is waited for
  EtrTaken taken = EtrTaken::no;
  TracerCase tracer_case = TracerCase::traces;
  /// What the driver gets for the session.
  [[nodiscard]] EtrGot got() const;
  [[nodiscard]] EtrMemory memory() const { return got().memory; }
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
  std::uint64_t hwaddr = 0;           ///< of the memory, or of the table
  std::vector<std::uint64_t> daddrs;  ///< of its pages, if they are scattered
  EtrSteps asked{};                   ///< until the driver has the memory
  bool refused = false;
};

/// What the driver writes to TRG: a number that nothing else has.
inline constexpr std::uint32_t kEtrTrigger = 0x155;
/// AXICTL before anybody writes to it.
inline constexpr std::uint32_t kEtrAxictl = 0x5a5a'5a5a;

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

  /// What the driver asked for until it had its memory.
  [[nodiscard]] const EtrSteps& asked() const { return asked_; }
  /// What there is of an area that has gone, if anything is.
  [[nodiscard]] std::optional<std::string> left() const;
  std::optional<std::string> drop();

 private:
  [[nodiscard]] bool traces() const override { return device_.runs() && traces_; }
  [[nodiscard]] long long answer_to(std::string_view name, long long argument);
  /// The same for memory of the device, and for what the driver does to the sink; empty: it is
  /// neither.
  [[nodiscard]] std::optional<long long> give_memory(std::string_view name, std::uint64_t number);
  [[nodiscard]] std::optional<long long> take_step(std::string_view name, std::uint64_t number);
  void name_driver();
  void interrupt(const Call&, Answers& answers) override;
  void write(const Call& call) override;
  void run_own(const Call&, Answers&) override;
  void tell(Answers& answers) override;
  void written(TmcRegister which, std::uint64_t value);
  void start_device();
  void publish();
  /// Device addresses of `bytes` bytes from `memory` on, where the next page is mapped.
  std::uint64_t map(std::uint8_t* memory, std::uint64_t bytes);
  void unmap(std::uint64_t address);
  /// Where a device address leads; null: nowhere.
  [[nodiscard]] std::uint8_t* at(std::uint64_t address) const;
  [[nodiscard]] std::uint32_t& etr_reg(TmcRegister which) const {
    return *reinterpret_cast<std::uint32_t*>(registers_ + static_cast<std::uint64_t>(which));
  }

  const EtrSetup& setup_;
  const EtrWords& words_;
  std::uint64_t registers_ = 0;                   ///< address of the first
  std::map<std::uint64_t, std::uint8_t*> pages_;  ///< by device address
  /// Bytes of those that there are, by address; with their size and direction.
  std::map<std::uint64_t, std::pair<std::uint64_t, std::uint64_t>> maps_;
  std::uint64_t mapped_ = 0;     ///< pages and runs so far
  std::uint64_t run_bytes_ = 0;  ///< of the run that was asked for last
  EtrDevice device_;
  bool traces_ = false;              ///< the tracer
  bool reading_ = false;             ///< a file of the sink is open
  std::uint64_t number_before_ = 0;  ///< the first of two that the text tells one by one
  EtrSteps steps_, asked_;
  EtrSynced synced_;
};

/// The specification, and the same sink.
class EtrSpecification : public SpecifiedDriver {
 public:
  EtrSpecification(const EtrSetup& setup, const EtrWords& words, ReserveOrder order);

 private:
  [[nodiscard]] bool traces() const override { return device_.runs() && traces_; }
  std::int64_t add(std::uint64_t event, bool started) override;
  void start(std::uint64_t event) override;
  void stop(std::uint64_t event) override;
  void interrupt(const Call&, Answers&) override { etr_.reading = !etr_.reading; }
  void write(const Call& call) override;
  void run_own(const Call& call, Answers& answers) override;
  void tell(Answers& answers) override;
  void start_device();
  void publish();
  /// The word that says what a register of the device does; null: no word does.
  [[nodiscard]] std::uint64_t* word_of(TmcRegister which);
  [[nodiscard]] auto port() {
    return EtrPort(steps_, registers_, setup_.is_ready,
                   [this](TmcRegister which) { return word_of(which); });
  }
  bool enable();
  void disable();
  void flush();

  /// The tracer, and what the driver does to the sink.
  struct Sink {
    EtrSpecification& of;
    void start(RecordingCpu&) const { of.traces_ = true; }
    void stop(RecordingCpu&) const { of.traces_ = false; }
    void drain(RecordingCpu&) const { of.flush(); }
    bool claim(RecordingCpu&, bool is_free) const {
      of.steps_.add(EtrStep::claim);
      return is_free;
    }
    void disabled(RecordingCpu&, int result) const {
      of.steps_.add(EtrStep::disabled, static_cast<std::uint64_t>(std::int64_t{result}));
    }
    void disclaim(RecordingCpu&) const { of.steps_.add(EtrStep::disclaim); }
    bool enable(RecordingCpu&) const { return of.enable(); }
    void disable(RecordingCpu&) const { of.disable(); }
  };

  const EtrSetup& setup_;
  const EtrWords& words_;
  EtrSession etr_{};
  EtrDevice device_;
  bool traces_ = false;  ///< the tracer
  std::map<TmcRegister, std::uint32_t> registers_ = {{TmcRegister::axictl, kEtrAxictl}};
  EtrSteps steps_;
  EtrSynced synced_;
  Sink sink_{*this};
};

/// Tells what the driver did to the sink, what was synced, and a sum of the sink's memory.
void tell_etr(Answers& answers, const EtrSteps& steps, const EtrSynced& synced, std::uint64_t bytes,
              const std::function<std::uint8_t(std::uint64_t offset)>& byte);

}  // namespace ringcheck
