// mmap-lifetime: separate tasks close mappings, redirect events and look at buffers.
// mmap-close-twice: an event that is mapped twice is unmapped twice at the same time.
// mmap-aux-refused: an AUX area cannot be had while the last mapping of the buffer is closed.
// redirect-walked: an event goes to another buffer while a wakeup walks the first one's list, and
// nothing is unmapped.
//
// Event A has buffer 1, which is mapped; event B may share it; event C has buffer 2.
// Tested by tests/properties/lifetime/mmap_lifetime_test.cpp.
#include <array>
#include <memory>
#include <utility>

#include "explore/checked_cpu.hpp"
#include "graph/diagnostic.hpp"
#include "properties/core/perf_scenario.hpp"
#include "properties/core/task_threads.hpp"
#include "properties/lifetime/invariants.hpp"
#include "properties/lifetime/lifetime_tags.hpp"
#include "protocol/lifetime/perf_lifetime.hpp"

namespace ringcheck {

static_assert(LifetimeCpu<CheckedCpu>);

namespace {

enum class Closers : std::uint8_t { one, same, other, nobody };
enum class Redirect : std::uint8_t { none, before, to, away, off_on, own_off };
enum class Observer : std::uint8_t { none, walker, getter };
enum class Mapper : std::uint8_t { none, maps, fails, aux_maps, aux_fails };

constexpr std::array<std::string_view, 4> kClosers = {"one", "same", "other", "nobody"};
constexpr std::array<std::string_view, 6> kRedirects = {"none", "before", "to",
                                                        "away", "off-on", "own-off"};
constexpr std::array<std::string_view, 3> kObservers = {"none", "walker", "getter"};
constexpr std::array<std::string_view, 5> kMappers = {"none", "maps", "fails", "aux-maps",
                                                      "aux-fails"};
constexpr std::array<std::string_view, 2> kCloses = {"kernel", "under-mutex"};
constexpr std::array<std::string_view, 2> kCounts = {"first", "last"};

struct Settings {
  Closers closers = Closers::one;
  Redirect redirect = Redirect::none;
  Observer observer = Observer::none;
  Mapper mapper = Mapper::none;
  bool close_under_mutex = false;
  bool aux_counts_last = false;
};

constexpr Setting<Settings> closers(Closers standard) {
  return choice<&Settings::closers>(
      "closers",
      "mappings that are closed: one of A, two of A (same), one of A and one of B (other), or none "
      "(nobody)",
      kClosers, standard);
}
constexpr Setting<Settings> redirect(Redirect standard) {
  return choice<&Settings::redirect>(
      "redirect",
      "B writes to buffer 1 before all that (before), from then on (to), until then (away, "
      "off-on: by way of none); own-off: A writes to no buffer any more, unless it is mapped",
      kRedirects, standard);
}
constexpr Setting<Settings> observer(Observer standard) {
  return choice<&Settings::observer>(
      "observer",
      "walker: walks the events of buffer 1 as a wakeup does; getter: takes a reference",
      kObservers, standard);
}
constexpr Setting<Settings> mapper(Mapper standard) {
  return choice<&Settings::mapper>(
      "mapper",
      "whether A is mapped once more and unmapped, or the memory for that cannot be had; aux: "
      "the AUX area of its buffer is",
      kMappers, standard);
}
constexpr auto kClose = choice<&Settings::close_under_mutex>(
    "close", "whether munmap takes both counts of mappings down under the event's mutex", kCloses);

constexpr auto kCount = choice<&Settings::aux_counts_last>(
    "aux-count",
    "when mmap of an AUX area counts itself among the buffer's mappings: first, and takes it "
    "back if there is no area (Linux 6.1), or last",
    kCounts);

constexpr std::array kParameters = {closers(Closers::one),
                                    redirect(Redirect::to),
                                    observer(Observer::walker),
                                    mapper(Mapper::none),
                                    kClose,
                                    kCount};
constexpr std::array kTwiceParameters = {closers(Closers::same),
                                         redirect(Redirect::before),
                                         observer(Observer::none),
                                         mapper(Mapper::none),
                                         kClose,
                                         kCount};
constexpr std::array kRefusedParameters = {closers(Closers::one),
                                           redirect(Redirect::before),
                                           observer(Observer::none),
                                           mapper(Mapper::aux_fails),
                                           kClose,
                                           kCount};
constexpr std::array kWalkedParameters = {closers(Closers::nobody),
                                          redirect(Redirect::away),
                                          observer(Observer::walker),
                                          mapper(Mapper::none),
                                          kClose,
                                          kCount};

constexpr std::array kJudged = {&kNoUseAfterFree};

/// What thread bodies share: constant while the program is explored.
struct Shared : Settings {
  PerfLifetime all;
  InterruptPlan no_interrupts;

  [[nodiscard]] const AttachedEventCells& a() const { return all.events[0]; }
  [[nodiscard]] const AttachedEventCells& b() const { return all.events[1]; }
  [[nodiscard]] const AttachedEventCells& c() const { return all.events[2]; }
  /// True iff B writes to buffer 1 when the program starts.
  [[nodiscard]] bool b_attached() const {
    return closers == Closers::other || redirect == Redirect::before || c_attached();
  }
  [[nodiscard]] bool c_attached() const {
    return redirect == Redirect::away || redirect == Redirect::off_on;
  }
};

template <class Names>
std::uint64_t add_words(Program& program, const Names& names, const std::string& owner) {
  const std::uint64_t base = address_of(static_cast<LocId>(program.locations.size()));
  for (const std::string_view name : names)
    program.locations.push_back({owner + std::string(name), 0});
  return base;
}

void lay_out(Shared& shared, Program& program) {
  const char* const owners[] = {"A.", "B.", "C."};
  for (std::size_t e = 0; e < kLifetimeEvents; ++e)
    shared.all.events[e] =
        AttachedEventCells::at(add_words(program, AttachedEventCells::kNames, owners[e]));
  for (std::size_t b = 0; b < kLifetimeBuffers; ++b)
    shared.all.buffers[b] = MappedBufferCells::at(
        add_words(program, MappedBufferCells::kNames, "rb" + std::to_string(b + 1) + "."));
  shared.all.rcu_section = address_of(static_cast<LocId>(program.locations.size()));
  program.locations.push_back({"rcu_section", 0});

  const auto set = [&](std::uint64_t address, std::uint64_t value) {
    program.locations[location_of(address)].initial = value;
  };
  const auto attach = [&](const AttachedEventCells& event, std::uint64_t b) {
    set(event.rb, b);
    set(event.on_list, b);
  };
  const std::uint64_t of_a = shared.closers == Closers::same ? 2 : 1;
  const std::uint64_t of_b = shared.closers == Closers::other ? 1 : 0;
  attach(shared.a(), 1);
  set(shared.a().mmap_count, of_a);
  set(shared.b().mmap_count, of_b);
  set(shared.all.buffer(1).mmap_count, of_a + of_b);
  set(shared.all.buffer(1).refcount, shared.b_attached() ? 2 : 1);
  if (shared.b_attached()) attach(shared.b(), 1);
  if (!shared.c_attached()) return;
  attach(shared.c(), 2);
  set(shared.c().mmap_count, 1);
  set(shared.all.buffer(2).mmap_count, 1);
  set(shared.all.buffer(2).refcount, 1);
}

/// The buffer that each event writes to at last. Buffer 1 stays mapped if nobody closes it, and
/// buffer 2 if it is C's.
std::array<std::uint64_t, kLifetimeEvents> stays_with(const Shared& shared) {
  std::array<std::uint64_t, kLifetimeEvents> stays{};
  if (shared.c_attached()) stays[1] = stays[2] = 2;
  if (shared.closers != Closers::nobody) return stays;
  stays[0] = 1;
  if (stays[1] == 0 && shared.redirect != Redirect::own_off && shared.b_attached()) stays[1] = 1;
  if (shared.redirect == Redirect::to) stays[1] = 1;
  return stays;
}

void redirect_output(CheckedCpu& cpu, const Shared& shared) {
  if (shared.redirect == Redirect::own_off)
    return perf_event_set_output(cpu, shared.all, shared.a(), nullptr);
  if (shared.redirect == Redirect::to)
    return perf_event_set_output(cpu, shared.all, shared.b(), &shared.a());
  if (shared.redirect == Redirect::off_on)
    perf_event_set_output(cpu, shared.all, shared.b(), nullptr);
  perf_event_set_output(cpu, shared.all, shared.b(), &shared.c());
}

void map_and_unmap_a(CheckedCpu& cpu, const Shared& shared) {
  const bool fails = shared.mapper == Mapper::fails || shared.mapper == Mapper::aux_fails;
  const bool aux = shared.mapper >= Mapper::aux_maps;
  const Allocation allocation = fails ? Allocation::fails : Allocation::succeeds;
  if (aux ? perf_mmap_aux(cpu, shared.all, shared.a(), allocation)
          : perf_mmap(cpu, shared.all, shared.a(), 2, allocation))
    perf_mmap_close(cpu, shared.all, shared.a());
}

void observe_buffer(CheckedCpu& cpu, const Shared& shared) {
  if (shared.observer == Observer::getter) {
    use_buffer(cpu, shared.all, shared.b());
    return;
  }
  walk_events(cpu, shared.all, shared.c_attached() ? shared.a() : shared.b());
}

PerfProgram build(const Settings& settings, const PerfCase& of) {
  auto shared = std::make_shared<Shared>(Shared{settings, {}, {}});
  shared->all.defects = of.defects;
  shared->all.close_under_mutex = settings.close_under_mutex;
  shared->all.aux_counts_last = settings.aux_counts_last;
  if (shared->c_attached() && shared->mapper != Mapper::none)
    throw InputError({"", 0, 0, "mapper: buffer 2 is C's; expected none with redirect=away"});
  if (shared->closers == Closers::other && shared->redirect != Redirect::none)
    throw InputError({"", 0, 0, "redirect: B is mapped; expected none with closers=other"});

  PerfProgram result;
  result.program.name = of.name;
  lay_out(*shared, result.program);
  result.lifetime = shared->all;
  result.stays_with = stays_with(*shared);
  const auto add = [&](const char* thread, auto what) {
    add_task(result.program, thread, shared, what);
  };
  const auto close_a = [](CheckedCpu& cpu, const Shared& s) { perf_mmap_close(cpu, s.all, s.a()); };
  const auto close_b = [](CheckedCpu& cpu, const Shared& s) { perf_mmap_close(cpu, s.all, s.b()); };
  if (shared->closers != Closers::nobody) add("munmap", close_a);
  if (shared->closers == Closers::same) {
    add("munmap", close_a);
    result.program.symmetric = {{0, 1}};
  }
  if (shared->closers == Closers::other) add("munmap", close_b);
  if (shared->redirect > Redirect::before) add("set_output", redirect_output);
  if (shared->observer != Observer::none) add("observer", observe_buffer);
  if (shared->mapper != Mapper::none) add("mmap", map_and_unmap_a);
  declare_lifetime_tags(result.program, shared->all);
  return result;
}

}  // namespace

extern const Scenario kMmapLifetime;
const Scenario kMmapLifetime =
    perf_scenario<Settings>({"mmap-lifetime",
                             "a buffer is unmapped while an event is redirected to it",
                             kParameters,
                             {},
                             BarrierPlan(),
                             kJudged,
                             kJudged,
                             build});

extern const Scenario kMmapCloseTwice;
const Scenario kMmapCloseTwice =
    perf_scenario<Settings>({"mmap-close-twice",
                             "two mappings of an event are closed at the same time",
                             kTwiceParameters,
                             {},
                             BarrierPlan(),
                             kJudged,
                             kJudged,
                             build});

extern const Scenario kMmapAuxRefused;
const Scenario kMmapAuxRefused =
    perf_scenario<Settings>({"mmap-aux-refused",
                             "a buffer is unmapped while mmap of its AUX area fails",
                             kRefusedParameters,
                             {},
                             BarrierPlan(),
                             kJudged,
                             kJudged,
                             build});

extern const Scenario kRedirectWalked;
const Scenario kRedirectWalked = perf_scenario<Settings>(
    {"redirect-walked",
     "an event is redirected to another buffer while a wakeup walks the list that it leaves",
     kWalkedParameters,
     {},
     BarrierPlan(),
     kJudged,
     kJudged,
     build});

}  // namespace ringcheck
