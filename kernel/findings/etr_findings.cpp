// Findings of a TMC-ETR that several share, on the text of its driver.
// Tested by `make kernel`.
#include <fmt/format.h>

#include "kernel/calls/etr_sides.hpp"
#include "kernel/findings/findings_by_area.hpp"
#include "kernel/tree/driver_units.hpp"

namespace ringcheck {
namespace {

/// Events of kEtrOthers: two of the event's session, one of another, and one that follows a task.
constexpr std::size_t kSame = 0, kSameToo = 1, kOtherSession = 2, kAlone = 3;

EtrSetup etr_with(EtrSharing sharing, EtrFirst first = EtrFirst::nobody) {
  EtrSetup setup;
  setup.area.page_bytes = kEtrPageBytes;
  setup.area.aux_pages = 2;
  setup.area.driver_words = EtrWords::kCount;
  setup.sharing = sharing;
  setup.first = first;
  return setup;
}

/// The text, and a sink with an event's tracer.
class Etr {
 public:
  Etr(const NativeObject& object, const EtrSetup& setup)
      : setup_(setup), words_(setup_), kernel(object, setup_, words_) {}

 private:
  EtrSetup setup_;
  EtrWords words_;

 public:
  EtrKernel kernel;

  void run(DriverOp op, std::uint64_t first = 0, std::uint64_t second = 0) {
    Answers answers;
    kernel.run({static_cast<unsigned>(op), {first, second}, {}}, answers);
    kernel.settle();
  }
  void add() { run(DriverOp::add, 0, 1); }
  void trace() {
    constexpr std::uint64_t kBytes = 64;
    run(DriverOp::write, kBytes);
  }
  int beside(EtrUser user, std::size_t other = 0) {
    return kernel.use(EtrAct(user, other)).value_or(1);
  }
  /// Another event's tracer takes the sink. Returns what it gets.
  int traces_too(std::size_t other) {
    beside(EtrUser::area, other);
    return beside(EtrUser::tracer, other);
  }
  [[nodiscard]] std::uint64_t users() const { return kernel.word(words_.sink.refcnt); }
  [[nodiscard]] std::uint64_t head() const { return kernel.word(words_.aux.user_head); }
};

std::optional<std::string> stays_of_session(const NativeObject& object) {
  Etr etr(object, etr_with(EtrSharing::session, EtrFirst::read_by_file));
  etr.add();
  etr.run(DriverOp::del);
  etr.beside(EtrUser::file);
  const int result = etr.traces_too(kOtherSession);
  if (result == 0) return {};
  return fmt::format("nobody uses the sink or reads its file, and another session gets {}", result);
}

std::optional<std::string> freed_before_it_is_taken(const NativeObject& object) {
  constexpr unsigned kMostAccesses = 16;
  unsigned access = 0;
  try {
    for (; access < kMostAccesses; ++access) {
      Etr etr(object, etr_with(EtrSharing::session));
      etr.beside(EtrUser::sysfs);
      etr.beside(EtrUser::sysfs);
      etr.kernel.on_access([&, left = access]() mutable {
        if (left-- == 0) etr.beside(EtrUser::visitor);
      });
      etr.beside(EtrUser::sysfs);
      etr.kernel.on_access([] {});
    }
  } catch (const NativeFailure& failure) {
    return fmt::format("a reader comes and goes between two locks (place {}): {}", access,
                       failure.what());
  }
  return {};
}

std::optional<std::string> taken_out_of_the_table(const NativeObject& object) {
  Etr etr(object, etr_with(EtrSharing::session));
  etr.beside(EtrUser::area, kAlone);
  etr.beside(EtrUser::area, kAlone);
  if (etr.kernel.orphans() == 0) return {};
  return fmt::format("{} buffer of an event that has gone stays, which nobody has",
                     etr.kernel.orphans());
}

std::optional<std::string> trace_of_another(const NativeObject& object) {
  Etr etr(object, etr_with(EtrSharing::alone));
  if (etr.traces_too(kAlone) != 0) return {};
  etr.add();
  if (etr.users() != 2) return {};
  etr.beside(EtrUser::tracer, kAlone);
  etr.trace();
  const std::uint64_t before = etr.head();
  etr.run(DriverOp::del);
  if (etr.head() != before) return {};
  return std::string(
             "the trace of an event that follows a task is lost: the sink has the buffer ") +
         "of another such event";
}

std::optional<std::string> writes_to_freed_memory(const NativeObject& object) {
  Etr etr(object, etr_with(EtrSharing::alone, EtrFirst::read_by_file));
  for (const std::size_t other : {kSame, kSameToo}) etr.traces_too(other);
  for (const EtrUser user : {EtrUser::tracer, EtrUser::area})
    for (const std::size_t other : {kSame, kSameToo}) etr.beside(user, other);
  etr.trace();
  if (etr.kernel.astray() == 0) return {};
  return fmt::format("the sink writes {} bytes to memory that was freed", etr.kernel.astray());
}

/// A sink with a CATU, whose memory is in no run.
EtrSetup translated_sink(EtrFirst first = EtrFirst::nobody) {
  EtrSetup setup = etr_with(EtrSharing::session, first);
  setup.has_catu = true;
  setup.no_run = true;
  return setup;
}

std::optional<std::string> keeps_its_catu(const NativeObject& object) {
  Etr etr(object, translated_sink(EtrFirst::debugger));
  etr.add();
  etr.beside(EtrUser::debugger);
  etr.add();
  if (etr.users() != 0) return {};
  return "the debugger has gone, and an event cannot have the sink";
}

std::optional<std::string> writes_where_another_session_did(const NativeObject& object) {
  Etr etr(object, translated_sink());
  etr.traces_too(kOtherSession);
  etr.add();
  etr.beside(EtrUser::tracer, kOtherSession);
  etr.beside(EtrUser::area, kOtherSession);
  etr.add();
  etr.trace();
  if (etr.kernel.astray() == 0) return {};
  return fmt::format(
      "a session that was refused once writes {} bytes to freed memory of the one before",
      etr.kernel.astray());
}

std::optional<std::string> stays_claimed(const NativeObject& object) {
  Etr etr(object, translated_sink(EtrFirst::read_by_file));
  const int while_read = etr.beside(EtrUser::sysfs);
  etr.beside(EtrUser::file);
  const int result = etr.beside(EtrUser::sysfs);
  if (while_read == 0 || result == 0) return {};
  return fmt::format("sysfs gets {} while its trace is read, and still when nobody reads it",
                     result);
}

std::optional<std::string> waits_under_a_lock(const NativeObject& object) {
  Etr etr(object, translated_sink());
  etr.beside(EtrUser::sysfs);
  if (etr.kernel.machine().warnings.empty()) return {};
  return etr.kernel.machine().warnings.front();
}

std::optional<std::string> more_than_its_pages(const NativeObject& object) {
  EtrSetup setup = etr_with(EtrSharing::alone);
  setup.capabilities = kEtrScatters;
  setup.configured = 2 * kEtrLeastBuffer + kEtrPageBytes;
  setup.area.failing = 10;
  const Etr etr(object, setup);
  if (etr.kernel.missing() == 0) return {};
  return fmt::format("a buffer has {} bytes more than its pages", etr.kernel.missing());
}

constexpr unsigned kPageShift = 12;
constexpr ShownFinding kEtrFindings[] = {
    {"F-21", stays_of_session, etr_unit, kPageShift},
    {"V-52", keeps_its_catu, etr_unit, kPageShift},
    {"V-62", freed_before_it_is_taken, etr_unit, kPageShift},
    {"V-63", taken_out_of_the_table, etr_unit, kPageShift},
    {"V-64", trace_of_another, etr_unit, kPageShift},
    {"V-65", writes_to_freed_memory, etr_unit, kPageShift},
    {"V-67", writes_where_another_session_did, etr_unit, kPageShift},
    {"V-68", stays_claimed, etr_unit, kPageShift},
    {"V-69", waits_under_a_lock, etr_unit, kPageShift},
    {"V-70", more_than_its_pages, etr_unit, kPageShift},
};

}  // namespace

std::span<const ShownFinding> etr_findings() {
  return kEtrFindings;
}

}  // namespace ringcheck
