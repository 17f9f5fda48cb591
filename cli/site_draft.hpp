#pragma once
// A site in the making: its pages, what its index lists, and the executions that are still to be
// drawn.

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/report_facts.hpp"

namespace ringcheck {

/// A file of a site.
struct SiteFile {
  std::string path;  ///< from the root of the site
  std::string text;
};

/// What the index lists.
struct IndexRow {
  std::string_view kind;  ///< "scenario", "finding", "property", "point" or "mutant"
  std::string path;       ///< of its page, from the root
  std::string name;
  std::string title;                 ///< text, in a sentence
  std::vector<std::string> models;   ///< under which something is known about it
  std::vector<std::string> answers;  ///< "holds", "violated", "found", …; for filters
};

/// An execution for which a page to step through will be made.
struct RunPage {
  std::string name;
  std::function<std::string()> make;  ///< called by some worker
};

/// A site in the making.
struct SiteDraft {
  const ReportFacts& facts;
  std::vector<SiteFile> files{};
  std::vector<IndexRow> index{};
  std::vector<RunPage> runs{};

  /// Adds a page one folder below the root. `body` is HTML, with links from that folder.
  void page(const std::string& path, const std::string& title, const std::string& body);
  /// Has a page made of `witness`, which lives as long as the facts, and returns the link to it from
  /// a folder below the root.
  std::string run(const std::string& name, const Witness& witness,
                  std::vector<std::string> commands);
  /// The same for an execution of `check`, which violates nothing, and shows most of what its
  /// scenario is for.
  std::string example(const std::string& name, const Check& check);
};

/// How a witness of `check` is made and run again.
std::vector<std::string> check_commands(const Check& check);

/// The page of a mutant's witness (SiteDraft::run). Pre: the hunt has one, and is among the facts.
std::string mutant_run(SiteDraft& draft, const HuntResult& hunt);

// The pages of each kind, one after the other.
void add_scenario_pages(SiteDraft& draft);
void add_entry_pages(SiteDraft& draft);
void add_property_pages(SiteDraft& draft);
void add_point_pages(SiteDraft& draft);
void add_mutant_pages(SiteDraft& draft);

}  // namespace ringcheck
