// auxtrace-options: how perf sets up recordings of AUX trace, depending on its options.
// snapshot-texts: what --snapshot takes. auxtrace-reference: times of trace by its reference.
// Tested by tests/properties/aux/aux_mutants_test.cpp.
#include "protocol/perf_tool/auxtrace_options.hpp"

#include "properties/perf_tool/sequences.hpp"

namespace ringcheck {
namespace {

constexpr std::array<std::string_view, 1> kProperties = {"I-70"};
enum Number : std::size_t { arch, units, mode, pages, size, rights };
/// The events, a bit each: an ordinary one first, the unit's, a second one of the same unit, one of
/// the other unit, one in the group of the unit's, an ordinary one last.
enum Units : std::uint64_t { ordinary = 1, unit = 2, again = 4, rival = 8, member = 16, last = 32 };
/// A bit each; neither: all trace.
enum Mode : std::uint64_t { snapshot = 1, sample = 2 };
/// A bit each.
enum Rights : std::uint64_t { privileged = 1, per_cpu = 2, data_said = 4 };
constexpr std::array kSetup = {
    Dial{"architecture", 0, 2}, Dial{"events", 1, 63},
    Dial{"mode", 0, 3},         Dial{"pages", 0, 5},
    Dial{"size", 0, 5},         Dial{"privileged, per CPU, data pages", 0, 7}};
constexpr std::uint64_t kPage = 4096;
constexpr std::array<std::uint64_t, 6> kPages = {0, 1, 2, 3, 16, 1024};
constexpr std::array<std::uint64_t, 6> kSizes = {0, 4096, 4097, 12288, 61440, 61441};
constexpr std::uint64_t kMostSample = 61440, kDataPages = 8;

struct Asked {
  bool snapshot, sample, privileged, per_cpu;
  std::uint64_t pages, data_pages, size;
};
Asked asked_by(const AuxCase& example) {
  const std::uint64_t how = example.setup[rights];
  return {(example.setup[mode] & snapshot) != 0,
          (example.setup[mode] & sample) != 0,
          (how & privileged) != 0,
          (how & per_cpu) != 0,
          kPages.at(example.setup[pages]),
          (how & data_said) != 0 ? kDataPages : 0,
          kSizes.at(example.setup[size])};
}

std::vector<AuxtraceEvent> events_of(const AuxCase& example) {
  const bool x86 = example.setup[arch] == 0;
  const RecordedPmu of_unit = x86 ? RecordedPmu::intel_pt : RecordedPmu::arm_spe;
  const RecordedPmu of_rival = x86 ? RecordedPmu::intel_bts : RecordedPmu::cs_etm;
  const std::uint64_t which = example.setup[units];
  std::vector<AuxtraceEvent> events;
  const auto add = [&](std::uint64_t bit, RecordedPmu pmu, bool leads) {
    if ((which & bit) != 0) events.push_back({.pmu = pmu, .leads = leads});
  };
  add(ordinary, RecordedPmu::other, true);
  add(unit, of_unit, true);
  add(member, RecordedPmu::other, (which & unit) == 0);
  add(again, of_unit, true);
  add(rival, of_rival, true);
  add(last, RecordedPmu::other, true);
  return events;
}

/// How large areas should be, worked out from the options; snapshot-sizes judges sizes of
/// snapshots.
struct WantedSizes {
  bool fit = true;
  std::uint64_t aux_pages, data_pages, snapshot_size = 0;
};
WantedSizes wanted_sizes(const Asked& asked, RecordedPmu pmu, std::uint64_t sampled,
                         DefectSet defects) {
  const bool spe = pmu == RecordedPmu::arm_spe, etm = pmu == RecordedPmu::cs_etm;
  WantedSizes wanted{true, asked.pages, asked.data_pages};
  if (asked.snapshot) {
    const auto sizes = resolve_snapshot_sizes({false, asked.size, asked.pages, asked.data_pages},
                                              spe   ? SnapshotSizes::arm_spe
                                              : etm ? SnapshotSizes::cs_etm
                                                    : SnapshotSizes::intel,
                                              asked.privileged, kPage, defects);
    if (!sizes) return {false, 0, 0};
    wanted = {true, sizes->aux_pages, sizes->data_pages, sizes->snapshot_size};
  }
  if (asked.sample && !spe) {
    std::uint64_t least = 1;
    while (least * kPage < sampled) least *= 2;
    if (wanted.aux_pages == 0) wanted.aux_pages = least;
    if (wanted.aux_pages * kPage < sampled) wanted.fit = false;
  }
  if (wanted.aux_pages == 0) {
    wanted.aux_pages = (asked.privileged ? 4096 : 128) * 1024 / kPage;
    if (!asked.privileged && asked.data_pages == 0) wanted.data_pages = 256 * 1024 / kPage;
  }
  const bool one_is_enough = !spe && (asked.snapshot || asked.sample);
  const bool power = (wanted.aux_pages & (wanted.aux_pages - 1)) == 0;
  // Of an area for CoreSight the kernel decides.
  wanted.fit = wanted.fit && (etm || (power && (wanted.aux_pages > 1 || one_is_enough)));
  return wanted;
}

/// Judges events that were accepted: the unit's is first, the others are as they were.
void judge_opened(const Asked& asked, std::vector<AuxtraceEvent> before,
                  const std::vector<AuxtraceEvent>& events, bool pt, const AuxtraceOptions& options,
                  AuxJudge& judge) {
  const RecordedPmu pmu = pt ? RecordedPmu::intel_pt : RecordedPmu::arm_spe;
  const auto at = std::ranges::find(before, pmu, &AuxtraceEvent::pmu);
  AuxtraceEvent aux = *at;
  before.erase(at);
  aux.sample_period = pt ? 1 : options.min_interval;
  aux.samples_cpu = asked.per_cpu;
  aux.timestamps = asked.per_cpu || pt;
  aux.aux_watermark = pt && !asked.snapshot && !asked.sample ? options.aux_pages * kPage / 4 : 0;
  before.insert(before.begin(), aux);
  judge.require(events.front().pmu == pmu, "I-70",
                "the AUX event is not the first: its area is not mapped");
  judge.require(events.front() == aux, "I-70",
                "the unit's event is opened otherwise than its part of perf has it");
  judge.require(events == before, "I-70", "events of others are changed, or in another order");
  judge.require(options.full_auxtrace, "I-70", "there is an AUX event, and perf takes it for none");
}

/// The part of perf for a unit prepares its events.
void judge_recording(const AuxCase& example, std::vector<AuxtraceEvent> events, bool pt,
                     std::uint64_t sampled, AuxtraceOptions options, DefectSet defects,
                     AuxJudge& judge) {
  const Asked asked = asked_by(example);
  const std::uint64_t which = example.setup[units];
  const bool none = (which & (unit | again)) == 0,
             two = (which & unit) != 0 && (which & again) != 0;
  const std::vector<AuxtraceEvent> before = events;
  const int error = recording_options(events, pt ? RecordedPmu::intel_pt : RecordedPmu::arm_spe,
                                      options, defects);
  judge.require(error == 0 || error == kInvalid, "I-70", "an error is told that there is not");
  judge.require(error != 0 || !two, "I-70", "two events are to write to an AUX area");
  const bool refused = pt && asked.snapshot && (none || asked.sample);
  const WantedSizes wanted =
      wanted_sizes(asked, pt ? RecordedPmu::intel_pt : RecordedPmu::arm_spe, sampled, defects);
  judge.require((error == 0) == (!refused && !two && (none || wanted.fit)), "I-70",
                "a recording is refused that there is room for, or taken though there is none");
  if (judge.found() || error != 0) return;
  if (none) {
    judge.require(events == before && !options.full_auxtrace, "I-70",
                  "events are changed though none is the unit's");
    return;
  }
  judge.require(options.aux_pages == wanted.aux_pages && options.data_pages == wanted.data_pages &&
                    options.snapshot_size == wanted.snapshot_size,
                "I-70", "areas are of other sizes than were asked for, or are usual");
  judge_opened(asked, before, events, pt, options, judge);
}

/// Sizes of an area and of snapshots, for units whose events are prepared otherwise.
void judge_sizes(const Asked& asked, AuxtraceOptions options, DefectSet defects, AuxJudge& judge) {
  if (asked.sample) return;
  for (const RecordedPmu pmu : {RecordedPmu::intel_bts, RecordedPmu::cs_etm}) {
    AuxtraceOptions came = options;
    const bool fit = resolve_auxtrace_sizes({}, pmu, came, defects);
    const WantedSizes wanted = wanted_sizes(asked, pmu, 0, defects);
    judge.require(fit == wanted.fit, "I-70",
                  "sizes are taken that a unit cannot have, or others refused");
    judge.require(
        !fit || (came.aux_pages == wanted.aux_pages && came.data_pages == wanted.data_pages &&
                 came.snapshot_size == wanted.snapshot_size),
        "I-70", "areas are of other sizes than were asked for, or are usual");
  }
}

/// Of several groups, only the members of those that a unit leads have trace.
void judge_groups(DefectSet defects, AuxJudge& judge) {
  constexpr std::uint64_t kSize = 64;
  constexpr auto kOther = RecordedPmu::other, kUnit = RecordedPmu::intel_pt;
  std::vector<AuxtraceEvent> events;
  for (const RecordedPmu leader : {kOther, kUnit, kOther}) {
    events.push_back({.pmu = leader, .leads = true});
    events.push_back({.pmu = kOther, .leads = false});
  }
  AuxtraceOptions options;
  const int error = auxtrace_parse_sample_options(events, options, kSize, 0, defects);
  judge.require(error == 0 && options.sample, "I-70", "samples cannot have trace of their leader");
  bool led = false;
  for (const AuxtraceEvent& event : events) {
    if (event.leads) led = event.pmu == kUnit;
    judge.require(event.aux_sample_size == (led && !event.leads ? kSize : 0), "I-70",
                  "samples have trace of a unit that does not lead their group, or none of one");
  }
}

void run_options(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  judge_groups(defects, judge);
  std::vector<AuxtraceEvent> events = events_of(example);
  std::vector<RecordedPmu> pmus;
  for (const AuxtraceEvent& event : events) pmus.push_back(event.pmu);
  const auto built_for = static_cast<PerfArch>(example.setup[arch]);
  const std::uint64_t which = example.setup[units];
  const auto pmu = auxtrace_record_init(built_for, pmus, defects);
  const bool has_unit = (which & (unit | again)) != 0, has_rival = (which & rival) != 0;
  const bool none = built_for == PerfArch::other, pt = built_for == PerfArch::x86;
  judge.require(pmu.has_value() == (none || !has_unit || !has_rival), "I-70",
                "events of two units are taken, or those of one refused");
  if (!pmu || judge.found()) return;
  judge.require((*pmu != RecordedPmu::other) == (!none && (has_unit || has_rival)), "I-70",
                "a unit is recorded that perf cannot record, or one that it can is not");
  if (none || has_rival) return;
  const Asked asked = asked_by(example);
  AuxtraceOptions options;
  options.snapshot = asked.snapshot;
  options.aux_pages = asked.pages;
  options.data_pages = asked.data_pages;
  options.snapshot_size = asked.snapshot ? asked.size : 0;
  options.privileged = asked.privileged;
  options.per_cpu = asked.per_cpu;
  std::uint64_t sampled = 0;
  if (asked.sample) {
    const bool groups = (which & unit) != 0 && (which & member) != 0;
    const std::uint64_t suggested = pt ? 8192 : 0;
    sampled = asked.size != 0 ? asked.size : pt ? suggested : kPage;
    const int error =
        auxtrace_parse_sample_options(events, options, asked.size, suggested, defects);
    judge.require(error == 0 || error == kInvalid, "I-70", "an error is told that there is not");
    judge.require(
        (error == 0) == (groups && sampled <= kMostSample), "I-70",
        "samples are to have trace of a unit that they are not grouped with, or too much");
    if (error != 0) return;
    for (const AuxtraceEvent& event : events)
      judge.require(event.aux_sample_size == (event.leads ? 0 : sampled), "I-70",
                    "samples have no trace, or another amount than was asked for");
  }
  judge_recording(example, events, pt, sampled, options, defects, judge);
  judge_sizes(asked, options, defects, judge);
  AuxtraceHoldings holds{1, options.snapshot ? 2U : 0U};
  auxtrace_record_free(holds, defects);
  judge.require(holds.parts == 0 && holds.tables == 0, "I-70",
                "what was taken for snapshots is not given back");
}

constexpr std::array kTexts = {"",    "e", "4096",  "e8192", "0x1000",
                               "e0x", "x", "4096k", "ee",    "0x100001000"};
constexpr std::array kTextSetup = {Dial{"text", 0, kTexts.size() - 1}, Dial{"pages", 1, 4}};
constexpr LongWidth kNarrow{.narrow = true};

void run_texts(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  struct Wanted {
    bool taken, on_exit;
    std::uint64_t size;
  };
  constexpr std::array<Wanted, kTexts.size()> kWanted = {{{true, false, 0},
                                                          {true, true, 0},
                                                          {true, false, 4096},
                                                          {true, true, 8192},
                                                          {true, false, 4096},
                                                          {false, false, 0},
                                                          {false, false, 0},
                                                          {false, false, 0},
                                                          {false, false, 0},
                                                          {true, false, 0x1'0000'1000}}};
  const Wanted& wanted = kWanted.at(example.setup[0]);
  const auto options = parse_snapshot_options(kTexts.at(example.setup[0]), defects);
  judge.require(options.has_value() == wanted.taken, "I-70",
                "a text is taken for an option of snapshots that is none, or another refused");
  if (!options || judge.found()) return;
  judge.require(options->on_exit == wanted.on_exit, "I-70",
                "the snapshot at the end is forgotten, or taken unasked");
  judge.require(options->snapshot_size == wanted.size, "I-70", "a snapshot is of another size");
  judge.require(parse_snapshot_options(kTexts.at(example.setup[0]), defects, kNarrow).has_value() ==
                    (wanted.size <= UINT32_MAX),
                "I-70", "a perf of 32 bits takes a size that it cannot count, or refuses another");
  SnapshotOptions with_area = *options;
  with_area.aux_pages = example.setup[1];
  const auto sizes = resolve_snapshot_sizes(with_area, SnapshotSizes::cs_etm, true, 4096, defects);
  judge.require(sizes.has_value() == (wanted.size <= 4096 * example.setup[1]), "I-70",
                "a snapshot is to be larger than its area, or one that fits is refused");
}

constexpr std::array kTimeSetup = {Dial{"laps of 56 bits", 1, 4}, Dial{"place in the lap", 0, 4},
                                   Dial{"between it and the reference", 0, 3},
                                   Dial{"reference before it", 0, 1}};

/// The reference is less than half a lap after the traced time, or before it.
void run_reference(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  constexpr std::uint64_t kLap = std::uint64_t{1} << 56U;
  constexpr std::array<std::uint64_t, 5> kPlaces = {1, kLap / 4, kLap / 2, kLap - 1000, kLap - 1};
  constexpr std::array<std::uint64_t, 4> kBetween = {0, 1000, kLap / 4, kLap / 2 - 1};
  const std::uint64_t traced = example.setup[0] * kLap + kPlaces.at(example.setup[1]);
  const std::uint64_t between = kBetween.at(example.setup[2]);
  const std::uint64_t read = example.setup[3] != 0 ? traced - between : traced + between;
  judge.require(intel_pt_8b_tsc(traced % kLap, intel_pt_reference(read, defects)) == traced, "I-70",
                "trace is decoded to another time than it was made at");
}

}  // namespace

const AuxSequence kAuxtraceOptions = {
    "auxtrace-options", "how perf sets up recordings of AUX trace", kProperties, kSetup, {}, true,
    run_options};
const AuxSequence kSnapshotTexts = {
    "snapshot-texts", "texts that --snapshot is given", kProperties, kTextSetup, {}, true,
    run_texts};
const AuxSequence kAuxtraceReference = {"auxtrace-reference",
                                        "times of trace, by the time at which it was read",
                                        kProperties,
                                        kTimeSetup,
                                        {},
                                        true,
                                        run_reference};

}  // namespace ringcheck
