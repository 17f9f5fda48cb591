// perf-session: perf record writes data and goes on with other files; each file is read on its own.
// Tested by tests/properties/aux/aux_mutants_test.cpp.
#include "protocol/record/perf_session.hpp"

#include <algorithm>

#include "properties/record/sequences.hpp"

namespace ringcheck {
namespace {

constexpr std::array<std::string_view, 1> kProperties = {"I-68"};
constexpr std::array kSetup = {Dial{"events", 1, 3},    Dial{"ids of each", 1, 3},
                               Dial{"AUX event", 0, 1}, Dial{"tail", 0, 1},
                               Dial{"features", 0, 15}, Dial{"that cannot be written", 0, 15}};
enum Step : std::size_t { data, another };
constexpr std::array kSteps = {Dial{"data", 1, 5}, Dial{"another file"}};

constexpr std::array kShares = {Share{"reads data", 80}, Share{"reads features", 60},
                                Share{"switches its file", 80}};
std::vector<SessionEvent> events_of(const AuxCase& example) {
  std::vector<SessionEvent> events;
  for (std::uint64_t e = 0; e < example.setup[0]; ++e) {
    SessionEvent& event = events.emplace_back();
    event.type = 40 + e;
    event.config = 0x100 * (e + 1);
    for (std::uint64_t i = 0; i < example.setup[1]; ++i) event.ids.push_back(700 + 10 * e + i);
  }
  return events;
}

class Session {
 public:
  Session(const AuxCase& example, DefectSet defects, AuxJudge& judge)
      : judge_(judge),
        events_(events_of(example)),
        options_{example.setup[3] != 0, example.setup[2] != 0, example.setup[4], example.setup[5],
                 defects},
        record_(events_, options_) {}
  void write(std::uint64_t words) {
    std::vector<std::uint64_t> piece;
    for (std::uint64_t i = 0; i < words; ++i) piece.push_back(0xda7a'0000'0000 + ++number_);
    record_.write(piece);
    expected_.insert(expected_.end(), piece.begin(), piece.end());
  }
  void switch_file() {
    judge_.comes_to("switches its file");
    judge_file(record_.switch_output());
  }
  void end() { judge_file(record_.finish()); }

 private:
  void judge_file(const PerfDataFile& file) {
    const auto read = read_session(file);
    if (!judge_.require(read.has_value(), "I-68", "a file of perf's points beyond its end")) return;
    judge_refused(file);
    judge_.comes_to("reads data", !expected_.empty());
    judge_.comes_to("reads features", (options_.features & ~options_.unwritable) != 0);
    judge_.require(read->events == events_, "I-68",
                   "a file has other events or ids than were recorded");
    std::vector<std::uint64_t> features;
    for (std::uint64_t bit = 0; bit < 64; ++bit)
      if ((options_.features & ~options_.unwritable) >> bit & 1U) features.push_back(bit);
    judge_.require(read->features == features, "I-68", "a file has other features than it tells");
    std::vector<std::uint64_t> made, taken;
    for (const std::uint64_t word : read->data) {
      if (word >> 48U == 8)
        made.push_back(word & 0xffff);
      else
        taken.push_back(word);
    }
    judge_.require(taken == std::exchange(expected_, {}), "I-68",
                   "a file has other data than perf has read");
    const auto is_made = [](std::uint64_t word) { return word >> 48U == 8; };
    judge_.require(std::ranges::is_partitioned(read->data,
                                               [&](std::uint64_t word) {
                                                 return is_made(word) != options_.tail_synthesize;
                                               }),
                   "I-68", "what perf makes itself is not where it was asked for");
    judge_.require(file == laid_out(read->data), "I-68",
                   "a file has other words than its layout says");
    judge_broken(file);
    judge_empty(file);
    first_file_ = false;
    for (const std::uint64_t type : {kSynthTimeConversion, kSynthIdIndex, kSynthKernelMap,
                                     kSynthThreadMap, kSynthCpuMap, kSynthComm})
      judge_.require(std::ranges::count(made, type) == 1, "I-68",
                     "a file does not tell what its samples are decoded by");
    judge_.require(std::ranges::count(made, kSynthAuxtraceInfo) == (options_.full_auxtrace ? 1 : 0),
                   "I-68", "a file does not tell what its trace is decoded by");
    const auto index = std::ranges::find(made, kSynthIdIndex);
    judge_.require(
        std::find(index, made.end(), kSynthAuxtraceInfo) != made.end() || !options_.full_auxtrace,
        "I-68", "ids are told after what refers to them");
  }

  [[nodiscard]] std::uint64_t features_there() const {
    return options_.features & ~options_.unwritable;
  }
  /// The file with this data: header, ids, attributes, data, a table with a place for each feature
  /// (in the first file also for those that cannot be written), and the features.
  [[nodiscard]] PerfDataFile laid_out(const std::vector<std::uint64_t>& data) const {
    PerfDataFile file = {0x32454c4946524550, 8, 4,           0,
                         4 * events_.size(), 0, data.size(), features_there()};
    std::vector<std::uint64_t> places;
    for (const SessionEvent& event : events_) {
      places.push_back(file.size());
      file.insert(file.end(), event.ids.begin(), event.ids.end());
    }
    file[3] = file.size();
    for (std::size_t e = 0; e < events_.size(); ++e)
      file.insert(file.end(),
                  {events_[e].type, events_[e].config, places[e], events_[e].ids.size()});
    file[5] = file.size();
    file.insert(file.end(), data.begin(), data.end());
    const std::size_t table = file.size();
    const std::uint64_t kept = first_file_ ? options_.features : features_there();
    file.resize(table + 2 * static_cast<std::size_t>(std::popcount(kept)));
    std::size_t next = table;
    for (std::uint64_t bit = 0; bit < 64; ++bit) {
      if ((features_there() >> bit & 1U) == 0) continue;
      file[next++] = file.size();
      file[next++] = 2;
      file.insert(file.end(), {0xfea7'0000 + bit, bit});
    }
    return file;
  }
  /// A part without words may stand at the file's end, since it has nothing beyond.
  void judge_empty(const PerfDataFile& file) {
    for (std::size_t e = 0; e < events_.size(); ++e) {
      PerfDataFile other = file;
      other.at(file[3] + 4 * e + 2) = file.size();
      other.at(file[3] + 4 * e + 3) = 0;
      std::vector<SessionEvent> events = events_;
      events[e].ids.clear();
      const auto read = read_session(other);
      judge_.require(read && read->events == events, "I-68",
                     "a file is not read that has an empty part at its end");
    }
  }
  /// Nothing that points beyond the file's end is read, wherever it stands.
  void judge_broken(const PerfDataFile& file) {
    std::vector<std::size_t> pointers = {3, 4, 5, 6};
    for (std::size_t e = 0; e < events_.size(); ++e)
      for (const std::size_t word : {2U, 3U}) pointers.push_back(file[3] + 4 * e + word);
    const auto sections = static_cast<std::size_t>(std::popcount(features_there()));
    for (std::size_t i = 0; i < 2 * sections; ++i) pointers.push_back(file[5] + file[6] + i);
    for (const std::size_t at : pointers)
      for (const std::uint64_t wrong : {file.size() + 1, ~std::uint64_t{0} - 3}) {
        PerfDataFile other = file;
        other.at(at) = wrong;
        judge_.require(!read_session(other), "I-68", "a file is read that points beyond its end");
      }
    for (std::size_t i = 0; i < sections; ++i) {
      PerfDataFile other = file;
      other.at(file[5] + file[6] + 2 * i + 1) = 0;
      judge_.require(!read_session(other), "I-68", "a feature is read that is not there");
    }
  }

  /// A file that is cut off, or is not perf's, is not read.
  void judge_refused(const PerfDataFile& file) {
    const auto refused = [&](const PerfDataFile& other) {
      judge_.require(!read_session(other), "I-68", "a file is read that is not whole");
    };
    const std::size_t stride = file.size() / 16 + 1;
    // The table keeps the place of features that cannot be written, and nobody reads that place.
    const bool all_written = (options_.features & options_.unwritable) == 0;
    for (std::size_t words = file.size(); all_written && words > 0;) {
      words -= std::min(words, words == file.size() ? 1 : stride);
      // The cut-off words are still in memory, where a reader that goes too far finds them.
      PerfDataFile cut = file;
      cut.resize(words);
      refused(cut);
    }
    for (const std::size_t word : {std::size_t{0}, std::size_t{2}}) {
      PerfDataFile other = file;
      other.at(word) = 0;
      refused(other);
    }
  }

  AuxJudge& judge_;
  std::vector<SessionEvent> events_;
  SessionOptions options_;
  RecordSession record_;
  std::vector<std::uint64_t> expected_;
  std::uint64_t number_ = 0;
  bool first_file_ = true;
};

void run(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  Session session(example, defects, judge);
  for (const AuxStep& step : example.steps) {
    if (judge.found()) return;
    if (step.kind == data)
      session.write(step.amount);
    else
      session.switch_file();
  }
  session.end();
}

}  // namespace

const AuxSequence kPerfSession = {"perf-session",
                                  "files of perf record, each read on its own",
                                  kProperties,
                                  kSetup,
                                  kSteps,
                                  false,
                                  run,
                                  4000,
                                  kShares};

}  // namespace ringcheck
