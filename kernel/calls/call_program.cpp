// Making, shrinking and showing programs of calls.
// Tested by tests/kernel/call_program_test.cpp.
#include "kernel/calls/call_program.hpp"

#include <fmt/format.h>
#include <rapidcheck.h>

#include <algorithm>

namespace ringcheck {
namespace {

/// Any number below `count`: not the lower ones first, as RapidCheck's sizes would have it.
std::uint64_t random_below(std::uint64_t count) {
  return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange<std::uint64_t>(0, count));
}

Numbers numbers_of(const std::vector<NumberShape>& shapes) {
  Numbers numbers;
  for (const NumberShape& shape : shapes) numbers.push_back(shape.range.make());
  return numbers;
}

/// A random call; `inner`: it interrupts another one.
Call random_call(const CallShapes& shapes, unsigned depth, bool inner) {
  std::uint64_t weights = 0;
  for (const CallShape& shape : shapes.calls)
    if (!inner || shape.interrupts) weights += shape.weight;
  std::uint64_t chosen = random_below(weights);
  Call call;
  for (const CallShape& shape : shapes.calls) {
    if (inner && !shape.interrupts) {
      ++call.op;
      continue;
    }
    if (chosen < shape.weight) break;
    chosen -= shape.weight;
    ++call.op;
  }
  const CallShape& shape = shapes.calls[call.op];
  call.arguments = numbers_of(shape.arguments);
  if (shape.interrupted && depth > 0 && random_below(2) == 0)
    for (std::uint64_t i = 1 + random_below(2); i > 0; --i)
      call.interrupts.push_back({static_cast<unsigned>(random_below(shapes.most_accesses)),
                                 random_call(shapes, depth - 1, true)});
  return call;
}

/// Numbers simpler than `number`, the simplest first.
Numbers smaller_numbers(std::uint64_t number) {
  Numbers found;
  for (const std::uint64_t candidate : {std::uint64_t{0}, number / 2, number - 1})
    if (candidate < number && (found.empty() || candidate != found.back()))
      found.push_back(candidate);
  return found;
}

/// Appends calls that are each a little simpler than `call`.
void add_smaller(const CallShapes& shapes, const Call& call, std::vector<Call>& found) {
  for (std::size_t i = 0; i < call.interrupts.size(); ++i) {
    found.push_back(call);
    found.back().interrupts.erase(found.back().interrupts.begin() + static_cast<std::ptrdiff_t>(i));
    std::vector<Call> inner;
    add_smaller(shapes, call.interrupts[i].call, inner);
    for (Call& simpler : inner) {
      found.push_back(call);
      found.back().interrupts[i].call = std::move(simpler);
    }
    for (const std::uint64_t access : smaller_numbers(call.interrupts[i].access)) {
      found.push_back(call);
      found.back().interrupts[i].access = static_cast<unsigned>(access);
    }
  }
  const CallShape& shape = shapes.calls.at(call.op);
  for (std::size_t i = 0; i < call.arguments.size(); ++i)
    for (const std::uint64_t number : shape.arguments[i].range.smaller(call.arguments[i])) {
      found.push_back(call);
      found.back().arguments[i] = number;
    }
}

std::string numbers_text(const std::vector<NumberShape>& shapes, const Numbers& numbers) {
  std::string text;
  for (std::size_t i = 0; i < shapes.size() && i < numbers.size(); ++i)
    text += fmt::format("{}{} {}", i == 0 ? "" : ", ", shapes[i].name,
                        static_cast<std::int64_t>(numbers[i]));
  return text;
}

std::string call_text(const CallShapes& shapes, const Call& call, unsigned depth) {
  const CallShape& shape = shapes.calls.at(call.op);
  std::string text = fmt::format("{:{}}{}({})\n", "", depth * 2, shape.name,
                                 numbers_text(shape.arguments, call.arguments));
  for (const Call::Interrupt& interrupt : call.interrupts)
    text += fmt::format("{:{}}before access {}:\n{}", "", depth * 2 + 2, interrupt.access,
                        call_text(shapes, interrupt.call, depth + 2));
  return text;
}

}  // namespace

NumberRange below(std::uint64_t count) {
  return {[count] { return random_below(count); }, smaller_numbers};
}

NumberRange one_of(Numbers values) {
  const auto smaller = [values](std::uint64_t number) {
    const auto end = std::ranges::find(values, number);
    Numbers found(values.begin(), end);
    found.erase(std::ranges::unique(found).begin(), found.end());
    return found;
  };
  return {[values = std::move(values)] { return values[random_below(values.size())]; }, smaller};
}

NumberRange position(std::uint64_t step, std::uint64_t near, LongWidth width) {
  const auto make = [step, near, width] {
    const std::uint64_t some = random_below(near / step + 1) * step;
    switch (random_below(5)) {
      case 0:
        return std::uint64_t{0};
      case 1:
        return some;
      case 2:
        return width.sign() - some;
      case 3:
        return width.unsigned_long(0 - some);
      default:
        return width.unsigned_long(*rc::gen::arbitrary<std::uint64_t>() * step);
    }
  };
  const auto smaller = [step](std::uint64_t number) {
    Numbers found;
    for (const std::uint64_t candidate : smaller_numbers(number / step))
      found.push_back(candidate * step);
    return found;
  };
  return {make, smaller};
}

rc::Gen<CallProgram> call_programs(const CallShapes& shapes) {
  return rc::gen::exec([&shapes] {
    CallProgram program;
    program.setup = numbers_of(shapes.setup);
    for (std::uint64_t i = 1 + random_below(shapes.most_calls); i > 0; --i)
      program.calls.push_back(random_call(shapes, shapes.depth, false));
    return program;
  });
}

std::vector<CallProgram> smaller(const CallShapes& shapes, const CallProgram& program) {
  std::vector<CallProgram> found;
  for (std::size_t i = program.calls.size(); i-- > 0;) {
    found.push_back(program);
    found.back().calls.erase(found.back().calls.begin() + static_cast<std::ptrdiff_t>(i));
  }
  for (std::size_t i = 0; i < program.calls.size(); ++i) {
    std::vector<Call> simpler;
    add_smaller(shapes, program.calls[i], simpler);
    for (Call& call : simpler) {
      found.push_back(program);
      found.back().calls[i] = std::move(call);
    }
  }
  for (std::size_t i = 0; i < program.setup.size(); ++i)
    for (const std::uint64_t number : shapes.setup[i].range.smaller(program.setup[i])) {
      found.push_back(program);
      found.back().setup[i] = number;
    }
  return found;
}

std::string to_text(const CallShapes& shapes, const CallProgram& program) {
  std::string text = "set-up: " + numbers_text(shapes.setup, program.setup) + "\n";
  for (const Call& call : program.calls) text += call_text(shapes, call, 1);
  return text;
}

}  // namespace ringcheck
