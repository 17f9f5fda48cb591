// Tested by tests/source/order_patch_test.cpp.
#include "source/call_text.hpp"

#include <cctype>
#include <string_view>

namespace ringcheck::source {

namespace {

bool is_space(char c) {
  return std::isspace(static_cast<unsigned char>(c)) != 0;
}

/// The place after a text in quotes that starts at `at`.
std::size_t after_quotes(const std::string& text, std::size_t at) {
  const char quote = text[at];
  for (++at; at < text.size() && text[at] != quote; ++at)
    if (text[at] == '\\') ++at;
  return at;
}

/// Calls `look(place, depth)` for each place between `open`, a parenthesis, and the one that closes
/// it, except in quotes and comments. Returns the place of the closing one, or npos.
template <class Look>
std::size_t walk_arguments(const std::string& text, std::size_t open, Look&& look) {
  int depth = 0;
  for (std::size_t at = open; at < text.size(); ++at) {
    if (text[at] == '"' || text[at] == '\'') {
      at = after_quotes(text, at);
      continue;
    }
    if (text.compare(at, 2, "/*") == 0 || text.compare(at, 2, "//") == 0) {
      const std::string_view end = text[at + 1] == '*' ? "*/" : "\n";
      at = text.find(end, at + 2);
      if (at == std::string::npos) return at;
      at += end.size() - 1;
      continue;
    }
    if (std::string_view("({[").find(text[at]) != std::string_view::npos) ++depth;
    if (std::string_view(")}]").find(text[at]) != std::string_view::npos && --depth == 0) return at;
    look(at, depth);
  }
  return std::string::npos;
}

/// Fills in the arguments of `call`, whose parenthesis is at `open`, and where they end. Returns
/// false if they have no end.
bool read_arguments(const std::string& text, std::size_t open, CallText& call) {
  std::vector<TextRange> all(1);
  call.close = walk_arguments(text, open, [&](std::size_t at, int depth) {
    if (at == open) return;
    TextRange& last = all.back();
    if (depth == 1 && text[at] == ',') {
      all.emplace_back();
    } else if (!is_space(text[at])) {
      if (last.to == 0) last.from = at;
      last.to = at + 1;
    }
  });
  if (all.size() > 1 || all[0].to != 0) call.arguments = std::move(all);
  return call.close != std::string::npos;
}

bool comes_after_member_access(const std::string& text, std::size_t at) {
  while (at > 0 && is_space(text[at - 1])) --at;
  return at > 0 && (text[at - 1] == '.' || (at > 1 && text.compare(at - 2, 2, "->") == 0));
}

}  // namespace

bool is_part_of_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

std::optional<CallText> call_at(const std::string& text, std::size_t at) {
  CallText call;
  call.start = at;
  call.name = text.compare(at, 2, "::") == 0 ? at + 2 : at;
  while (call.name < text.size()) {
    std::size_t end = call.name;
    while (end < text.size() && is_part_of_name(text[end])) ++end;
    if (end == call.name) return std::nullopt;
    call.word = text.substr(call.name, end - call.name);
    while (end < text.size() && is_space(text[end])) ++end;
    if (end < text.size() && text[end] == '(') {
      call.of_member = comes_after_member_access(text, call.name);
      return read_arguments(text, end, call) ? std::optional(call) : std::nullopt;
    }
    if (text.compare(end, 2, "->") != 0 && text.compare(end, 2, "::") != 0 && text[end] != '.')
      return std::nullopt;
    call.name = end + (text[end] == '.' ? 1 : 2);
  }
  return std::nullopt;
}

bool defines_macro(const std::string& text, const std::string& word) {
  for (std::size_t at = text.find("define"); at != std::string::npos;
       at = text.find("define", at + 1)) {
    const std::size_t name = text.find_first_not_of(" \t", at + 6);
    if (name != std::string::npos && name > at + 6 && text.compare(name, word.size(), word) == 0 &&
        !is_part_of_name(text[name + word.size()]))
      return true;
  }
  return false;
}

}  // namespace ringcheck::source
