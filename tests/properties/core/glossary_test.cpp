// docs/glossary.md names every family of ids.
#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <string>

#include "properties/core/area.hpp"

namespace ringcheck {
namespace {

/// A family as the glossary writes it: "I properties".
std::string family(std::string_view id, const std::string& of) {
  return std::string(id.substr(0, id.find('-'))) + " " + of;
}

std::ifstream document(const std::string& name) {
  return std::ifstream(std::string(RINGCHECK_SOURCE_DIR) + "/docs/" + name);
}

/// The rows "| I-01 … | properties | what they are about |".
std::set<std::string> families_of_the_glossary() {
  std::set<std::string> families;
  std::ifstream page = document("glossary.md");
  for (std::string line; std::getline(page, line);) {
    const std::size_t end = line.find(" … | ");
    if (!line.starts_with("| ") || end == std::string::npos) continue;
    const std::string rest = line.substr(end + std::string(" … | ").size());
    families.insert(family(line.substr(2), rest.substr(0, rest.find(' '))));
  }
  return families;
}

TEST(Glossary, HasEveryFamilyOfIdsAndNoOther) {
  std::set<std::string> families;
  for (const Property* property : all_properties())
    families.insert(family(property->id, "properties"));
  for (const Mutant* mutant : all_mutants()) families.insert(family(mutant->id, "mutants"));
  std::ifstream findings = document("findings.md");
  for (std::string line; std::getline(findings, line);)
    if (line.starts_with("## ") && line.find('-') == 4)
      families.insert(family(line.substr(3), "findings"));
  EXPECT_EQ(families_of_the_glossary(), families);
}

}  // namespace
}  // namespace ringcheck
