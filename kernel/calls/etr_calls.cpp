// Programs of a CoreSight TMC-ETR: the core's calls of the driver that traces into it, perf's
// interrupt work, and what the sink writes and reports.
// Tested by `make kernel`.
#include "kernel/calls/etr_calls.hpp"

#include "kernel/calls/etr_sides.hpp"

namespace ringcheck {
namespace {

/// Numbers of a set-up after those that areas share.
enum EtrNumber : std::size_t {
  kCapabilities = 10,
  kMemwidth,
  kConfigured,
  kNoRun,
  kEtrFailing,
  kEtrTracer,
  kEtrFirst,
  kIsReady,
  kSharing,
  kPreferred,
  kHasCatu,
  kHasIommu
};

/// The first size of memory that is halved while it cannot be had. Programs never get as much.
constexpr std::uint64_t kHalved = 4 * kEtrLeastBuffer;

/// Sizes that sysfs says (bytes): mostly some pages. Of the large ones each has a table of more
/// than a page for a CATU, or for the ETR itself, or as much as goes into a page, or half of it is
/// not whole pages.
NumberRange configured() {
  constexpr std::uint64_t kPage = kEtrPageBytes, kMany = 14;
  Numbers sizes;
  for (std::uint64_t i = 0; i < kMany; ++i)
    sizes.insert(sizes.end(), {kPage, 2 * kPage, 8 * kPage, kPage, 2 * kPage, 8 * kPage, kHalved});
  sizes.insert(sizes.end(), {kEtrLeastBuffer + 2 * kPage, kEtrLeastBuffer + 2 * kPage,
                             kEtrLeastBuffer, kHalved - kPage, kHalved + kPage,
                             2 * kEtrLeastBuffer + kPage, 2 * kEtrLeastBuffer + kPage});
  return one_of(std::move(sizes));
}

/// Which allocation fails: mostly none. Scattered memory of eight pages takes 29.
NumberRange failing() {
  constexpr std::size_t kNone = 90;
  constexpr std::uint64_t kMost = 32;
  Numbers numbers(kNone, 0);
  for (std::uint64_t i = 1; i <= kMost; ++i) numbers.push_back(i);
  return one_of(std::move(numbers));
}

/// What other users of the sink do.
CallShape users() {
  Numbers users = each_so_often<EtrUser>({{EtrUser::area, 8},
                                          {EtrUser::tracer, 8},
                                          {EtrUser::sysfs, 6},
                                          {EtrUser::file, 4},
                                          {EtrUser::file_too, 1},
                                          {EtrUser::visitor, 3},
                                          {EtrUser::reader, 3},
                                          {EtrUser::sysfs_too, 2},
                                          {EtrUser::size, 2},
                                          {EtrUser::debugger, 1},
                                          {EtrUser::device, 1}});
  return {"beside",
          {{"user", one_of(std::move(users))},
           {"other", one_of({0, 0, 1, 1, 2, 3})},
           {"failing allocation", one_of({0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 9, 13, 17})},
           {"from", one_of({0, 0, 1, 100, kEtrPageBytes - 8, kEtrPageBytes, 3 * kEtrPageBytes})},
           {"bytes", one_of({16, 1, 100, kEtrPageBytes, 5000, 70000})}},
          14,
          true,
          true};
}

/// Who was there before: mostly nobody.
NumberRange first() {
  return one_of(each_so_often<EtrFirst>({{EtrFirst::nobody, 8},
                                         {EtrFirst::sysfs, 2},
                                         {EtrFirst::debugger, 1},
                                         {EtrFirst::its_session, 2},
                                         {EtrFirst::other_session, 1},
                                         {EtrFirst::read_by_file, 2},
                                         {EtrFirst::its_owner, 3},
                                         {EtrFirst::mapped, 3},
                                         {EtrFirst::another_size, 2},
                                         {EtrFirst::lap_by_file, 2}}));
}

CallShapes shapes() {
  // What of kEtrOtherRoom is whole frames.
  constexpr std::uint64_t kWhole = kEtrOtherRoom / 16 * 16;
  constexpr std::uint64_t kPage = kEtrPageBytes;
  const NumberRange bytes = one_of({16, 1, 100, 512, kEtrOtherRoom, kPage + kWhole, kPage - 8,
                                    kPage, kPage + 48, 2 * kPage, 3 * kPage + 1, 70000});
  CallShapes shapes;
  shapes.most_calls = 18;
  shapes.most_accesses = 16;
  shapes.setup = aux_setup_shapes(kPage);
  shapes.setup.push_back({"capabilities", below(8)});
  shapes.setup.push_back({"memwidth", one_of({4, 1, 2, 8, 3})});
  shapes.setup.push_back({"configured", configured()});
  shapes.setup.push_back({"no run", one_of({0, 0, 1})});
  shapes.setup.push_back({"failing allocation", failing()});
  shapes.setup.push_back(tracer_case());
  shapes.setup.push_back({"first", first()});
  shapes.setup.push_back({"ready", one_of({1, 1, 1, 1, 1, 1, 1, 0})});
  shapes.setup.push_back({"sharing", below(2)});
  shapes.setup.push_back({"preferred", one_of({0, 0, 0, 0, 0, 0, 1, 2, 3})});
  shapes.setup.push_back({"CATU", one_of({0, 0, 1})});
  shapes.setup.push_back({"IOMMU", one_of({0, 0, 0, 1})});
  // The sink has no interrupt; in its place come its other users.
  shapes.calls = driver_calls(kPage, users(),
                              {"write",
                               {{"bytes", bytes},
                                {"status", one_of({0, 0, 0, 0, 0, kEtrMemoryError})},
                                {"elsewhere", one_of({0, 0, 0, 0, 0, 0, 1, 2})}},
                               8,
                               false,
                               true});
  shapes.calls.push_back({"irq work", {}, 2, true, false});
  return shapes;
}

EtrSetup setup_of(const NativeObject& object, const CallProgram& program) {
  EtrSetup setup;
  setup.area = aux_setup_of(program.setup, kEtrPageBytes);
  suit_version(setup.area, object);
  setup.capabilities = program.setup.at(kCapabilities);
  setup.memwidth = program.setup.at(kMemwidth);
  setup.configured = program.setup.at(kConfigured);
  setup.no_run = program.setup.at(kNoRun) != 0;
  setup.area.failing = program.setup.at(kEtrFailing);
  // Neither in one run, nor in pages: at 1 MiB the driver gives up.
  setup.no_pages = setup.configured == kHalved;
  setup.no_run = setup.no_run || setup.no_pages;
  setup.tracer_case = static_cast<TracerCase>(program.setup.at(kEtrTracer));
  setup.first = static_cast<EtrFirst>(program.setup.at(kEtrFirst));
  setup.is_ready = program.setup.at(kIsReady) != 0;
  setup.sharing = static_cast<EtrSharing>(program.setup.at(kSharing));
  if (object.says("get_etr_buf_hw")) setup.enables = SysfsEnables::later;
  const bool prefers = object.says("etr_mode != ETR_MODE_AUTO");
  if (prefers && program.setup.at(kPreferred) == 1) setup.preferred = EtrMode::flat;
  if (prefers && program.setup.at(kPreferred) == 2 && setup.has(kEtrScatters))
    setup.preferred = EtrMode::sg;
  setup.has_catu = program.setup.at(kHasCatu) != 0;
  setup.has_iommu = program.setup.at(kHasIommu) != 0;
  if (object.says("coresight_enable_helpers")) setup.catu = CatuEnabled::before_the_sink;
  if (prefers && program.setup.at(kPreferred) == 3 && setup.has_catu)
    setup.preferred = EtrMode::catu;
  setup.must_be_ready = object.says("Failed to enable : TMC not ready");
  setup.tells_id = object.says("aux_hwid_done");
  setup.two_works = object.says("pending_disable_irq");
  setup.area.driver_words = EtrWords::kCount;
  return setup;
}

}  // namespace

CallReport hold_etr_calls(const NativeObject& object, std::uint64_t seed, std::uint64_t programs) {
  return hold_driver_calls<EtrKernel, EtrSpecification, EtrWords>(
      object, shapes(), seed, programs, true,
      [&](const CallProgram& program) { return setup_of(object, program); });
}

}  // namespace ringcheck
