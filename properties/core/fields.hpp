#pragma once
// Fields: strict reading of a recorded row: every field known, of the right type, and used.

#include <cstdint>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ringcheck {

/// A recorded row as parsed: objects keep the order of the text.
using Json = nlohmann::ordered_json;

/// A row that cannot be used: what was seen and what was expected. The caller that knows the file
/// and the line adds them.
class RowError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A row that asks for what the specification does not model. It neither agrees nor differs.
class NotModelled : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A value of `json` that must be an unsigned number of at most `most`. `where` names it.
/// Errors: RowError.
std::uint64_t unsigned_of(const Json& json, const std::string& where,
                          std::uint64_t most = UINT64_MAX);
/// A value that must be a signed number. Errors: RowError.
std::int64_t signed_of(const Json& json, const std::string& where);
/// A number, negative or not, as 64 bits: -1 and 2^64 - 1 are the same. Errors: RowError.
std::uint64_t wrapping_of(const Json& json, const std::string& where);
/// A value that must be an array. Errors: RowError.
const Json& array_of(const Json& json, const std::string& where);
/// A value that must be an array of `size` elements. Errors: RowError.
const Json& array_of(const Json& json, const std::string& where, std::size_t size);
/// A value that must be made of whole numbers, null, and lists of these; only the first elements of
/// lists may be texts. Errors: RowError.
const Json& numbers_of(const Json& json, const std::string& where);
/// A value that must be a text. Errors: RowError.
std::string text_of(const Json& json, const std::string& where);

/// The fields of one JSON object. Each function takes a field by name; `finish` refuses fields that
/// nobody took. Errors of all: RowError.
class Fields {
 public:
  /// Pre: `object` outlives this. `where` names it in messages: "row", "step 3".
  Fields(const Json& object, std::string where);

  std::uint64_t number(const char* name, std::uint64_t most = UINT64_MAX);
  std::int64_t signed_number(const char* name);
  std::uint64_t wrapping(const char* name);
  bool flag(const char* name);  ///< 0 or 1
  std::string text(const char* name);
  const Json& array(const char* name);
  /// The field whatever its type.
  const Json& any(const char* name);
  [[nodiscard]] bool has(const char* name) const { return object_.contains(name); }
  void finish() const;

  /// "field \"name\" of row", as messages name it.
  [[nodiscard]] std::string place(const char* name) const;

 private:
  const Json& object_;
  std::string where_;
  std::vector<std::string> taken_;
};

}  // namespace ringcheck
