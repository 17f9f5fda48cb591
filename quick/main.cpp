// What A, B, C and D of perf's ring need, under every model or under those named. The same code
// prints the page of `ringcheck barriers`; this program builds in a minute.
// Tested by scripts/quick_test.sh.
#include <exception>
#include <iostream>
#include <string>
#include <vector>

#include "check/barrier_study.hpp"
#include "cli/barrier_page.hpp"
#include "cli/output.hpp"
#include "graph/diagnostic.hpp"
#include "models/model.hpp"
#include "properties/core/perf_studies.hpp"

namespace {

using namespace ringcheck;

ExitStatus run(const std::vector<std::string>& names) {
  std::vector<Model> models;
  for (const std::string& name : names) models.push_back(find_model(name));
  if (names.empty())
    for (const std::string_view name : model_names()) models.push_back(find_model(name));
  KnownChecks known;
  StudyOptions how;
  how.progress = show_progress("plans");
  how.deciding = Deciding::inferred;
  how.known = &known;
  std::string text;
  ExitStatus status = ExitStatus::holds;
  for (const bool marked : {false, true}) {
    const Check check = barrier_check(marked);
    const BarrierStudy study =
        study_barriers(check, all_site_choices(check.plan.sites()), models, how);
    text += page_text(study);
    status = worse(status, own_status(study));
  }
  std::cout << text << std::flush;
  return status;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return static_cast<int>(run({argv + 1, argv + argc}));
  } catch (const InputError& error) {
    std::cerr << error.what() << '\n';
    return static_cast<int>(ExitStatus::bad_input);
  } catch (const std::exception& error) {
    std::cerr << "ringcheck-quick: internal error: " << error.what() << '\n';
    return static_cast<int>(ExitStatus::internal);
  }
}
