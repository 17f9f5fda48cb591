// Programs of perf's reader of an AUX area: a head that moves before any access, drains and
// snapshots, and what the functions that the reader calls answer.
// Tested by `make kernel`.
#include "kernel/calls/auxtrace_calls.hpp"

#include <climits>

#include "kernel/calls/hold_calls.hpp"
#include "kernel/glue/auxtrace_api.h"
#include "protocol/perf_tool/auxtrace_read.hpp"

namespace ringcheck {
namespace {

enum class AuxtraceOp : unsigned {
  make,      ///< bytes that the head moves
  drain,     ///< what fails
  snapshot,  ///< what fails, by how much the head and the old one are moved, bytes at most
};
/// What fails: bits of a number.
enum AuxtraceFailure : unsigned { kFindFails = 1, kTakeFails = 2, kFinishFails = 4 };

/// Words of the specification.
constexpr std::uint64_t kHead = 0, kTail = 1, kAuxtraceWords = 2;

std::string name_of(std::uint64_t word) {
  return word == kHead ? "aux_head" : "aux_tail";
}

rc_auxtrace_answers answers_of(const Call& call) {
  rc_auxtrace_answers answers{};
  answers.find_fails = (call.at(0) & kFindFails) != 0 ? 1 : 0;
  answers.take_fails = (call.at(0) & kTakeFails) != 0 ? 1 : 0;
  answers.finish_fails = (call.at(0) & kFinishFails) != 0 ? 1 : 0;
  answers.head_moves = call.at(1);
  answers.old_moves = call.at(2);
  return answers;
}

void tell(Answers& answers, std::int64_t result, std::uint64_t previous,
          const rc_auxtrace_taken& taken) {
  const auto number = [&](const char* what, std::uint64_t value) {
    answer(answers, what, static_cast<std::int64_t>(value));
  };
  answer(answers, "result", result);
  number("prev", previous);
  number("find_snapshot's calls", taken.found);
  number("read_finish's calls", taken.finished);
  number("records", taken.taken);
  number("type", taken.type);
  number("misc", taken.misc);
  number("header.size", taken.header_size);
  number("size", taken.size);
  number("offset", taken.offset);
  number("reference", taken.reference);
  number("idx", taken.idx);
  number("tid", taken.tid);
  number("cpu", taken.cpu);
  number("reserved", taken.reserved);
  number("first piece", taken.at1);
  number("its bytes", taken.len1);
  number("whether there is a second", static_cast<std::uint64_t>(taken.has_second));
  number("second piece", taken.at2);
  number("its bytes", taken.len2);
}

/// The reader's text.
class AuxtraceKernel {
 public:
  AuxtraceKernel(const NativeObject& object, const rc_auxtrace_setup& setup) : machine_(object) {
    call<decltype(rc_new_auxtrace)>("rc_new_auxtrace")(&setup);
    machine_.name(place(RC_AUXTRACE_HEAD), kHead);
    machine_.name(place(RC_AUXTRACE_TAIL), kTail);
    machine_.tracing = true;
  }

  [[nodiscard]] NativeMachine& machine() { return machine_; }
  [[nodiscard]] Trace& trace() { return machine_.trace; }
  [[nodiscard]] const CallGuard* guard(const Call&) const { return nullptr; }
  [[nodiscard]] bool compares(std::uint64_t) const { return true; }
  [[nodiscard]] std::uint64_t word(std::uint64_t at) const {
    return *place(at == kHead ? RC_AUXTRACE_HEAD : RC_AUXTRACE_TAIL);
  }
  void on_access(std::function<void()> hook) { machine_.before_access = std::move(hook); }
  void settle() { machine_.settle(); }

  void run(const Call& one, Answers& answers) {
    const auto op = static_cast<AuxtraceOp>(one.op);
    if (op == AuxtraceOp::make) {
      *place(RC_AUXTRACE_HEAD) += one.at(0);
      return;
    }
    rc_auxtrace_taken taken{};
    const rc_auxtrace_answers others = answers_of(one);
    const int result = call<decltype(rc_auxtrace_read)>("rc_auxtrace_read")(
        &others, op == AuxtraceOp::snapshot ? 1 : 0, one.at(3), &taken);
    tell(answers, result, *place(RC_AUXTRACE_PREV), taken);
  }

 private:
  template <class Function>
  [[nodiscard]] Function* call(const char* name) const {
    return machine_.object().function<Function>(name);
  }
  [[nodiscard]] std::uint64_t* place(rc_auxtrace_field field) const {
    return reinterpret_cast<std::uint64_t*>(
        call<decltype(rc_auxtrace_word)>("rc_auxtrace_word")(field));
  }

  NativeMachine machine_;
};

/// The specification.
class AuxtraceSpecification {
 public:
  explicit AuxtraceSpecification(const rc_auxtrace_setup& setup)
      : finishes_(setup.finishes != 0), previous_(setup.prev) {
    constexpr std::uint32_t kIdx = 3, kTid = 1235, kCpu = 7;
    mm_.data.bytes = setup.len;
    mm_.mask = setup.masked != 0 ? setup.len - 1 : 0;
    mm_.user_head = kHead;
    mm_.user_tail = kTail;
    mm_.idx = kIdx;
    mm_.tid = kTid;
    mm_.cpu = kCpu;
    mm_.compat = setup.kernel_is_64_bit != 0;
    mm_.attempts = INT_MAX;
    for (const PerfSite& site : {site::kAuxC, site::kCompatFirst, site::kCompatSecond})
      mm_.plan.set(site, Strength::rmb);
    mm_.plan.set(site::kAuxD, Strength::mb);
    options_.alignment = setup.alignment;
    memory_.words.assign(kAuxtraceWords, setup.prev);
    memory_.tracing = true;
  }

  [[nodiscard]] Trace& trace() { return memory_.trace; }
  [[nodiscard]] const CallGuard* guard(const Call&) const { return nullptr; }
  [[nodiscard]] std::uint64_t word(std::uint64_t at) const { return memory_.words[at]; }
  void on_access(std::function<void()> hook) { memory_.before_access = std::move(hook); }
  void settle() const {}

  void run(const Call& one, Answers& answers) {
    const auto op = static_cast<AuxtraceOp>(one.op);
    if (op == AuxtraceOp::make) {
      memory_.words[kHead] += one.at(0);
      return;
    }
    AuxtraceReadOptions options = options_;
    options.snapshot = op == AuxtraceOp::snapshot;
    options.snapshot_size = one.at(3);
    rc_auxtrace_taken taken{};
    const std::int64_t result = read(answers_of(one), options, taken);
    tell(answers, result, previous_, taken);
  }

 private:
  /// What the reader returns.
  std::int64_t read(const rc_auxtrace_answers& others, const AuxtraceReadOptions& options,
                    rc_auxtrace_taken& taken) {
    constexpr std::int64_t kFinishError = -5;
    const AuxtraceRead result = auxtrace_mmap_read(
        cpu_, mm_, options, previous_,
        [&](RecordingCpu&, std::uint64_t& head, std::uint64_t& old) {
          ++taken.found;
          head += others.head_moves;
          old += others.old_moves;
          return others.find_fails != 0;
        },
        [&](RecordingCpu&, const AuxtraceWindow<RecordingCpu>& window) {
          take(window, taken);
          return others.take_fails != 0;
        },
        [&](RecordingCpu&) {
          if (!finishes_) return false;
          ++taken.finished;
          return others.finish_fails != 0;
        });
    if (result == AuxtraceRead::finish_failed) return kFinishError;
    if (result == AuxtraceRead::nothing) return 0;
    return result == AuxtraceRead::data ? 1 : -1;
  }

  void take(const AuxtraceWindow<RecordingCpu>& window, rc_auxtrace_taken& taken) const {
    constexpr std::uint64_t kReference = 0x4ef0;
    const AuxtraceRecord<RecordingCpu> record = auxtrace_record(mm_, window, kReference);
    ++taken.taken;
    taken.type = record.type;
    taken.misc = record.misc;
    taken.header_size = record.header_size;
    taken.size = record.size;
    taken.offset = record.offset;
    taken.reference = record.reference;
    taken.idx = record.idx;
    taken.tid = record.tid;
    taken.cpu = record.cpu;
    taken.at1 = window.first.at;
    taken.len1 = window.first.length;
    taken.has_second = window.split ? 1 : 0;
    taken.at2 = window.second.at;
    taken.len2 = window.second.length;
  }

  bool finishes_;
  std::uint64_t previous_;
  AuxtraceMmap mm_{};
  AuxtraceReadOptions options_{};
  RecordedMemory memory_;
  RecordingCpu cpu_{memory_};
};

CallShapes auxtrace_shapes() {
  constexpr std::uint64_t kMost = 4096;
  const NumberRange fails = one_of({0, 0, 0, 0, 0, 0, kFindFails, kTakeFails, kFinishFails});
  const NumberRange moves = one_of({1, 8, 24, 63, 64, 65, 96, 4000, kMost, 1ULL << 32U});
  const NumberRange moved = one_of({0, 0, 0, 8, 64, 100, std::uint64_t{0} - 8, kMost});
  CallShapes shapes;
  shapes.most_calls = 12;
  shapes.depth = 1;
  shapes.setup = {{"len", one_of({64, 96, kMost, 1000})},
                  {"prev", position(1, 4 * kMost)},
                  {"64-bit kernel", one_of({0, 0, 1})},
                  {"alignment", one_of({0, 0, 8, 24})},
                  {"read_finish", one_of({1, 0})}};
  shapes.calls = {
      {"make", {{"bytes", moves}}, 8},
      {"read", {{"fails", fails}}, 6, true, false},
      {"snapshot",
       {{"fails", fails},
        {"head moves", moved},
        {"old moves", moved},
        {"most", one_of({kMost, 16, 64, 90, 1})}},
       4,
       true,
       false},
  };
  return shapes;
}

rc_auxtrace_setup setup_of(const CallProgram& program) {
  rc_auxtrace_setup setup{};
  std::size_t next = 0;
  const auto number = [&] { return program.setup.at(next++); };
  setup.len = number();
  setup.masked = (setup.len & (setup.len - 1)) == 0 ? 1 : 0;
  setup.prev = number();
  setup.kernel_is_64_bit = number() != 0 ? 1 : 0;
  setup.alignment = static_cast<unsigned>(number());
  setup.finishes = number() != 0 ? 1 : 0;
  return setup;
}

}  // namespace

CallReport hold_auxtrace_calls(const NativeObject& object, std::uint64_t seed,
                               std::uint64_t programs) {
  return hold_calls(
      auxtrace_shapes(), seed, programs, [&](const CallProgram& program, CallReport& report) {
        const rc_auxtrace_setup setup = setup_of(program);
        AuxtraceKernel kernel(object, setup);
        AuxtraceSpecification specification(setup);
        return difference_of(program, kernel, specification, kAuxtraceWords, name_of, report);
      });
}

}  // namespace ringcheck
