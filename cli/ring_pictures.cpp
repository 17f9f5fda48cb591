// Pictures of the ring: an execution is chosen by what can be seen in it, and the rest follows from
// its events.
// Tested by tests/cli/ring_pictures_test.cpp.
#include "cli/ring_pictures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

#include "cli/example_execution.hpp"
#include "graph/check.hpp"
#include "properties/core/area.hpp"
#include "protocol/ring/perf_record.hpp"

namespace ringcheck {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint64_t kLostType = 2;  ///< PERF_RECORD_LOST

/// An execution to draw.
struct Run {
  std::string_view scenario, settings;
  std::vector<std::string_view> seen;  ///< ids of the properties whose `sometimes` it shows
};

/// The execution as explorer_data.hpp describes it.
Json events_of(const Run& run) {
  const Check check = Check(find_scenario(run.scenario), find_model("sc")).with(run.settings);
  std::vector<const Property*> wanted;
  for (const std::string_view id : run.seen) wanted.push_back(&find_property(id));
  const Example example = example_of(check, wanted);
  for (const Property* property : wanted)
    RC_CHECK(std::ranges::find(example.seen, property) != example.seen.end(),
             fmt::format("no execution of {} shows {}", run.scenario, property->id));
  return explorer_data(ShownExample(example).explained());
}

/// Whether `name` is one of `words`, or a word of an array that is.
bool is_of(const std::string& name, const std::vector<std::string_view>& words) {
  return std::ranges::find(words, std::string_view(name).substr(0, name.find('['))) != words.end();
}

/// What a timeline shows of a run.
struct Scene {
  Timeline timeline;  ///< its texts
  Run run;
  std::vector<std::string_view> words;  ///< whose accesses are drawn
  std::size_t first_after = 0;          ///< events from this one on
};

void add_note(TimelineRow& row, const std::string& note) {
  row.note += (row.note.empty() ? "" : "; ") + note;
}

/// Removes the threads of which nothing is drawn.
void drop_empty_columns(Timeline& line) {
  for (int column = static_cast<int>(line.columns.size()) - 1; column >= 0; --column) {
    if (std::ranges::find(line.rows, column, &TimelineRow::column) != line.rows.end()) continue;
    line.columns.erase(line.columns.begin() + column);
    for (TimelineRow& row : line.rows)
      if (row.column > column) --row.column;
  }
}

Timeline drawn(Scene scene) {
  const Json page = events_of(scene.run);
  Timeline& line = scene.timeline;
  line.columns = page["threads"].get<std::vector<std::string>>();
  std::map<std::size_t, int> row_of;  // by event
  std::map<int, int> last;            // the last row of each column
  for (std::size_t i = 0; i < page["events"].size(); ++i) {
    const Json& event = page["events"][i];
    const int column = event["thread"];
    const bool shown =
        event["kind"] == "F" ||
        (event.contains("word") &&
         is_of(page["words"][event["word"].get<std::size_t>()]["name"], scene.words));
    if (shown) {
      TimelineRow row{column, event.value("level", 0), event["text"], event.value("site", "")};
      if (row.site.size() > 4 || row.site == event["text"].get<std::string>()) row.site.clear();
      row_of[i] = last[column] = static_cast<int>(line.rows.size());
      line.rows.push_back(std::move(row));
      const int from = event.value("from", -1);
      const auto write = row_of.find(static_cast<std::size_t>(std::max(from, 0)));
      if (event["kind"] == "R" && from >= 0 && write != row_of.end() &&
          line.rows[static_cast<std::size_t>(write->second)].column != column)
        line.reads.emplace_back(write->second, row_of[i]);
    }
    const auto row = last.find(column);
    if (event.contains("note") && row != last.end())
      add_note(line.rows[static_cast<std::size_t>(row->second)], event["note"]);
  }
  drop_empty_columns(line);
  return std::move(line);
}

/// The words of a buffer as events leave them.
class Buffer {
 public:
  explicit Buffer(const Json& page) : page_(page) {
    for (const Json& word : page["words"]) {
      const std::string name = word["name"];
      values_[name] = number(word["value"]);
      if (name.starts_with("data[")) ++words_;
    }
  }

  /// Takes in what `event` writes.
  void take(const Json& event) {
    if (event["kind"] == "W")
      values_[page_["words"][event["word"].get<std::size_t>()]["name"]] = number(event["value"]);
  }

  [[nodiscard]] std::uint64_t bytes() const { return words_ * kWordBytes; }
  [[nodiscard]] std::uint64_t at(const std::string& name) const {
    const auto found = values_.find(name);
    return found == values_.end() ? 0 : found->second;
  }
  /// The word at a position of the stream.
  [[nodiscard]] std::uint64_t word(std::uint64_t position) const {
    return at(fmt::format("data[{}]", position / kWordBytes % words_));
  }

  /// The record whose header is at `position`: size, and what to call it.
  [[nodiscard]] std::pair<std::uint64_t, std::string> record(std::uint64_t position) const {
    const std::uint64_t header = word(position);
    const std::uint64_t size = header >> 48U;
    if ((header & 0xffffffffU) == kLostType)
      return {size, fmt::format("LOST {}", word(position + 2 * kWordBytes))};
    return {size, size > 2 * kWordBytes ? "record" : "rec"};
  }

 private:
  static std::uint64_t number(const Json& value) {
    return std::strtoull(value.get<std::string>().c_str(), nullptr, 0);
  }

  const Json& page_;
  std::map<std::string, std::uint64_t> values_;
  std::uint64_t words_ = 0;
};

PictureStrip strip_of(const Buffer& buffer, std::string title) {
  PictureStrip strip;
  strip.title = std::move(title);
  strip.bytes = buffer.bytes();
  strip.tick = kWordBytes;
  strip.lanes.emplace_back("data", std::vector<PictureRange>{});
  return strip;
}

/// The buffer of a reader that gives room back: records from the tail to the head.
PictureStrip forward_strip(const Buffer& buffer, std::string title) {
  PictureStrip strip = strip_of(buffer, std::move(title));
  const std::uint64_t head = buffer.at("data_head"), tail = buffer.at("data_tail");
  auto& ranges = strip.lanes.front().ranges;
  for (std::uint64_t at = tail; at < head;) {
    const auto& [size, label] = buffer.record(at);
    if (size == 0) break;
    ranges.push_back({RangeKind::unread, at % strip.bytes, size, label});
    at += size;
  }
  if (const std::uint64_t room = strip.bytes - (head - tail); room > 0)
    ranges.push_back({RangeKind::room, head % strip.bytes, room, "room"});
  strip.marks = {{tail % strip.bytes, fmt::format("data_tail {}", tail)},
                 {head % strip.bytes, fmt::format("data_head {}", head), true}};
  return strip;
}

/// An overwrite buffer: written downwards, newest record first from the head on.
PictureStrip backward_strip(const Buffer& buffer, std::string title) {
  PictureStrip strip = strip_of(buffer, std::move(title));
  const std::uint64_t head = buffer.at("data_head");
  const std::uint64_t written = std::min(0 - head, strip.bytes);
  auto& ranges = strip.lanes.front().ranges;
  std::uint64_t done = 0;
  while (done < written) {
    const auto& [size, label] = buffer.record(head + done);
    const bool whole = size > 0 && done + size <= written;
    const std::uint64_t length = whole ? size : written - done;
    ranges.push_back({whole ? RangeKind::unread : RangeKind::missed, (head + done) % strip.bytes,
                      length, whole ? label : "overwritten"});
    done += length;
  }
  if (written < strip.bytes)
    ranges.push_back(
        {RangeKind::room, (head + written) % strip.bytes, strip.bytes - written, "never written"});
  strip.marks = {{head % strip.bytes, fmt::format("data_head -{}", 0 - head), true}};
  return strip;
}

/// The buffer after each store of a position, and wherever there is something else to tell.
BufferPicture drawn(BufferPicture picture, const Run& run, bool backward,
                    std::string_view told = "no such note") {
  const Json page = events_of(run);
  Buffer buffer(page);
  std::pair<std::uint64_t, std::uint64_t> last;  // head and tail
  for (const Json& event : page["events"]) {
    buffer.take(event);
    const std::string note = event.value("note", "");
    const std::pair now{buffer.at("data_head"), buffer.at("data_tail")};
    if (now == last && note.find(told) == std::string::npos) continue;
    std::string title = page["threads"][event["thread"].get<std::size_t>()];
    title += event.contains("level") ? ", interrupted: " : ": ";
    title += backward ? fmt::format("publishes the data down to -{}", 0 - now.first)
                      : note.substr(0, note.find(';'));
    picture.strips.push_back(backward ? backward_strip(buffer, title)
                                      : forward_strip(buffer, title));
    last = now;
  }
  return picture;
}

}  // namespace

std::vector<Timeline> ring_timelines() {
  std::vector<Timeline> lines;
  lines.push_back(drawn(
      {{"points",
        "The four ordering points, in a run of the specification",
        "A writer publishes a record and a reader takes it. A: the tail is loaded before data is "
        "stored. B: data is stored before the head. C: the head is loaded before data. D: data is "
        "loaded before the tail is stored. An arrow leads from a store to the load that sees it.",
        {},
        {}},
       {"perf-ring", "records=1 polls=1", {"I-01", "I-14"}},
       {"data_head", "data_tail", "data"}}));
  lines.push_back(
      drawn({{"nesting",
              "A writer in a writer",
              "An interrupt writes a record after the writer has raised rb->nest and before it "
              "publishes. It raises rb->nest too; the inner one finds that it is not the "
              "outermost, and publishes nothing. "
              "The outer one publishes both records with one store of data_head.",
              {},
              {}},
             {"perf-ring-nested", "records=1 polls=0 interrupts=1 payload=0", {"I-08", "I-03"}},
             {"data_head", "nest", "head"}}));
  lines.push_back(drawn(
      {{"wakeup",
        "A wakeup",
        "The writer stores the head, then the flag that poll takes, and has the reader woken by "
        "interrupt work. The reader sleeps until then, takes the flag by an exchange, and loads "
        "the head.",
        {},
        {}},
       {"perf-wakeup", "", {"I-16"}},
       {"data_head", "data_tail", "poll"}}));
  lines.push_back(drawn(
      {{"aux-transaction",
        "An AUX transaction begins and ends",
        "perf_aux_output_begin loads the reader's aux_tail and tells the unit how much room there "
        "is; the unit traces; perf_aux_output_end publishes the trace by aux_head. The reader "
        "loads aux_head, takes the trace, and gives the room back.",
        {},
        {}},
       {"aux-ring", "transactions=1 polls=1 units=2", {"I-23"}},
       {"aux_head", "aux_tail", "trace"}}));
  return lines;
}

std::vector<BufferPicture> ring_strips() {
  const std::vector<PictureKey> forward = {{RangeKind::unread, "records that are not read"},
                                           {RangeKind::room, "room"}};
  std::vector<BufferPicture> pictures;
  pictures.push_back(
      drawn({"wrap",
             "Records around the end of the buffer",
             "The buffer after each store of a position. Positions only grow; a byte lies at its "
             "position modulo the buffer's size, so a record may start at the end of the buffer "
             "and go on at its start.",
             {},
             {},
             forward},
            {"perf-ring", "records=3", {"I-12", "I-06"}}, false));
  pictures.push_back(
      drawn({"lost",
             "A LOST record",
             "There is no room for a record: it is counted, and nobody waits. When there is room "
             "again, a LOST record that tells the count goes before the next record.",
             {},
             {},
             forward},
            {"perf-ring-full", "", {"I-10"}}, false, "finds no room"));
  pictures.push_back(
      drawn({"overwrite",
             "An overwrite buffer",
             "It is written downwards, and never full: each record goes below the one before it, "
             "and over the oldest. From data_head upwards, the newest comes first; the one that is "
             "cut off ends what can be read.",
             {},
             {},
             {{RangeKind::unread, "whole records"},
              {RangeKind::missed, "the rest of an overwritten one"},
              {RangeKind::room, "never written"}}},
            {"perf-ring-overwrite", "", {"I-18", "I-22"}}, true));
  return pictures;
}

}  // namespace ringcheck
