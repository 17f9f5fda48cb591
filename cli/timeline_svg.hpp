#pragma once
// Timelines: events of a few threads, time going down. No layout engine draws them, so every
// machine writes the same bytes.

#include <string>
#include <utility>
#include <vector>

namespace ringcheck {

/// An event of a timeline.
struct TimelineRow {
  int column = 0;
  int level = 0;       ///< interrupt level
  std::string text;    ///< "W[once] data_head = 24"
  std::string site{};  ///< its ordering point, which stands out; empty: none
  std::string note{};  ///< what the thread has done by then, below the text; empty: nothing to say
};

/// Events in an order of time.
struct Timeline {
  std::string name;   ///< of its file, without what says its format
  std::string title;  ///< in a few words
  std::string text;   ///< what there is to see, in a paragraph
  std::vector<std::string> columns;
  std::vector<TimelineRow> rows;
  std::vector<std::pair<int, int>> reads{};  ///< rows: of a write, and of a read of it elsewhere
};

/// The drawing. Light or dark as the reader's system prefers.
std::string to_svg(const Timeline& timeline);

}  // namespace ringcheck
