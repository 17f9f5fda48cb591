// Strict reading of recorded rows. An unknown field could change what the row means, so it is
// refused.
// Tested by tests/properties/core/conform_test.cpp.
#include "properties/core/fields.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ringcheck {

namespace {

/// The text of `json`, short enough for a message.
std::string seen(const Json& json) {
  constexpr std::size_t kMost = 40;
  const std::string text = json.dump();
  return text.size() <= kMost ? text : text.substr(0, kMost) + "…";
}

[[noreturn]] void reject(const std::string& where, const Json& json, const std::string& expected) {
  throw RowError(fmt::format("{}: saw {}, expected {}", where, seen(json), expected));
}

}  // namespace

std::uint64_t unsigned_of(const Json& json, const std::string& where, std::uint64_t most) {
  const bool whole =
      json.is_number_unsigned() || (json.is_number_integer() && json.get<std::int64_t>() >= 0);
  if (!whole || json.get<std::uint64_t>() > most)
    reject(where, json, fmt::format("a whole number, 0 … {}", most));
  return json.get<std::uint64_t>();
}

std::int64_t signed_of(const Json& json, const std::string& where) {
  const bool fits = json.is_number_integer() &&
                    !(json.is_number_unsigned() && json.get<std::uint64_t>() > INT64_MAX);
  if (!fits) reject(where, json, "a whole number");
  return json.get<std::int64_t>();
}

std::uint64_t wrapping_of(const Json& json, const std::string& where) {
  if (json.is_number_unsigned()) return json.get<std::uint64_t>();
  if (!json.is_number_integer()) reject(where, json, "a whole number");
  return static_cast<std::uint64_t>(json.get<std::int64_t>());
}

const Json& array_of(const Json& json, const std::string& where) {
  if (!json.is_array()) reject(where, json, "a list");
  return json;
}

const Json& array_of(const Json& json, const std::string& where, std::size_t size) {
  if (!json.is_array() || json.size() != size)
    reject(where, json, fmt::format("a list of {}", size));
  return json;
}

const Json& numbers_of(const Json& json, const std::string& where) {
  if (json.is_null() || json.is_number_integer()) return json;
  if (!json.is_array()) reject(where, json, "a whole number");
  for (std::size_t i = 0; i < json.size(); ++i)
    if (i > 0 || !json[i].is_string()) numbers_of(json[i], where);
  return json;
}

std::string text_of(const Json& json, const std::string& where) {
  if (!json.is_string()) reject(where, json, "a text");
  return json.get<std::string>();
}

Fields::Fields(const Json& object, std::string where) : object_(object), where_(std::move(where)) {
  if (!object.is_object()) reject(where_, object, "an object");
}

std::uint64_t Fields::number(const char* name, std::uint64_t most) {
  return unsigned_of(any(name), place(name), most);
}
std::int64_t Fields::signed_number(const char* name) {
  return signed_of(any(name), place(name));
}
std::uint64_t Fields::wrapping(const char* name) {
  return wrapping_of(any(name), place(name));
}
bool Fields::flag(const char* name) {
  return number(name, 1) == 1;
}
std::string Fields::text(const char* name) {
  return text_of(any(name), place(name));
}
const Json& Fields::array(const char* name) {
  return array_of(any(name), place(name));
}

const Json& Fields::any(const char* name) {
  const auto field = object_.find(name);
  if (field == object_.end())
    throw RowError(fmt::format("{}: no field \"{}\", expected one", where_, name));
  taken_.emplace_back(name);
  return *field;
}

void Fields::finish() const {
  for (const auto& [name, value] : object_.items())
    if (std::ranges::find(taken_, name) == taken_.end())
      throw RowError(fmt::format("{}: unknown field \"{}\", expected {}", where_, name,
                                 fmt::join(taken_, ", ")));
}

std::string Fields::place(const char* name) const {
  return fmt::format("field \"{}\" of {}", name, where_);
}

}  // namespace ringcheck
