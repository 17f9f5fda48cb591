#pragma once
// The two sides of programs of a TMC-ETF, a TMC-ETB or an ETB10.

#include <array>
#include <span>
#include <vector>

#include "kernel/calls/driver_sides.hpp"
#include "kernel/calls/etf_device.hpp"
#include "kernel/glue/etf_api.h"
#include "protocol/tmc/etf_event.hpp"
#include "protocol/tmc/etf_file.hpp"

namespace ringcheck {

/// Who does something to the sink beside the event's tracer, each in turn: takes it or leaves it,
/// opens its file or closes it, claims it or gives the claim back. `link`: a path through an ETF.
enum class EtfUser : std::uint8_t {
  file,
  sysfs,
  sysfs_too,  ///< another path that sysfs has enabled
  same_session,
  other_session,
  debugger,
  link,
  reader,  ///< reads the file, if it is open
  nobody
};

/// What a reader reads: where, and at most how much.
struct EtfReading {
  std::uint64_t at = 0;  ///< 0: where the last one ended; else from this position less one on
  std::uint64_t bytes = 0;
};
/// The most that is read at once (bytes).
inline constexpr std::uint64_t kEtfMostRead = 5000;

/// A program's set-up: that of the area, and of the sink.
struct EtfSetup {
  AuxAreaSetup area;
  bool etb10 = false;
  std::uint64_t words = 16;  ///< of the sink's memory, a power of two
  std::uint64_t memwidth = 4;
  bool tells_id = false;       ///< a record tells the ID, as in the text
  bool two_works = false;      ///< perf has another work for requests to disable
  bool must_be_ready = false;  ///< as in the text
  bool is_ready = true;        ///< the sink comes to rest when that is waited for
  bool flushes = true;         ///< ... and its flush comes to an end
  TracerCase tracer_case = TracerCase::traces;
  bool owner_ended = false;         ///< the event's task (V-54)
  EtfUser first = EtfUser::nobody;  ///< who comes before the program starts
  bool pid_stays = false;           ///< as a path through the ETF leaves it (V-29)
};

/// Words of the specification for the sink, and for tracers beside the event's.
struct EtfWords : AuxAreaWords {
  explicit EtfWords(const EtfSetup& setup);

  static constexpr std::uint64_t kOthers = 2;
  /// Words of the driver: users, the target of the copy, the ID that was told, and target and head
  /// of each other tracer.
  static constexpr std::uint64_t kCount = EtbCells::kCount + 2 + 2 * kOthers;

  EtbCells users{};
  std::uint64_t target = 0;
  std::uint64_t id_told = 0;
  std::array<std::uint64_t, kOthers> other_targets{}, other_heads{};
  bool refused = false;
};

/// What the driver writes to TRG: a number that nothing else has.
inline constexpr std::uint32_t kEtfTrigger = 0x12'0155;
/// The session of the event, of rc_etf_others, and of the other session.
inline constexpr std::uint64_t kEtfSession = 1235, kEtfOtherSession = 1;
/// Where the transactions of other tracers start (bytes).
inline constexpr std::uint64_t kEtfOtherHead = 24;

/// Which of them do now. Source: what the kernel's callers keep about a sink.
struct EtfUse {
  bool open = false;
  std::uint64_t position = 0;  ///< of the file
  std::array<bool, 2> sysfs{};
  bool link = false;
  std::array<bool, EtfWords::kOthers> joined{};
};

/// The next word of trace.
std::uint32_t etf_trace_word(std::uint32_t& written);
/// The sink takes trace as the call says: words, a trigger or none, and what it reports.
void take_trace(const Call& call, EtfHardware& hardware, std::uint32_t& written);

/// The kernel's text, and the sink behind its registers.
class EtfKernel : public KernelDriver {
 public:
  EtfKernel(const NativeObject& object, const EtfSetup& setup, const EtfWords& words);
  std::optional<std::string> drop();
  [[nodiscard]] EtfHardware& hardware() { return hardware_; }
  /// Where in the AUX area the next copy goes to (bytes).
  [[nodiscard]] std::uint64_t target() const {
    return unit_call<decltype(rc_etf_target)>("target")(area_.buffer);
  }

 private:
  [[nodiscard]] bool traces() const override { return hardware_.captures() && traces_; }
  [[nodiscard]] long long answer_to(std::string_view name, long long argument);
  /// The same for what the driver does to the sink; empty: it is nothing of that.
  [[nodiscard]] std::optional<long long> take_step(std::string_view name, std::uint64_t number);
  void name_driver();
  void interrupt(const Call& call, Answers& answers) override;
  void write(const Call& call) override;
  void run_own(const Call& call, Answers& answers) override;
  void tell(Answers& answers) override;
  int use(EtfUser user);
  std::int64_t read(const EtfReading& what);

  const EtfSetup& setup_;
  const EtfWords& words_;
  EtfHardware hardware_;
  EtfUse use_;
  std::array<std::uint64_t, 2> claims_{};  ///< the kernel's tag, and the debugger's
  std::uint64_t registers_ = 0;            ///< address of the first
  bool traces_ = false;                    ///< the tracer
  bool scarce_ = false;                    ///< no object can be had
  bool fails_ = false;                     ///< the last call of another user did not return
  std::uint64_t number_before_ = 0;        ///< the first of two that the text tells one by one
  std::uint32_t trace_ = 0;                ///< words of trace so far
  std::uint64_t read_ = 0;                 ///< sum of what was read by the file
  EtrSteps steps_;
};

/// The specification, and the same sink.
class EtfSpecification : public SpecifiedDriver {
 public:
  EtfSpecification(const EtfSetup& setup, const EtfWords& words, ReserveOrder order);

 private:
  using Port = SinkPort<RecordingCpu, EtfHardware>;

  [[nodiscard]] bool traces() const override { return hardware_.captures() && traces_; }
  std::int64_t add(std::uint64_t event, bool started) override;
  void start(std::uint64_t event) override;
  void stop(std::uint64_t event) override;
  void interrupt(const Call& call, Answers& answers) override;
  void write(const Call& call) override;
  void run_own(const Call& call, Answers& answers) override;
  void tell(Answers& answers) override;
  int use(EtfUser user, bool has_memory);
  int use_file();
  std::int64_t read(const EtfReading& what);
  int use_sysfs(bool& uses, bool has_memory);
  int use_link();
  int use_other(std::size_t other);
  bool program();
  void disable();
  void drain();

  /// What the driver does to the sink.
  struct Hardware {
    EtfSpecification& of;
    bool claim(RecordingCpu& cpu, const ClaimTags& tags) const;
    bool program(RecordingCpu&) const { return of.program(); }
    void disable(RecordingCpu&) const { of.disable(); }
    bool is_circular(RecordingCpu&) const {
      return of.port_.read(TmcRegister::mode) == kTmcCircular;
    }
    bool program_fifo(RecordingCpu&) const {
      return etf_enable_fifo(of.port_, of.setup_.must_be_ready);
    }
    void disable_fifo(RecordingCpu& cpu) const {
      etf_disable_fifo(of.port_, [&] { disclaim(cpu, of.words_.users.claim); });
    }
    void disclaim(RecordingCpu& cpu, const ClaimTags& tags) const;
  };
  /// The same, and the tracer.
  struct Unit {
    EtfSpecification& of;
    void start(RecordingCpu&) const { of.traces_ = true; }
    void stop(RecordingCpu&) const { of.traces_ = false; }
    void drain(RecordingCpu&) const { of.drain(); }
    void disabled(RecordingCpu&, int result) const {
      of.steps_.add(EtrStep::disabled, static_cast<std::uint64_t>(std::int64_t{result}));
    }
    [[nodiscard]] Hardware hardware() const { return Hardware{of}; }
  };

  const EtfSetup& setup_;
  const EtfWords& words_;
  EtrSteps steps_;
  EtfHardware hardware_;
  Port port_{area_.cpu, steps_, hardware_};
  EtfSession<EtfDevice<Port>> etf_;
  EtfFile file_;
  EtfUse use_;
  bool traces_ = false;      ///< the tracer
  std::uint32_t trace_ = 0;  ///< words of trace so far
  std::uint64_t read_ = 0;   ///< sum of what was read by the file
  Unit unit_{*this};
};

/// Tells what the driver did to the sink, where its pointers are, and a sum of the driver's buffer.
void tell_etf(Answers& answers, const EtrSteps& steps, EtfHardware& hardware, std::uint64_t target,
              std::uint64_t bytes, std::span<const std::uint32_t> buffer);

}  // namespace ringcheck
