#pragma once
// The rest of thread 0, when all others have ended, and whether it depends on what they did. If
// not, it is the same after every execution.

#include <functional>
#include <utility>

#include "source/sequential_machine.hpp"

namespace ringcheck::source {

/// Runs the rest of thread 0. The result of a thread is marked by a source, which passes on to what
/// is computed from it.
class RestMachine : public SequentialMachine {
 public:
  /// `others_have_to_do_with(address, bytes)`: true if what is there may not be the same after
  /// each execution.
  RestMachine(const Code& code, Overlay& memory, ThreadState& state, Others& others,
              std::function<bool(std::uint64_t, std::uint32_t)> others_have_to_do_with)
      : SequentialMachine(code, memory, state, &others),
        differs_(std::move(others_have_to_do_with)) {}

  /// True if what the code has done so far may differ after another execution.
  [[nodiscard]] bool depends_on_others() const { return depends_; }
  /// True if the code has joined all other threads, and has done the same up to there after every
  /// execution.
  [[nodiscard]] bool joins_whatever_happens() const { return joins_whatever_happens_; }

  void store(const Site& site, const Value& address, const Value& value, TagSet tags) override {
    note(address);
    note(value);
    SequentialMachine::store(site, address, value, tags);
  }
  Value update(const Site& site, const Update& how, const Value& address, const Value& operand,
               const Value& expected) override {
    note_read(site, address);
    note(operand);
    note(expected);
    return SequentialMachine::update(site, how, address, operand, expected);
  }
  Value peek(const Site& site, const Value& address) override {
    note_read(site, address);
    return SequentialMachine::peek(site, address);
  }
  bool branch(const Value& condition) override {
    note(condition);
    return SequentialMachine::branch(condition);
  }
  bool decide(const Value& condition) override {
    note(condition);
    return SequentialMachine::decide(condition);
  }
  std::uint64_t number_of(const Value& value) override {
    note(value);
    return SequentialMachine::number_of(value);
  }
  void claim(const Value& condition, std::uint32_t place, std::uint64_t text) override {
    note(condition);
    SequentialMachine::claim(condition, place, text);
  }
  void assume(const Value& condition) override {
    note(condition);
    SequentialMachine::assume(condition);
  }
  void await(const Value& condition, std::uint32_t place) override {
    note(condition);
    SequentialMachine::await(condition, place);
  }
  void free(const Value& address, std::uint32_t place) override {
    note(address);
    SequentialMachine::free(address, place);
  }
  std::optional<Value> join_thread(const Value& thread, std::uint32_t place) override {
    note(thread);
    std::optional<Value> result = SequentialMachine::join_thread(thread, place);
    if (result) result->word.sources.set(0);
    if (has_joined_all() && !depends_) joins_whatever_happens_ = true;
    return result;
  }

 private:
  void note(const Value& value) {
    if (!value.word.known || value.word.sources.any() || value.implied.any()) depends_ = true;
  }
  void note_read(const Site& site, const Value& address) {
    note(address);
    if (differs_(address.word.value, site.bytes)) depends_ = true;
  }

  std::function<bool(std::uint64_t, std::uint32_t)> differs_;
  bool depends_ = false;
  bool joins_whatever_happens_ = false;
};

}  // namespace ringcheck::source
