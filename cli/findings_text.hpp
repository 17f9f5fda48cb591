#pragma once
// docs/findings.md, which the command carries inside it, entry by entry.

#include <string>
#include <string_view>
#include <vector>

namespace ringcheck {

/// An entry of docs/findings.md.
struct FindingsEntry {
  std::string_view id;     ///< "F-03", "V-10", "D-01"
  std::string_view title;  ///< the rest of its heading
  std::string_view text;   ///< below the heading, in Markdown
};

/// Every entry, in order.
std::vector<FindingsEntry> findings_entries();

/// The text above the first entry, without the file's own heading: how entries are shown, and which
/// version has them.
std::string_view findings_introduction();

}  // namespace ringcheck
