// Writes the table of instructions in the form that herd7 reads.
// Tested by tests/litmus/assembly_test.cpp.
#include "litmus/assembly/print.hpp"

#include <algorithm>
#include <vector>

#include "litmus/assembly/machine.hpp"

namespace ringcheck::litmus::assembly {

namespace {

class Printer {
 public:
  explicit Printer(const LitmusTest& test) : machine_(machine_of(test.architecture)), test_(test) {}

  std::string print() const {
    std::vector<std::vector<std::string>> columns;
    std::size_t rows = 0;
    for (std::size_t t = 0; t < test_.threads.size(); ++t) {
      auto& column = columns.emplace_back();
      column.push_back("P" + std::to_string(t));
      for (const AssemblyLine& line : test_.threads[t].lines) column.push_back(text_of(line));
      rows = std::max(rows, column.size());
    }
    for (auto& column : columns) {
      column.resize(rows);
      std::size_t width = 0;
      for (const std::string& cell : column) width = std::max(width, cell.size());
      for (std::string& cell : column) cell.resize(width, ' ');
    }
    std::string text;
    for (std::size_t r = 0; r < rows; ++r) {
      for (std::size_t t = 0; t < columns.size(); ++t)
        text += (t > 0 ? " | " : " ") + columns[t][r];
      text += " ;\n";
    }
    return text;
  }

 private:
  std::string text_of(const AssemblyLine& line) const {
    std::string text = line.label.empty() ? "" : line.label + ":";
    if (line.mnemonic.empty()) return text;
    text += (text.empty() ? "" : " ") + line.mnemonic;
    for (std::size_t i = 0; i < line.operands.size(); ++i)
      text += (i > 0 ? "," : " ") + text_of(line, line.operands[i], true);
    return text;
  }

  std::string text_of(const AssemblyLine& line, const Operand& operand, bool outermost) const {
    if (operand.kind == OperandKind::word) return operand.word;
    if (operand.kind == OperandKind::number) {
      const bool prefixed = outermost || test_.architecture == Architecture::aarch64;
      return (prefixed ? std::string(machine_.number_prefix) : "") + std::to_string(operand.number);
    }
    std::string text;
    if (operand.number != 0 || needs_offset(line)) text += std::to_string(operand.number);
    text += operand.word;
    for (std::size_t i = 0; i < operand.parts.size(); ++i)
      text += (i > 0 ? "," : "") + text_of(line, operand.parts[i], false);
    return text + (operand.word == "[" ? "]" : ")");
  }

  /// Loads and stores of RISC-V and POWER are written with their offset, even when it is 0.
  bool needs_offset(const AssemblyLine& line) const {
    if (test_.architecture == Architecture::ppc) return true;
    return test_.architecture == Architecture::riscv &&
           line.mnemonic.find('.') == std::string::npos;
  }

  const Machine& machine_;
  const LitmusTest& test_;
};

}  // namespace

std::string text_of_table(const LitmusTest& test) {
  return Printer(test).print();
}

}  // namespace ringcheck::litmus::assembly
