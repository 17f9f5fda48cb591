#pragma once
// A thread of a program while it is the only one.

#include <array>
#include <functional>
#include <optional>
#include <set>

#include "source/image.hpp"
#include "source/machine.hpp"

namespace ringcheck::source {

/// An error that a thread makes alone.
struct SequentialError {
  ErrorKind kind = ErrorKind::assertion;
  std::uint32_t place = 0;
  std::string what;
  /// What the thread has read last, the latest last: `queue.head = 0 (queue.c:8)`.
  std::vector<std::string> reads{};
};

/// The thread does not go on.
struct SequentialWait {
  enum class Why : std::uint8_t {
    assumption,    ///< one is false
    other_thread,  ///< it waits for another thread, and none is left
    loop,          ///< a loop of the program goes round for ever
    bound,         ///< a loop has reached its bound
  };
  Why why = Why::assumption;
  std::uint32_t place = 0;

  /// True iff it waits for ever.
  [[nodiscard]] bool is_endless() const { return why == Why::other_thread || why == Why::loop; }
};

/// What kind of error it is. Pre: wait.is_endless().
constexpr ErrorKind kind_of(const SequentialWait& wait) {
  return wait.why == SequentialWait::Why::loop ? ErrorKind::termination : ErrorKind::deadlock;
}

/// The thread does something while other threads run: it has to be explored.
struct NotAlone {};

/// When all others have ended, the thread accesses memory that only one of them has accessed before.
struct NotShared {
  std::uint64_t address = 0;
  Site site;
};

/// Memory as one thread sees it: an image, and later stores.
class Overlay {
 public:
  explicit Overlay(const Image& image) : image_(image) {}

  [[nodiscard]] const MemoryObject* find(std::uint64_t address) const;
  /// An object that hides what the image has there.
  void add(const MemoryObject& object) { objects_[object.base] = object; }
  void set_freed(std::uint64_t base);
  void forget(std::uint64_t address, std::uint64_t bytes) { stored_.erase(address, bytes); }
  [[nodiscard]] std::uint64_t load(std::uint64_t address, std::uint32_t bytes) const;
  void store(std::uint64_t address, std::uint32_t bytes, std::uint64_t value) {
    stored_.store(address, bytes, value);
  }
  /// Where the first unfreed block of the heap, by address, was allocated.
  [[nodiscard]] std::optional<std::uint32_t> leak() const;
  /// The stores and objects since then, as a number of a digest.
  [[nodiscard]] std::uint64_t digest() const;
  /// Writes everything to `image`.
  void settle(Image& image) const;

 private:
  const Image& image_;
  std::map<std::uint64_t, MemoryObject> objects_;
  PrivateMemory stored_;
};

/// Runs thread 0 alone, before it creates a thread or after it has joined all. Errors of the
/// program are thrown as SequentialError, a wait without end as SequentialWait.
class SequentialMachine : public Machine {
 public:
  /// What is known of other threads, which have ended or wait for ever.
  struct Others {
    std::vector<std::optional<std::uint64_t>> results;  ///< by thread; empty for the first
    std::vector<bool> unfinished;                       ///< by thread: it has not ended
    /// True iff only another thread has accessed any of these bytes, or the object they are in.
    std::function<bool(std::uint64_t address, std::uint32_t bytes)> hides;
    /// True iff a thread that has not been joined yet may access these bytes.
    std::function<bool(std::uint64_t address, std::uint32_t bytes, bool writes)> concern;
  };

  /// Without `others`, threads can neither be created nor joined: the code ends there.
  SequentialMachine(const Code& code, Overlay& memory, ThreadState& state, Others* others = nullptr)
      : code_(code), memory_(memory), state_(state), others_(others) {}

  /// From here on a loop that comes to a state again is a wait without end.
  void find_rounds() { finds_rounds_ = true; }

  Value load(const Site& site, const Value& address, TagSet tags) override;
  void store(const Site& site, const Value& address, const Value& value, TagSet tags) override;
  Value update(const Site& site, const Update& how, const Value& address, const Value& operand,
               const Value& expected) override;
  void fence(TagSet, std::uint32_t) override {}
  Value peek(const Site& site, const Value& address) override;
  bool branch(const Value& condition) override { return condition.word.value != 0; }
  bool decide(const Value& condition) override { return condition.word.value != 0; }
  void depend_on(const Value&) override {}
  std::uint64_t number_of(const Value& value) override { return value.word.value; }
  void claim(const Value& condition, std::uint32_t place, std::uint64_t text) override;
  void assume(const Value& condition) override;
  void await(const Value& condition, std::uint32_t place) override;
  [[nodiscard]] bool looks_for_rounds() const override { return finds_rounds_; }
  void come_round(std::uint32_t place, bool may_end) override;
  [[nodiscard]] std::uint32_t now() const override { return 0; }
  std::optional<std::uint64_t> choose(std::uint64_t) override;
  SourceSet control() override { return {}; }
  void set_control(const SourceSet&) override {}
  Value allocate(std::uint64_t bytes, std::uint32_t place) override;
  Value allocate_zeroed(std::uint64_t bytes, std::uint32_t place) override;
  void free(const Value& address, std::uint32_t place) override;
  [[nodiscard]] std::optional<std::uint64_t> block_bytes(std::uint64_t address) const override;
  void retire(const Value& address, std::uint32_t place) override { free(address, place); }
  void protect(const Value&, const Value&) override {}
  void enter_local(const StackObject& object, VariableId variable) override;
  void leave_local(const StackObject& object, std::uint32_t place) override;
  [[nodiscard]] bool is_only_added_to(std::uint64_t) override { return true; }
  [[nodiscard]] bool is_unpublished(const Value&) const override { return true; }
  std::optional<Value> create_thread(std::uint32_t routine, const Value& argument,
                                     std::uint32_t place) override;
  std::optional<Value> join_thread(const Value& thread, std::uint32_t place) override;
  [[nodiscard]] std::uint64_t this_thread() const override { return 0; }
  /// True iff no thread is left that has not been joined.
  [[nodiscard]] bool has_joined_all() const {
    return others_ != nullptr && joined_ + 1 >= others_->results.size();
  }

 protected:
  void end_waiting(std::uint32_t place, std::uint32_t since, bool owes) override;
  void end_with_error(ErrorKind kind, std::uint32_t place, std::string_view what) override;
  void end_at_bound(std::uint32_t place) override;

 private:
  /// A read from memory that the user's own code makes.
  struct Read {
    std::uint64_t address = 0;
    std::uint64_t value = 0;
    Site site;
  };

  void check(const Site& site, std::uint64_t address, bool writes);
  void note_last(const Site& site, std::uint64_t address, std::uint64_t value);
  [[nodiscard]] std::string text_of(const Read& read) const;
  [[nodiscard]] std::string text_of_value(std::uint64_t value) const;
  [[nodiscard]] std::string name_of(std::uint64_t address, std::uint32_t bytes) const;

  const Code& code_;
  Overlay& memory_;
  ThreadState& state_;
  Others* others_;
  std::size_t joined_ = 0;
  bool finds_rounds_ = false;
  std::set<std::array<std::uint64_t, 4>> rounds_;  ///< states at the beginning of iterations
  std::array<Read, 6> last_{};                     ///< the last reads, as a ring
  std::size_t reads_ = 0;                          ///< since the start
};

/// Thread-local variables of thread 0, and other objects that are there from the start.
void add_first_objects(const Code& code, Overlay& memory);

}  // namespace ringcheck::source
