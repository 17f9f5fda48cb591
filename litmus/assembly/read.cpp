// Reads the cells of a table of instructions. Their meaning is decided later: here an operand is a
// word, a number, or the text between brackets.
// Tested by tests/litmus/assembly_test.cpp.
#include "litmus/assembly/read.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>

#include "graph/diagnostic.hpp"
#include "litmus/assembly/machine.hpp"

namespace ringcheck::litmus::assembly {

namespace {

bool in_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
}

class CellReader {
 public:
  CellReader(const Cell& cell, const std::string& file) : cell_(cell), file_(file) {}

  AssemblyLine read() {
    AssemblyLine line;
    skip_blanks();
    line.place = place();
    std::string word = read_mnemonic();
    skip_blanks();
    if (at(':')) {
      ++next_;
      line.label = std::move(word);
      skip_blanks();
      if (at_end()) return line;
      line.place = place();
      word = read_mnemonic();
      skip_blanks();
    }
    line.mnemonic = std::move(word);
    if (same_word(line.mnemonic, "lock") && !at_end()) {
      if (at(';')) ++next_;
      skip_blanks();
      line.mnemonic += " " + read_mnemonic();
      skip_blanks();
    }
    while (!at_end()) {
      line.operands.push_back(read_operand());
      skip_blanks();
      if (at_end()) break;
      expect(',');
      skip_blanks();
    }
    return line;
  }

 private:
  [[nodiscard]] bool at_end() const { return next_ >= cell_.text.size(); }
  [[nodiscard]] bool at(char c) const { return !at_end() && cell_.text[next_] == c; }
  [[nodiscard]] Place place() const {
    return {cell_.place.line, cell_.place.column + static_cast<int>(next_)};
  }
  void skip_blanks() {
    while (!at_end() && std::isspace(static_cast<unsigned char>(cell_.text[next_])) != 0) ++next_;
  }

  [[noreturn]] void fail(const std::string& expected) const {
    const std::string saw =
        at_end() ? "the end of the cell"
                 : describe(Token{TokenKind::symbol, std::string_view(cell_.text).substr(next_, 1),
                                  0, place()});
    throw InputError(
        Diagnostic{file_, place().line, place().column, "saw " + saw + ", expected " + expected});
  }

  void expect(char c) {
    if (!at(c)) fail(std::string(1, c));
    ++next_;
  }

  /// A mnemonic may end in the hint of a branch.
  std::string read_mnemonic() {
    std::string word;
    while (!at_end() && in_word(cell_.text[next_])) word += cell_.text[next_++];
    if (word.empty()) fail("an instruction or a label");
    if (at('+') || at('-')) word += cell_.text[next_++];
    return word;
  }

  Operand read_operand() {
    Operand operand;
    operand.place = place();
    if (at('[') || at('(')) return read_memory(operand);
    if (at('#') || at('$')) {
      ++next_;
      read_number(operand);
      return operand;
    }
    const bool digit =
        !at_end() && std::isdigit(static_cast<unsigned char>(cell_.text[next_])) != 0;
    if (digit || at('-') || at('+')) {
      read_number(operand);
      skip_blanks();
      return at('(') ? read_memory(operand) : operand;
    }
    if (at('%')) operand.word += cell_.text[next_++];
    while (!at_end() && in_word(cell_.text[next_])) operand.word += cell_.text[next_++];
    if (operand.word.empty()) fail("an operand");
    return operand;
  }

  Operand read_memory(Operand memory) {
    memory.kind = OperandKind::memory;
    memory.word = std::string(1, cell_.text[next_]);
    const char close = at('[') ? ']' : ')';
    ++next_;
    if (++depth_ > 2) fail("no more brackets");
    skip_blanks();
    memory.parts.push_back(read_operand());
    for (skip_blanks(); at(','); skip_blanks()) {
      ++next_;
      skip_blanks();
      memory.parts.push_back(read_operand());
    }
    expect(close);
    --depth_;
    return memory;
  }

  void read_number(Operand& operand) {
    operand.kind = OperandKind::number;
    const bool negative = at('-');
    if (at('-') || at('+')) ++next_;
    std::string_view rest = std::string_view(cell_.text).substr(next_);
    int base = 10;
    if (rest.starts_with("0x") || rest.starts_with("0X")) {
      base = 16;
      rest.remove_prefix(2);
    }
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), value, base);
    operand.number = static_cast<std::int64_t>(value);
    if (error == std::errc::invalid_argument) fail("a number");
    if (error != std::errc{} || !is_number(value)) fail(std::string(kNumberExpected));
    next_ = static_cast<std::size_t>(end - cell_.text.data());
    if (!at_end() && in_word(cell_.text[next_])) fail("a number");
    if (negative) operand.number = -operand.number;
  }

  const Cell& cell_;
  const std::string& file_;
  std::size_t next_ = 0;
  int depth_ = 0;
};

/// Turns an operand of X86 into X86_64's form.
void turn_operand(Operand& operand) {
  if (operand.kind == OperandKind::memory) operand.word = "(";
  if (operand.kind == OperandKind::word && kX86.find_register(operand.word)) {
    std::ranges::transform(operand.word, operand.word.begin(),
                           [](unsigned char c) { return std::tolower(c); });
    operand.word = "%" + operand.word;
  }
  for (Operand& part : operand.parts) turn_operand(part);
}

}  // namespace

void turn_intel(std::vector<ThreadText>& threads) {
  const auto known = [](const std::string& name) {
    return std::ranges::find(kX86.rows(), name, &Row::name) != kX86.rows().end();
  };
  for (ThreadText& thread : threads)
    for (AssemblyLine& line : thread.lines) {
      std::ranges::transform(line.mnemonic, line.mnemonic.begin(),
                             [](unsigned char c) { return std::tolower(c); });
      if (known(line.mnemonic + "l")) line.mnemonic += "l";
      std::ranges::reverse(line.operands);
      for (Operand& operand : line.operands) turn_operand(operand);
    }
}

std::vector<ThreadText> read_threads(const std::vector<std::vector<Cell>>& table,
                                     const std::string& file, const Place& place) {
  const auto fail = [&](const Place& at, const std::string& message) {
    throw InputError(Diagnostic{file, at.line, at.column, message});
  };
  if (table.empty()) fail(place, "saw no table of instructions, expected P0");
  std::vector<ThreadText> threads;
  for (const Cell& cell : table.front()) {
    const std::string expected = "P" + std::to_string(threads.size());
    if (cell.text != expected) fail(cell.place, "saw '" + cell.text + "', expected " + expected);
    threads.emplace_back().place = cell.place;
  }
  for (std::size_t r = 1; r < table.size(); ++r) {
    const auto& row = table[r];
    if (row.size() > threads.size())
      fail(row[threads.size()].place, "saw a cell too many, expected one for each thread");
    for (std::size_t t = 0; t < row.size(); ++t)
      if (!row[t].text.empty()) threads[t].lines.push_back(CellReader(row[t], file).read());
  }
  return threads;
}

}  // namespace ringcheck::litmus::assembly
