#pragma once
// An execution: what each thread did, what it read, and in which order memory took its stores.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ringcheck {

/// What an event does.
enum class event_kind { load, store, fence, choice };

/// Something that a thread did. A read-modify-write is a load and a store.
struct event {
  std::size_t thread = 0;  ///< its number, in the order of starting
  std::size_t index = 0;   ///< place in its thread's program order; some numbers may be missing
  event_kind kind = event_kind::load;
  std::string object;      ///< name of the shared object; empty for a fence or a choice
  std::int64_t value = 0;  ///< loaded, stored or chosen
  std::string operation;   ///< as in the source: load(acquire), smp_mb()
  std::string file;        ///< where it is in the source; empty when that is not known
  unsigned line = 0;
  bool update = false;  ///< part of a read-modify-write
  /// For a load: the store that it read, as an index into execution::events(); none: the initial
  /// value.
  std::optional<std::size_t> reads_from;
  /// For a store: how many stores to the same object came before it in coherence order, the initial
  /// value not counted.
  std::size_t coherence = 0;
};

/// What a thread said by observe().
struct observation {
  std::size_t thread = 0;
  std::string_view what;
  std::vector<std::int64_t> values;
};

/// An execution of a program under a model. Cheap to copy.
class execution {
 public:
  /// Events by thread, each thread's in program order.
  [[nodiscard]] const std::vector<event>& events() const;
  /// Observations by thread, each thread's in program order.
  [[nodiscard]] const std::vector<observation>& observations() const;
  /// Names of the threads, by number.
  [[nodiscard]] const std::vector<std::string>& threads() const;
  /// The final value of the shared object of this name. Errors: error, when there is none.
  [[nodiscard]] std::int64_t final_value(std::string_view object) const;
  /// True iff every thread ran to its end; otherwise some thread waits for ever.
  [[nodiscard]] bool complete() const;
  /// What happened, for a person to read: one column per thread, with what each load read and, if
  /// that is not the latest value, why the model allows it.
  [[nodiscard]] std::string text() const;

  /// For the library itself.
  struct data;
  explicit execution(std::shared_ptr<const data> its) : data_(std::move(its)) {}
  [[nodiscard]] const data& inside() const { return *data_; }

 private:
  std::shared_ptr<const data> data_;
};

}  // namespace ringcheck
