// Changes tokens in place; what lies between them stays.
// Tested by tests/kernel/narrow_longs_test.cpp.
#include "kernel/native/narrow_longs.hpp"

#include <cctype>
#include <vector>

#include "kernel/tree/c_scanner.hpp"

namespace ringcheck {
namespace {

/// A number without its L, unless it has two.
std::string narrow_literal(std::string_view text) {
  std::size_t end = text.size();
  std::size_t longs = 0;
  while (end > 0 && std::isalpha(static_cast<unsigned char>(text[end - 1])) != 0) {
    const char c = text[end - 1];
    if (c != 'L' && c != 'l' && c != 'U' && c != 'u') break;
    if (c == 'L' || c == 'l') ++longs;
    --end;
  }
  if (longs != 1) return std::string(text);
  std::string narrow(text.substr(0, end));
  for (const char c : text.substr(end))
    if (c == 'U' || c == 'u') narrow += c;
  return narrow;
}

}  // namespace

std::string narrow_longs(std::string_view preprocessed) {
  static const std::string kName = "preprocessed text";
  CScanner scanner(kName, preprocessed);
  std::vector<CToken> tokens;
  for (CToken token = scanner.next(); token.kind != CTokenKind::end; token = scanner.next())
    tokens.push_back(token);
  std::string out;
  std::size_t copied = 0;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const CToken& token = tokens[i];
    std::string instead;
    if (token.is("long") && i + 1 < tokens.size() && tokens[i + 1].is("long")) {
      ++i;
      continue;
    }
    if (token.is("long"))
      // `long int` and `long unsigned int` already say int.
      instead = i + 1 < tokens.size() && (tokens[i + 1].is("int") || tokens[i + 1].is("unsigned"))
                    ? ""
                    : "int";
    else if (token.kind == CTokenKind::literal &&
             token.text.find_first_of("Ll") != token.text.npos &&
             std::isdigit(static_cast<unsigned char>(token.text[0])) != 0)
      instead = narrow_literal(token.text);
    else
      continue;
    out += preprocessed.substr(copied, token.begin - copied);
    out += instead;
    copied = token.end();
  }
  out += preprocessed.substr(copied);
  return out;
}

}  // namespace ringcheck
