// Expected answers from a file.
// Tested by tests/litmus/expectation_test.cpp.
#include "litmus/expectation_file.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "graph/diagnostic.hpp"
#include "models/names.hpp"

namespace ringcheck {

namespace {

/// The part of a path that names a test: the last one.
std::string last_part(const std::string& path) {
  const std::size_t slash = path.find_last_of('/');
  return slash == std::string::npos ? path : path.substr(slash + 1);
}

[[noreturn]] void reject(const std::string& file, int line, const std::string& what) {
  throw InputError(Diagnostic{file, line, 1, what});
}

}  // namespace

ExpectationFile ExpectationFile::read(std::string_view text, const std::string& file) {
  ExpectationFile result;
  std::istringstream lines{std::string(text)};
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (line.ends_with('\r')) line.pop_back();
    const std::size_t first = line.find_first_not_of(" \t");
    if (first == std::string::npos || line[first] == '#') continue;
    if (line[first] == '{')
      result.read_json(line, file, number);
    else
      result.read_kind(line, file, number);
  }
  return result;
}

void ExpectationFile::read_kind(std::string_view line, const std::string& file, int number) {
  std::istringstream words{std::string(line)};
  std::string name;
  std::string rest;
  words >> name;
  std::getline(words >> std::ws, rest);
  LitmusExpectation expectation = expectation_of(rest);
  if (!expectation.answer)
    reject(file, number,
           "saw '" + rest +
               "', expected the name of a test and Allowed, Forbidden, Required, Never, Sometimes, "
               "Always, Maybe, DEADLOCK or Refused");
  by_key_[{"", name}] = std::move(expectation);
}

void ExpectationFile::read_json(std::string_view line, const std::string& file, int number) {
  const auto row = nlohmann::json::parse(line, nullptr, false);
  const auto text = [&](const char* key) {
    return row.contains(key) && row[key].is_string() ? row[key].get<std::string>() : std::string();
  };
  if (row.is_discarded() || !row.is_object())
    reject(file, number, "saw no JSON object, expected one with name and observation");
  if (row.contains("error")) return;
  const std::string name = text("name").empty() ? last_part(text("file")) : text("name");
  LitmusExpectation expectation = expectation_of(text("observation"));
  if (name.empty() || !expectation.answer)
    reject(file, number, "saw a row without name or file, or observation, expected both");
  expectation.tells_races = false;
  if (row.contains("positive") && row.contains("negative") &&
      row["positive"].is_number_unsigned() && row["negative"].is_number_unsigned())
    expectation.counts = {row["positive"].get<std::uint64_t>(),
                          row["negative"].get<std::uint64_t>()};
  by_key_[{std::string(canonical_model(text("model"))), name}] = std::move(expectation);
}

std::optional<LitmusExpectation> ExpectationFile::find(const std::string& name,
                                                       const std::string& path,
                                                       const std::string& model) const {
  for (const std::string& of : {model, std::string()})
    for (const std::string& key : {name, last_part(path)})
      if (const auto found = by_key_.find({of, key}); found != by_key_.end()) return found->second;
  return std::nullopt;
}

}  // namespace ringcheck
