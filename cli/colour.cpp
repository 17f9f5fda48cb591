// Tested by tests/cli/colour_test.cpp.
#include "cli/colour.hpp"

#include <algorithm>
#include <cctype>
#include <iostream>
#include <utility>

#include "cli/terminal.hpp"

namespace ringcheck {

namespace {

constexpr std::string_view kGreen = "\x1b[32m";
constexpr std::string_view kRed = "\x1b[31m";
constexpr std::string_view kYellow = "\x1b[33m";
constexpr std::string_view kBold = "\x1b[1m";
constexpr std::string_view kPlain = "\x1b[0m";

/// A verdict and its colour.
struct VerdictColour {
  std::string_view word;
  std::string_view colour;
};
constexpr VerdictColour kVerdicts[] = {
    {"holds", kGreen},          {"enough", kGreen},   {"violated", kRed},  {"differs", kRed},
    {"bound reached", kYellow}, {"vacuous", kYellow}, {"sampled", kYellow}};

/// How long the id of a property or finding at the beginning of `text` is: "I-06"; 0 if there is
/// none.
std::size_t id_length(std::string_view text) {
  const auto digit = [&](std::size_t i) {
    return i < text.size() && std::isdigit(static_cast<unsigned char>(text[i])) != 0;
  };
  if (text.size() < 4 || std::isupper(static_cast<unsigned char>(text[0])) == 0 || text[1] != '-')
    return 0;
  std::size_t end = 2;
  while (digit(end)) ++end;
  return end > 2 ? end : 0;
}

/// True iff a word that begins at `at` is a cell, or follows a colon.
bool begins_cell(std::string_view line, std::size_t at) {
  if (at == 0) return true;
  if (at < 2 || line[at - 1] != ' ') return false;
  return line[at - 2] == ':' || (line[at - 2] == ' ' && line.find_first_not_of(' ') != at);
}

/// True iff a word that ends before `end` is whole and ends its cell: blanks follow, or more about
/// the verdict.
bool ends_cell(std::string_view line, std::size_t end) {
  if (end >= line.size()) return true;
  return line[end] == ':' || line[end] == ';' || line[end] == ' ';
}

/// The colour of the verdict at `at`, and how long it is.
std::pair<std::string_view, std::size_t> verdict_at(std::string_view line, std::size_t at) {
  const std::string_view rest = line.substr(at);
  for (const VerdictColour& verdict : kVerdicts) {
    std::size_t length = verdict.word.size();
    if (!rest.starts_with(verdict.word) || !ends_cell(line, at + length)) continue;
    // What is violated belongs to it.
    if (verdict.colour == kRed && rest.substr(length).starts_with(" "))
      if (const std::size_t id = id_length(rest.substr(length + 1))) length += 1 + id;
    return {verdict.colour, length};
  }
  const std::size_t id = id_length(rest);
  return at > 0 && id > 0 && ends_cell(line, at + id) ? std::pair(kRed, id)
                                                      : std::pair(kPlain, std::size_t{0});
}

}  // namespace

std::string coloured(std::string_view line) {
  std::string text;
  if (line.ends_with(':') && !line.starts_with(' '))
    return text.append(kBold).append(line).append(kPlain);
  for (std::size_t at = 0; at < line.size();) {
    const auto [colour, length] =
        begins_cell(line, at) ? verdict_at(line, at) : std::pair<std::string_view, std::size_t>{};
    if (length == 0) {
      text += line[at++];
      continue;
    }
    text.append(colour).append(line.substr(at, length)).append(kPlain);
    at += length;
  }
  return text;
}

ColouringBuffer::~ColouringBuffer() {
  to_->sputn(line_.data(), static_cast<std::streamsize>(line_.size()));
}

ColouringBuffer::int_type ColouringBuffer::overflow(int_type c) {
  if (traits_type::eq_int_type(c, traits_type::eof())) return traits_type::not_eof(c);
  line_ += traits_type::to_char_type(c);
  if (line_.back() != '\n') return c;
  line_.pop_back();
  const std::string text = coloured(line_) + '\n';
  line_.clear();
  const auto size = static_cast<std::streamsize>(text.size());
  return to_->sputn(text.data(), size) == size ? c : traits_type::eof();
}

int ColouringBuffer::sync() {
  return to_->pubsync();
}

ColourOnTerminal::ColourOnTerminal()
    : plain_(standard_output().colour ? std::cout.rdbuf() : nullptr),
      colouring_(std::cout.rdbuf()) {
  if (plain_ != nullptr) std::cout.rdbuf(&colouring_);
}

ColourOnTerminal::~ColourOnTerminal() {
  if (plain_ != nullptr) std::cout.rdbuf(plain_);
}

}  // namespace ringcheck
