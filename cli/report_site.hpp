#pragma once
// The report as a site: a folder of pages that opens from disk.

#include <functional>
#include <string>

#include "cli/report_facts.hpp"

namespace ringcheck {

/// Makes the site of `facts` by `jobs` workers, 0 for one per core, and hands on each file with its
/// path below the site's root. The files are index.html, a page for each scenario, finding,
/// property, ordering point and family of mutants, and a page to step through for each execution
/// that these show. They are the same for any number of workers.
void make_site(const ReportFacts& facts, unsigned jobs,
               const std::function<void(const std::string& path, const std::string& text)>& take);

/// Writes the site to `folder`, which is made if need be. Files that an earlier site has left there
/// are removed from the folders that a site has. Errors: InputError for what cannot be written.
void write_site(const ReportFacts& facts, const std::string& folder, unsigned jobs);

/// Finds out whether a site can be written to `folder`, before long work is done for it. Errors:
/// InputError.
void require_site_writable(const std::string& folder);

}  // namespace ringcheck
