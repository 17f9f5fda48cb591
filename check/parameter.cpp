// Parameters: reading values that a user gives, and saying what was expected instead.
// Tested by tests/check/parameter_test.cpp.
#include "check/parameter.hpp"

#include <bit>
#include <charconv>
#include <vector>

#include "graph/diagnostic.hpp"
#include "models/names.hpp"

namespace ringcheck {

namespace {

[[noreturn]] void reject(const std::string& message) {
  throw InputError({"", 0, 0, message});
}

}  // namespace

std::string Parameter::range() const {
  if (words.empty()) {
    const std::string bounds = std::to_string(least) + " … " + std::to_string(most);
    return power_of_two ? "a power of two, " + bounds : bounds;
  }
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 == words.size() ? " or " : ", ";
    text += words[i];
  }
  return text;
}

Parameters::Parameters(std::span<const Parameter> declared) : declared_(declared) {
  for (const Parameter& parameter : declared) values_.push_back(parameter.standard);
}

void Parameters::set(std::string_view assignment) {
  const std::size_t equals = assignment.find('=');
  if (equals == std::string_view::npos)
    reject("expected NAME=VALUE, saw \"" + std::string(assignment) + "\"");
  set(assignment.substr(0, equals), assignment.substr(equals + 1));
}

void Parameters::set(std::string_view name, std::string_view value) {
  std::vector<std::string_view> known;
  for (std::size_t i = 0; i < declared_.size(); ++i) {
    const Parameter& parameter = declared_[i];
    known.push_back(parameter.name);
    if (parameter.name != name) continue;
    for (std::size_t w = 0; w < parameter.words.size(); ++w) {
      if (parameter.words[w] != value) continue;
      values_[i] = w;
      return;
    }
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
    const bool in_range = parameter.words.empty() && error == std::errc() &&
                          end == value.data() + value.size() && number >= parameter.least &&
                          number <= parameter.most &&
                          (!parameter.power_of_two || std::has_single_bit(number));
    if (!in_range)
      reject("parameter " + std::string(name) + ": expected " + parameter.range() + ", saw \"" +
             std::string(value) + "\"");
    values_[i] = number;
    return;
  }
  reject("no parameter \"" + std::string(name) + "\"" +
         instead_of(name, known, "ringcheck list scenarios NAME"));
}

std::string Parameters::text(std::size_t i) const {
  const Parameter& parameter = declared_[i];
  return parameter.words.empty() ? std::to_string(values_[i])
                                 : std::string(parameter.words[values_[i]]);
}

std::string Parameters::text() const {
  std::string all;
  for (std::size_t i = 0; i < declared_.size(); ++i)
    all.append(all.empty() ? "" : " ").append(declared_[i].name).append("=").append(text(i));
  return all;
}

}  // namespace ringcheck
