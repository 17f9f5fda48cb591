#pragma once
// The two sides of programs of a CoreSight TMC-ETR.

#include <map>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "kernel/calls/catu_device.hpp"
#include "kernel/calls/driver_sides.hpp"
#include "kernel/calls/etr_hardware.hpp"
#include "kernel/calls/etr_setup.hpp"
#include "kernel/glue/etr_api.h"

namespace ringcheck {

/// What the driver writes to TRG: a number that nothing else has.
inline constexpr std::uint32_t kEtrTrigger = 0x155;

/// The synced ranges: device addresses and lengths.
using EtrSynced = std::vector<std::pair<std::uint64_t, std::uint64_t>>;

/// What another user does to the sink.
struct EtrAct {
  EtrUser user = EtrUser::nobody;
  std::size_t other = 0;      ///< whose AUX area or tracer it is
  std::uint64_t failing = 0;  ///< which allocation fails meanwhile, from 1; 0: none
  std::uint64_t from = 0;     ///< of a reader: its position; a tracer copies if it is 0
  std::uint64_t bytes = 0;    ///< of a reader

  explicit EtrAct(const Call& call)
      : user(static_cast<EtrUser>(call.at(0))),
        other(call.at(1) % kEtrOthers.size()),
        failing(call.at(2)),
        from(call.at(3)),
        bytes(call.at(4)) {}
  EtrAct(EtrUser who, std::size_t which) : user(who), other(which) {}
};

/// Allocations within what another user does, which may come while one more does something.
class EtrScarcity {
 public:
  void begin(std::uint64_t failing) { levels_.push_back({failing, 0}); }
  void end() { levels_.pop_back(); }
  /// True iff the next one can be had.
  bool take() { return levels_.empty() || ++levels_.back().taken != levels_.back().failing; }
  [[nodiscard]] bool counts() const { return !levels_.empty(); }

 private:
  struct Level {
    std::uint64_t failing = 0, taken = 0;
  };
  std::vector<Level> levels_;
};

/// Lets the user of `what` do it with `act(starts)`, if he can do anything now. Returns what comes of
/// it.
template <class Act>
std::optional<int> let_use(EtrUse& use, EtrScarcity& scarcity, const EtrAct& what, Act&& act) {
  const std::optional<bool> starts = use.begin(what.user, what.other);
  if (!starts) return {};
  scarcity.begin(what.failing);
  const int result = act(*starts);
  scarcity.end();
  use.end(what.user, what.other, *starts, result);
  return result;
}

/// A buffer, as it is told. `sum`: of its memory.
struct EtrBufferTold {
  std::uint64_t bytes = 0, hwaddr = 0, mode = 0, references = 0, offset = 0, len = 0, full = 0;
  std::uint64_t sum = 0, table = 0;
  /// How many pages its memory is, and where they and those of a CATU's table are.
  std::uint64_t pages = 0, places = 0;
};
/// Pages of a buffer whose bytes are told: no trace comes further.
inline constexpr std::uint64_t kEtrToldPages = 24;
/// A sink's CATU, as it is told.
struct CatuTold {
  bool claimed = false, is_on = false;
  std::uint64_t users = 0;
};
/// The transaction of another event's tracer, and a sum of its AUX area.
struct EtrOtherTold {
  std::uint64_t head = 0, size = 0, flags = 0, sum = 0;
};
/// What is told of a sink after each call.
struct EtrTold {
  EtrSteps steps{};
  EtrSynced synced;
  std::uint64_t astray = 0;   ///< bytes written to memory that the device does not have
  std::uint64_t orphans = 0;  ///< buffers that nobody has, while nobody is about anything
  bool claimed_by_debugger = false, captures = false;
  CatuTold catu{};
  /// Which buffer each holder has, by the number of the first one who has it, from 1.
  std::vector<std::uint64_t> holders;
  std::vector<EtrBufferTold> buffers;  ///< of those who may use them
  std::vector<EtrOtherTold> others;
};
void tell_etr(Answers& answers, const EtrTold& told);
/// The number of the first holder, from 1, who has what each one has; 0: it has nothing.
template <class Buffer>
std::vector<std::uint64_t> etr_holders(const std::vector<Buffer>& buffers) {
  std::vector<std::uint64_t> holders;
  for (const Buffer& buffer : buffers) {
    std::uint64_t first = 0;
    while (buffers[first] != buffer) ++first;
    holders.push_back(buffer == Buffer{} ? 0 : first + 1);
  }
  return holders;
}
/// Holders that may use their buffers, the first ones: the events, and sysfs.
inline constexpr std::size_t kEtrUsers = 1 + kEtrOthers.size() + 1;

/// The kernel's text, and a sink that finds its memory by its registers and tables.
class EtrKernel : public KernelDriver {
 public:
  EtrKernel(const NativeObject& object, const EtrSetup& setup, const EtrWords& words);

  /// What the driver asked for until it had its memory.
  [[nodiscard]] const EtrSteps& asked() const { return asked_; }
  /// What there is of an area that has gone, if anything is.
  [[nodiscard]] std::optional<std::string> left() const;
  std::optional<std::string> drop();
  /// Another user does something. Returns what the driver does; nothing if he can do nothing.
  std::optional<int> use(const EtrAct& act);
  [[nodiscard]] const EtrHardware& hardware() const { return hardware_; }
  /// Bytes that were written to memory that the device does not have.
  [[nodiscard]] std::uint64_t astray() const { return astray_; }
  /// Buffers that nobody has.
  [[nodiscard]] std::uint64_t orphans() const;
  /// Bytes of the event's buffer that it has no pages for.
  [[nodiscard]] std::uint64_t missing() const;

 private:
  [[nodiscard]] bool traces() const override { return hardware_.captures(); }
  [[nodiscard]] long long answer_to(std::string_view name, long long argument);
  /// The same for memory of the device, and for what the driver does to the sink; empty: it is
  /// neither.
  [[nodiscard]] std::optional<long long> give_memory(std::string_view name, std::uint64_t number);
  [[nodiscard]] std::optional<long long> take_step(std::string_view name, std::uint64_t number);
  [[nodiscard]] std::optional<long long> access(std::string_view name, std::uint64_t number);
  void make_sink();
  void name_driver();
  void interrupt(const Call& call, Answers& answers) override;
  void write(const Call& call) override;
  void run_own(const Call&, Answers&) override;
  void tell(Answers& answers) override;
  bool can_be_had();
  /// Trace comes; then the sink reports bits of STS, and a pointer points elsewhere.
  void take_trace(std::uint64_t bytes, std::uint64_t status = 0, EtrElsewhere elsewhere = {});
  int act(const EtrAct& act, bool starts);
  /// Reads the file. Returns what the driver does.
  int read(const EtrAct& act);
  [[nodiscard]] std::vector<EtrHardware::Piece> find(std::uint64_t base, std::uint64_t bytes,
                                                     bool scattered) const;
  /// Eight bytes at a device address; nothing: there is no memory.
  [[nodiscard]] std::optional<std::uint64_t> entry_at(std::uint64_t address) const;
  /// The device address that a CATU's table has for `offset`; nothing: none.
  [[nodiscard]] std::optional<std::uint64_t> translated(std::uint64_t table,
                                                        std::uint64_t offset) const;
  /// Device addresses of `bytes` bytes from `memory` on, from `address` on.
  std::uint64_t map(std::uint64_t address, std::uint8_t* memory, std::uint64_t bytes);
  void unmap(std::uint64_t address);
  /// `piece` is those of `mapped_` in one piece; null: it cannot be had.
  void note_piece(const std::uint8_t* piece);
  /// What the driver has written to a page is there for the device. Pages that it has in one piece
  /// are memory of their own here, so it is copied, if there is any of it.
  void give(std::uint64_t address, std::uint64_t bytes);
  /// Where a device address leads; null: nowhere.
  [[nodiscard]] std::uint8_t* at(std::uint64_t address) const;
  /// The buffers that there are, by holder; null: none.
  [[nodiscard]] std::vector<const void*> held() const;
  /// Takes note of those that somebody may use.
  void see(const std::vector<const void*>& held);
  [[nodiscard]] EtrBufferTold told(const void* buffer) const;
  [[nodiscard]] EtrOtherTold told_of_other(unsigned other) const;

  const EtrSetup& setup_;
  const EtrWords& words_;
  EtrHardware hardware_;
  CatuDevice catu_;
  EtrUse use_;
  EtrScarcity scarcity_;
  std::uint64_t registers_ = 0;                   ///< address of the first
  std::map<std::uint64_t, std::uint8_t*> pages_;  ///< by device address
  std::vector<const std::uint8_t*> mapped_;       ///< pages that are about to be in one piece
  /// Where else pages are, since the driver has them in one piece.
  std::map<const std::uint8_t*, const std::uint8_t*> in_pieces_;
  /// Bytes of those that there are, by address; with their size and direction.
  std::map<std::uint64_t, std::pair<std::uint64_t, std::uint64_t>> maps_;
  EtrAddresses given_;
  std::uint64_t run_bytes_ = 0;      ///< of the run that was asked for last
  std::set<const void*> seen_;       ///< buffers
  std::array<bool, 2> claims_{};     ///< the kernel's tag, and the debugger's
  bool traces_ = false;              ///< the tracer
  unsigned under_way_ = 0;           ///< calls of other users that have not returned
  std::uint64_t number_before_ = 0;  ///< the first of two that the text tells one by one
  std::uint64_t astray_ = 0;
  std::uint64_t read_ = 0;  ///< sum of what was read by the file
  EtrSteps steps_, asked_;
  EtrSynced synced_;
};

/// The specification, and the same sink.
class EtrSpecification : public SpecifiedDriver {
 public:
  EtrSpecification(const EtrSetup& setup, const EtrWords& words, ReserveOrder order);

  /// Another user does something. Returns what the driver does; nothing if he can do nothing.
  std::optional<int> use(const EtrAct& act);
  /// The transaction of another event's tracer.
  [[nodiscard]] EtrOtherTold handle_of(std::size_t other) const;

 private:
  using Port = SinkPort<RecordingCpu, EtrHardware>;

  /// A buffer: its words, and whether it was freed.
  struct Made {
    EtrBuf buf{};
    std::vector<std::uint64_t> daddrs;
    std::vector<std::uint64_t> tables;  ///< device addresses of its CATU's table
    bool freed = false;
  };
  /// Another event, and its tracer's transaction.
  struct Other {
    EtrSession session{};
    std::uint64_t buffer = 0;  ///< its number, or 0
  };

  [[nodiscard]] bool traces() const override { return hardware_.captures(); }
  std::int64_t add(std::uint64_t event, bool started) override;
  void start(std::uint64_t event) override;
  void stop(std::uint64_t event) override;
  void interrupt(const Call& call, Answers& answers) override;
  void write(const Call& call) override;
  void run_own(const Call& call, Answers& answers) override;
  void tell(Answers& answers) override;

  /// Words that nothing else has; returns the address of the first.
  std::uint64_t more_words(std::uint64_t count);
  void make_others();
  /// A buffer for the driver's memory, whose words are at `at`. Returns its number.
  std::uint64_t make_buffer(EtrGot got, EtrCells at);
  /// A new buffer for an AUX area, or for sysfs. Returns its number, or 0.
  std::uint64_t allocate(std::optional<std::uint64_t> aux_bytes);
  void free(std::uint64_t number);
  Made& usable(std::uint64_t number);
  int act(const EtrAct& act, bool starts);
  int map(std::size_t other);
  int unmap(std::size_t other);
  int use_tracer(const EtrAct& act, bool starts);
  int use_sysfs(bool starts);
  int use_file(bool starts);
  int read(const EtrAct& act);
  void take_trace(std::uint64_t bytes, std::uint64_t status = 0, EtrElsewhere elsewhere = {});
  void between_locks();
  bool enable(std::uint64_t number);
  bool program();
  void pause();
  void disable();
  void flush();
  /// A path through the CATU is enabled, if it is done here. `find()`: the buffer that the sink
  /// gets, or why there is none. Returns 0, or an error number.
  int enable_catu(const std::function<SysfsBuffer<RecordingCpu>()>& find);
  void disable_catu();
  [[nodiscard]] CatuBuffer catu_buffer(const SysfsBuffer<RecordingCpu>& got);
  /// What the CATU makes of an address of the sink.
  [[nodiscard]] std::optional<std::uint64_t> arrives(std::uint64_t address) const;
  [[nodiscard]] bool has_catu(CatuEnabled when) const {
    return setup_.has_catu && setup_.catu == when;
  }
  /// The registers that the specification looks at are its words.
  void publish();
  [[nodiscard]] std::vector<EtrHardware::Piece> find() const;
  [[nodiscard]] std::vector<std::uint64_t> held() const;
  /// Device address of the page at `offset` of a buffer; 0: there is none.
  [[nodiscard]] static std::uint64_t place_of(const EtrBuf& buf, std::uint64_t offset);
  [[nodiscard]] EtrBufferTold told(std::uint64_t number) const;

  /// What the driver does to the sink, and the lock of the sink.
  struct Sink {
    EtrSpecification& of;
    void start(RecordingCpu&) const {}
    void stop(RecordingCpu&) const {}
    void drain(RecordingCpu&) const { of.flush(); }
    void lock(RecordingCpu&) const { of.between_locks(); }
    void unlock(RecordingCpu&) const { of.between_locks(); }
    bool enable(RecordingCpu&, std::uint64_t buffer) const { return of.enable(buffer); }
    void disable(RecordingCpu&) const { of.disable(); }
    void pause(RecordingCpu&) const { of.pause(); }
    void resume(RecordingCpu&) const { of.program(); }
  };
  /// The event's tracer.
  struct Unit {
    EtrSpecification& of;
    void start(RecordingCpu&) const { of.steps_.add(EtrStep::tracer, 1); }
    void stop(RecordingCpu&) const { of.steps_.add(EtrStep::tracer, 0); }
    void drain(RecordingCpu&) const {}
    void disabled(RecordingCpu&, int) const {}
    void sink_disabled(RecordingCpu&, int result) const {
      of.steps_.add(EtrStep::disabled, static_cast<std::uint64_t>(std::int64_t{result}));
    }
    bool enable_helpers(RecordingCpu&, std::uint64_t buffer) const {
      return of.enable_catu([&] { return SysfsBuffer<RecordingCpu>{0, buffer}; }) == 0;
    }
    /// The helpers stay enabled (docs/findings.md V-67).
    void sink_refused(RecordingCpu&) const {}
    void disable_helpers(RecordingCpu&) const { of.disable_catu(); }
    [[nodiscard]] Sink sink() const { return Sink{of}; }
  };
  /// The buffers of sessions or of sysfs, and the lock of their table or of the sink.
  struct Buffers {
    EtrSpecification& of;
    std::optional<std::uint64_t> aux_bytes{};  ///< of an event
    [[nodiscard]] std::uint64_t allocate(RecordingCpu&) const { return of.allocate(aux_bytes); }
    void free(RecordingCpu&, std::uint64_t number) const { of.free(number); }
    [[nodiscard]] bool has_room() const { return of.scarcity_.take(); }
    void lock(RecordingCpu&) const { of.between_locks(); }
    void unlock(RecordingCpu&) const { of.between_locks(); }
    void drop_lock(RecordingCpu&) const {}
    [[nodiscard]] bool fits(RecordingCpu&, std::uint64_t number) const {
      return of.usable(number).buf.size() == of.size_;
    }
    [[nodiscard]] bool same_size(RecordingCpu&, std::uint64_t left, std::uint64_t right) const {
      return of.usable(left).buf.size() == of.usable(right).buf.size();
    }
  };

  const EtrSetup& setup_;
  const EtrWords& words_;
  EtrSteps steps_;
  EtrHardware hardware_;
  Port port_{area_.cpu, steps_, hardware_};
  CatuDevice catu_;
  CatuPort<RecordingCpu> catu_port_{area_.cpu, steps_, catu_};
  std::uint64_t catu_users_ = 0;   ///< that it counts
  std::uint64_t catu_number_ = 0;  ///< number of the buffer that it leads to
  bool catu_is_locked_ = false;
  bool slept_ = false;  ///< memory was waited for under that lock
  EtrAddresses given_;
  EtrUse use_;
  EtrScarcity scarcity_;
  EtrSession etr_{};
  std::vector<Other> others_;
  std::vector<Made> buffers_;
  std::map<std::uint64_t, std::uint64_t> pages_;  ///< words of the first bytes, by device address
  std::uint64_t size_ = 0;                        ///< that sysfs says
  std::uint64_t enabled_ = 0;                     ///< number of the hardware's buffer, or 0
  std::array<bool, 2> claims_{};                  ///< the kernel's tag, and the debugger's
  std::uint64_t astray_ = 0;
  std::uint64_t read_ = 0;  ///< sum of what was read by the file
  EtrSynced synced_;
  Unit unit_{*this};
};

}  // namespace ringcheck
