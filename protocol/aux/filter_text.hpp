#pragma once
// The text that address filters are set by: an action and what it is about, one after the other.
//
// Source: kernel/events/core.c perf_event_parse_addr_filter, if_tokens; lib/parser.c match_token;
// lib/kstrtox.c kstrtoul, _parse_integer_limit; lib/vsprintf.c simple_strtoul. Deviations: a file
// is a number, and who parses is asked which one a name is.
// Tested by tests/properties/aux/filter_text_test.cpp and `make kernel`.

#include <array>
#include <concepts>
#include <cstdint>
#include <limits>
#include <string_view>

#include "protocol/aux/addr_filter.hpp"
#include "protocol/core/error_number.hpp"

namespace ringcheck {

/// A filter that was asked for. `at.stop` goes by the action.
struct AskedAddrFilter {
  AddrFilter at{};
  FilterAction action = FilterAction::filter;
};

/// Filters in their order.
struct AddrFilterList {
  static constexpr std::size_t kMost = 16;
  std::array<AskedAddrFilter, kMost> filters{};
  std::uint64_t count = 0;
};

/// A number at the start of a text.
struct NumberInText {
  std::uint64_t value = 0;  ///< modulo 2^64
  std::size_t length = 0;   ///< characters, 0 if there is none
  bool overflows = false;
};

/// The number at the start of `text`: hexadecimal after 0x, octal after 0, otherwise decimal.
constexpr NumberInText number_in(std::string_view text) {
  const auto digit = [](char c) -> std::uint64_t {
    constexpr std::uint64_t kLetters = 10;
    if (c >= '0' && c <= '9') return static_cast<std::uint64_t>(c - '0');
    if (c >= 'a' && c <= 'f') return kLetters + static_cast<std::uint64_t>(c - 'a');
    if (c >= 'A' && c <= 'F') return kLetters + static_cast<std::uint64_t>(c - 'A');
    return std::numeric_limits<std::uint64_t>::max();
  };
  constexpr std::uint64_t kHex = 16, kOctal = 8, kDecimal = 10;
  NumberInText number;
  std::uint64_t base = kDecimal;
  if (text.starts_with('0')) base = kOctal;
  if ((text.starts_with("0x") || text.starts_with("0X")) && text.size() > 2 &&
      digit(text[2]) < kHex) {
    base = kHex;
    number.length = 2;
  }
  for (; number.length < text.size() && digit(text[number.length]) < base; ++number.length) {
    const std::uint64_t next = digit(text[number.length]);
    if (number.value > (std::numeric_limits<std::uint64_t>::max() - next) / base)
      number.overflows = true;
    number.value = number.value * base + next;
  }
  return number;
}

/// What a word of the text is. Source: if_tokens.
struct FilterWord {
  enum class Kind : std::uint8_t { none, action, place };
  Kind kind = Kind::none;
  FilterAction action = FilterAction::filter;
  NumberInText offset{}, size{};
  bool sized = false;       ///< it has a size
  std::string_view file{};  ///< empty: addresses as they are
};

/// Source: match_token with if_tokens.
constexpr FilterWord filter_word(std::string_view word) {
  FilterWord found;
  const auto be_action = [&](FilterAction action) {
    found.kind = FilterWord::Kind::action;
    found.action = action;
    return found;
  };
  if (word == "filter") return be_action(FilterAction::filter);
  if (word == "start") return be_action(FilterAction::start);
  if (word == "stop") return be_action(FilterAction::stop);
  found.offset = number_in(word);
  if (found.offset.length == 0) return {};
  std::string_view rest = word.substr(found.offset.length);
  if (rest.starts_with('/')) {
    found.size = number_in(rest.substr(1));
    if (found.size.length == 0) return {};
    found.sized = true;
    rest.remove_prefix(1 + found.size.length);
  }
  if (rest.size() > 1 && rest.starts_with('@')) {
    found.file = rest.substr(1);
    rest = {};
  }
  if (!rest.empty()) return {};
  found.kind = FilterWord::Kind::place;
  return found;
}

/// Whom a parser asks.
template <class Asked>
concept AsksForFilters = requires(Asked asked, std::string_view name, std::uint64_t& file) {
  { asked.has_memory() } -> std::same_as<bool>;          ///< of an allocation
  { asked.find_file(name, file) } -> std::same_as<int>;  ///< 0 and its number, or an error number
  { asked.follows_task() } -> std::same_as<bool>;        ///< the event is not that of a CPU
};

/// The filter that one word completes: 0, or an error number. `files` counts filters on files.
/// Source: perf_event_parse_addr_filter, IF_SRC_ and IF_STATE_END.
template <AsksForFilters Asked>
int place_filter(const FilterWord& word, AskedAddrFilter& filter, std::uint64_t& files,
                 Asked& asked) {
  constexpr int kOutOfRange = -34;  // -ERANGE
  if (word.offset.overflows) return kOutOfRange;
  filter.at.offset = word.offset.value;
  if (word.sized) {
    if (word.size.overflows) return kOutOfRange;
    filter.at.size = word.size.value;
  }
  const bool of_file = !word.file.empty();
  if (of_file && !asked.has_memory()) return kNoMemory;
  if (filter.action == FilterAction::filter && filter.at.size == 0) return kInvalid;
  if (!of_file) return 0;
  if (!asked.follows_task()) return kNotSupported;
  if (const int error = asked.find_file(word.file, filter.at.file); error != 0) return error;
  ++files;
  return 0;
}

/// Reads filters: 0, or an error number. `files` counts filters on files, from what it was on:
/// those of earlier texts stay counted (docs/findings.md V-77). Source:
/// perf_event_parse_addr_filter, perf_event_set_addr_filter.
template <AsksForFilters Asked>
int perf_event_parse_addr_filter(std::string_view text, AddrFilterList& list, std::uint64_t& files,
                                 Asked& asked) {
  constexpr std::string_view kEnds = " ,\n";
  list.count = 0;
  if (!asked.has_memory()) return kNoMemory;
  bool acts = false;  // an action was read, whose place comes next
  while (!text.empty()) {
    const std::size_t length = std::min(text.find_first_of(kEnds), text.size());
    const std::string_view piece = text.substr(0, length);
    text.remove_prefix(std::min(length + 1, text.size()));
    if (piece.empty()) continue;
    if (!acts && (list.count == AddrFilterList::kMost || !asked.has_memory())) return kInvalid;
    const FilterWord word = filter_word(piece);
    if (word.kind != (acts ? FilterWord::Kind::place : FilterWord::Kind::action)) return kInvalid;
    if (!acts) {
      list.filters.at(list.count) = {{}, word.action};
      list.filters.at(list.count).at.stop = word.action == FilterAction::stop;
      acts = true;
      continue;
    }
    if (const int error = place_filter(word, list.filters.at(list.count), files, asked); error != 0)
      return error;
    ++list.count;
    acts = false;
  }
  return acts ? kInvalid : 0;
}

}  // namespace ringcheck
