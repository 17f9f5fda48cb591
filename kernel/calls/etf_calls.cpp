// Programs of a TMC-ETF, a TMC-ETB or an ETB10: the core's calls of the driver that traces into it,
// perf's interrupt work, what the sink takes and reports, and who else uses it.
// Tested by `make kernel`.
#include "kernel/calls/etf_calls.hpp"

#include "kernel/calls/etf_sides.hpp"

namespace ringcheck {
namespace {

/// Numbers of a set-up after those that areas share.
enum EtfNumber : std::size_t {
  kEtfWords = 10,
  kEtfMemwidth,
  kEtfFailing,
  kEtfTracer,
  kEtfReady,
  kEtfFlushes,
  kEtfPidStays,
  kEtfFirst
};
constexpr std::size_t kHeadNumber = 3, kBehindNumber = 4;  ///< of those that areas share

CallShapes shapes_of(std::uint64_t page_bytes, bool etb10) {
  constexpr std::uint64_t kMemoryError = 1U << 5U;
  const NumberRange words = one_of({4, 1, 3, 8, 12, 16, 20, 28, 30, 64, 100, 256, 1000});
  Numbers users = each_so_often<EtfUser>({{EtfUser::same_session, 2},
                                          {EtfUser::sysfs, 4},
                                          {EtfUser::sysfs_too, 1},
                                          {EtfUser::file, 3},
                                          {EtfUser::reader, 4},
                                          {EtfUser::other_session, 1},
                                          {EtfUser::debugger, 1},
                                          {EtfUser::link, etb10 ? 0U : 3U}});
  CallShapes shapes;
  shapes.most_calls = 20;
  shapes.setup = aux_setup_shapes(page_bytes);
  // What was copied before was words.
  shapes.setup.at(kHeadNumber) = {"aux_head", position(kEtfWord, 4 * page_bytes)};
  // Also with room for less than a frame.
  shapes.setup.at(kBehindNumber) = {
      "behind_tail", one_of({0, 0, 0, page_bytes, 7, 15, 43, 2 * page_bytes - 20,
                             4 * page_bytes - 9, page_bytes - 40, 2 * page_bytes - 70})};
  shapes.setup.push_back({"words", one_of({16, 4, 8, 32, 64, 256})});
  shapes.setup.push_back({"memwidth", one_of({4, 1, 2, 8, 3})});
  shapes.setup.push_back(failing_allocation());
  shapes.setup.push_back(tracer_case());
  shapes.setup.push_back({"ready", one_of({1, 1, 1, 1, 1, 1, 1, 0})});
  shapes.setup.push_back({"flushes", one_of({1, 1, 1, 0})});
  shapes.setup.push_back({"pid stays", one_of({0, 0, 0, 0, 0, 0, 0, 1})});
  Numbers first(8, static_cast<std::uint64_t>(EtfUser::nobody));
  first.push_back(static_cast<std::uint64_t>(EtfUser::same_session));
  first.insert(first.end(), 3, static_cast<std::uint64_t>(EtfUser::sysfs));
  shapes.setup.push_back({"first", one_of(std::move(first))});
  // The sinks have no interrupt; in its place come their other users.
  shapes.calls = driver_calls(
      page_bytes,
      {"beside",
       {{"user", one_of(users)},
        {"no memory", one_of({0, 0, 0, 1})},
        {"at", etb10 ? one_of({0, 0, 0, 0, 0, 0, 1, 9, 65, 257, kEtfMostRead}) : one_of({0})},
        {"bytes", one_of({16, 1, 4, 100, kEtfMostRead})}},
       10,
       false,
       true},
      {"write",
       {{"words", words},
        {"status", one_of({0, 0, 0, 0, 0, kTmcFull, kMemoryError})},
        {"trigger", one_of({0, 0, 0, 1})}},
       8,
       false,
       true});
  shapes.calls.push_back({"irq work", {}, 2, true, false});
  return shapes;
}

EtfSetup setup_of(const NativeObject& object, const CallProgram& program, std::uint64_t page_bytes,
                  bool etb10) {
  EtfSetup setup;
  setup.area = aux_setup_of(program.setup, page_bytes);
  suit_version(setup.area, object);
  setup.area.trace_unit = kEtfWord;
  setup.area.driver_words = EtfWords::kCount;
  setup.area.failing = program.setup.at(kEtfFailing);
  setup.etb10 = etb10;
  setup.words = program.setup.at(kEtfWords);
  setup.memwidth = program.setup.at(kEtfMemwidth);
  setup.tracer_case = static_cast<TracerCase>(program.setup.at(kEtfTracer));
  setup.is_ready = program.setup.at(kEtfReady) != 0;
  setup.first = static_cast<EtfUser>(program.setup.at(kEtfFirst));
  setup.flushes = program.setup.at(kEtfFlushes) != 0;
  // Only a path through the sink can leave it so.
  setup.pid_stays = !etb10 && program.setup.at(kEtfPidStays) != 0;
  setup.must_be_ready = object.says("Failed to enable: TMC not ready");
  setup.tells_id = object.says("aux_hwid_done");
  setup.two_works = object.says("pending_disable_irq");
  return setup;
}

CallReport hold(const NativeObject& object, std::uint64_t seed, std::uint64_t programs,
                bool etb10) {
  const std::uint64_t page_bytes = std::uint64_t{1} << object.options().page_shift;
  return hold_driver_calls<EtfKernel, EtfSpecification, EtfWords>(
      object, shapes_of(page_bytes, etb10), seed, programs, true,
      [&](const CallProgram& program) { return setup_of(object, program, page_bytes, etb10); });
}

}  // namespace

CallReport hold_etf_calls(const NativeObject& object, std::uint64_t seed, std::uint64_t programs) {
  return hold(object, seed, programs, false);
}

CallReport hold_etb_calls(const NativeObject& object, std::uint64_t seed, std::uint64_t programs) {
  return hold(object, seed, programs, true);
}

}  // namespace ringcheck
