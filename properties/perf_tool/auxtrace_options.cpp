// auxtrace-options: how perf sets up recordings of AUX trace, by what it is asked for.
// snapshot-texts: what --snapshot takes. auxtrace-reference: times of trace by its reference.
// Tested by tests/properties/aux/aux_mutants_test.cpp.
#include "protocol/perf_tool/auxtrace_options.hpp"

#include "properties/perf_tool/sequences.hpp"

namespace ringcheck {
namespace {

constexpr std::array<std::string_view, 1> kProperties = {"I-70"};
enum Number : std::size_t { arch, units, mode, pages, size, rights };
/// Which events there are, a bit each: an ordinary one first, the unit's, a second one of the same
/// unit, one of the other unit, one in the group of the unit's.
enum Units : std::uint64_t { ordinary = 1, unit = 2, again = 4, rival = 8, member = 16 };
enum Mode : std::uint64_t { full, snapshot, sample };
constexpr std::array kSetup = {Dial{"architecture", 0, 2}, Dial{"events", 1, 31},
                               Dial{"mode", full, sample}, Dial{"pages", 0, 5},
                               Dial{"size", 0, 3},         Dial{"privileged, per CPU", 0, 3}};

std::vector<RecordedPmu> pmus_of(const AuxCase& example) {
  const bool x86 = example.setup[arch] == 0;
  const RecordedPmu of_unit = x86 ? RecordedPmu::intel_pt : RecordedPmu::arm_spe;
  const RecordedPmu of_rival = x86 ? RecordedPmu::intel_bts : RecordedPmu::cs_etm;
  const std::uint64_t which = example.setup[units];
  std::vector<RecordedPmu> pmus;
  if ((which & ordinary) != 0) pmus.push_back(RecordedPmu::other);
  if ((which & unit) != 0) pmus.push_back(of_unit);
  if ((which & member) != 0) pmus.push_back(RecordedPmu::other);
  if ((which & again) != 0) pmus.push_back(of_unit);
  if ((which & rival) != 0) pmus.push_back(of_rival);
  return pmus;
}

/// Judges events that were accepted. `by_option`: the trace that each sample of the member has.
void judge_opened(const AuxCase& example, const std::vector<AuxtraceEvent>& events, RecordedPmu pmu,
                  const AuxtraceOptions& options, AuxJudge& judge) {
  const bool pt = pmu == RecordedPmu::intel_pt;
  judge.require(std::ranges::count(events, pmu, &AuxtraceEvent::pmu) == 1, "I-70",
                "two events are to write to an AUX area");
  const AuxtraceEvent& first = events.front();
  judge.require(first.pmu == pmu, "I-70", "the AUX event is not the first: its area is not mapped");
  judge.require(!options.per_cpu || first.samples_cpu, "I-70",
                "AUX records of CPUs do not tell which");
  judge.require(!options.per_cpu || first.timestamps, "I-70",
                "trace of CPUs has no time to put it in order by");
  judge.require(first.sample_period == (pt ? 1 : options.min_interval), "I-70",
                "the unit is opened with another period than its own");
  const std::uint64_t area = options.aux_pages * kAuxtracePageBytes;
  judge.require(std::has_single_bit(area) && area >= (pt ? 1U : 2U) * kAuxtracePageBytes, "I-70",
                "the kernel does not take an AUX area of this size");
  judge.require(!options.snapshot || options.snapshot_size <= area, "I-70",
                "a snapshot is to be larger than its area");
  judge.require(!pt || example.setup[mode] != full || first.aux_watermark * 4 == area, "I-70",
                "perf is not woken when a quarter of the area is filled");
  // The kernel samples trace of units whose driver can copy it: not of Arm SPE.
  if (example.setup[mode] != sample || !pt) return;
  for (const AuxtraceEvent& event : events)
    if (!event.leads)
      judge.require(event.aux_sample_size != 0 && event.aux_sample_size <= area, "I-70",
                    "samples have no trace, or more than there is room for");
}

void run_options(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  constexpr std::array<std::uint64_t, 6> kPages = {0, 1, 2, 3, 16, 1024};
  constexpr std::array<std::uint64_t, 4> kSizes = {0, 4096, 12288, 61441};
  const auto pmus = pmus_of(example);
  const auto built_for = static_cast<PerfArch>(example.setup[arch]);
  const std::uint64_t which = example.setup[units];
  const auto pmu = auxtrace_record_init(built_for, pmus, defects);
  const bool has_unit = (which & (unit | again)) != 0, has_rival = (which & rival) != 0;
  const bool none = built_for == PerfArch::other;
  judge.require(pmu.has_value() == (none || !has_unit || !has_rival), "I-70",
                "events of two units are taken, or those of one refused");
  if (!pmu || judge.found()) return;
  judge.require((*pmu != RecordedPmu::other) == (!none && (has_unit || has_rival)), "I-70",
                "a unit is recorded that perf cannot record, or one that it can is not");
  if (none || !has_unit || has_rival) return;
  std::vector<AuxtraceEvent> events;
  for (const RecordedPmu each : pmus) events.push_back({.pmu = each});
  if ((which & member) != 0) {
    const std::size_t at = ((which & ordinary) != 0 ? 1U : 0U) + ((which & unit) != 0 ? 1U : 0U);
    events.at(at).leads = (which & unit) == 0;
  }
  AuxtraceOptions options;
  options.snapshot = example.setup[mode] == snapshot;
  options.aux_pages = kPages.at(example.setup[pages]);
  options.snapshot_size = options.snapshot ? kSizes.at(example.setup[size]) : 0;
  options.privileged = (example.setup[rights] & 1U) != 0;
  options.per_cpu = (example.setup[rights] & 2U) != 0;
  const bool groups = (which & (unit | member)) == (unit | member);
  if (example.setup[mode] == sample) {
    const std::uint64_t asked = kSizes.at(example.setup[size]);
    const std::uint64_t suggested = *pmu == RecordedPmu::intel_pt ? 4096 : 0;
    const bool taken =
        auxtrace_parse_sample_options(events, options, asked, suggested, defects) == 0;
    judge.require(
        taken == (groups && asked <= kMostAuxSample), "I-70",
        "samples are to have trace of a unit that they are not grouped with, or too much");
    if (!taken) return;
  }
  const int error = recording_options(events, *pmu, options, defects);
  const bool two = (which & (unit | again)) == (unit | again);
  judge.require(error != 0 || !two, "I-70", "two events are to write to an AUX area");
  if (error == 0) judge_opened(example, events, *pmu, options, judge);
  const bool fits = options.aux_pages == 1024 && example.setup[pages] == 5;
  judge.require(error == 0 || two || !fits || example.setup[size] == 3, "I-70",
                "a recording is refused that there is room for");
  AuxtraceHoldings holds{1, options.snapshot ? 2U : 0U};
  auxtrace_record_free(holds, defects);
  judge.require(holds.parts == 0 && holds.tables == 0, "I-70",
                "what was taken for snapshots is not given back");
}

constexpr std::array kTexts = {"", "e", "4096", "e8192", "0x1000", "e0x", "x", "4096k", "ee"};
constexpr std::array kTextSetup = {Dial{"text", 0, kTexts.size() - 1}, Dial{"pages", 1, 4}};

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
                                                          {false, false, 0}}};
  const Wanted& wanted = kWanted.at(example.setup[0]);
  const auto options = parse_snapshot_options(kTexts.at(example.setup[0]), defects);
  judge.require(options.has_value() == wanted.taken, "I-70",
                "a text is taken for an option of snapshots that is none, or another refused");
  if (!options || judge.found()) return;
  judge.require(options->on_exit == wanted.on_exit, "I-70",
                "the snapshot at the end is forgotten, or taken unasked");
  judge.require(options->snapshot_size == wanted.size, "I-70", "a snapshot is of another size");
  SnapshotOptions with_area = *options;
  with_area.aux_pages = example.setup[1];
  const auto sizes = resolve_snapshot_sizes(with_area, SnapshotSizes::cs_etm, true, 4096, defects);
  judge.require(sizes.has_value() == (wanted.size <= 4096 * example.setup[1]), "I-70",
                "a snapshot is to be larger than its area, or one that fits is refused");
}

constexpr std::array kTimeSetup = {Dial{"laps of 56 bits", 0, 3}, Dial{"place in the lap", 0, 4},
                                   Dial{"time until it is read", 0, 3}};

void run_reference(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  constexpr std::uint64_t kLap = std::uint64_t{1} << 56U;
  constexpr std::array<std::uint64_t, 5> kPlaces = {1, kLap / 4, kLap / 2, kLap - 1000, kLap - 1};
  constexpr std::array<std::uint64_t, 4> kLater = {0, 1000, kLap / 4, kLap / 2 - 1};
  const std::uint64_t traced = example.setup[0] * kLap + kPlaces.at(example.setup[1]);
  const std::uint64_t reference = intel_pt_reference(traced + kLater.at(example.setup[2]), defects);
  judge.require(intel_pt_8b_tsc(traced % kLap, reference) == traced, "I-70",
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
