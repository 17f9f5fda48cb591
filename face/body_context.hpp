#pragma once
// The context of a program's body: plain code, before the threads start and after they have ended.

#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "face/arena.hpp"
#include "face/context.hpp"
#include "face/layout.hpp"
#include "graph/execution_graph.hpp"

namespace ringcheck {

/// What the body finds wrong after the threads have ended.
struct FinalViolation {
  std::string property;
  std::string message;
};

/// A run of the body.
///
/// The first run makes the layout. The exploration runs at the first join, while the body waits
/// there and its objects are alive. At the end of an execution, the body runs from its start again:
/// it makes its objects anew, its threads run once more over the execution, so that its variables
/// hold what they left there, and after the first join it sees the final values.
class BodyContext final : public Context {
 public:
  /// What the threads that a run of the body starts do, by number.
  using Bodies = std::vector<std::function<void()>>;
  /// Runs threads over the execution, whose objects this run of the body has made.
  using RunThreads = std::function<void(const Bodies&, const MadeAddresses&)>;

  /// A run that sets `layout` up and calls `explore` at the first join.
  BodyContext(Layout& layout, std::function<void()> explore);
  /// A run at the end of the execution `graph`. Pre: both outlive this.
  BodyContext(const Layout& layout, const ExecutionGraph& graph, RunThreads run_threads);
  ~BodyContext() override;

  /// Runs `body`. Errors: error, for what a body may not do; also what the body itself throws.
  void run(const std::function<void()>& body);

  /// At the end of an execution: what was found wrong.
  [[nodiscard]] const std::optional<FinalViolation>& violation() const { return violation_; }

  std::uint32_t made(const detail::cell& object) override;
  Bits load(const Target& at, const Call& how) override;
  void store(const Target& at, const Bits& value, const Call& how) override;
  Bits update(const Target& at, detail::operation what, const Bits& operand,
              const Call& how) override;
  Bits compare_exchange(const Target& at, const Bits& expected, const Bits& desired,
                        const Call& success, detail::ordering failure) override;
  Bits add_unless(const Target& at, const Bits& operand, const Bits& unless,
                  const Call& how) override;
  void fence(detail::fence_kind kind, const Place& where) override;
  void lock(const Target& at, detail::cell_kind kind, const Place& where) override;
  bool try_lock(const Target& at, detail::cell_kind kind, const Place& where) override;
  void unlock(const Target& at, detail::cell_kind kind, const Place& where) override;
  Bits is_locked(const Target& at, const Place& where) override;
  bool decide(const Bits& condition) override { return condition.bits != 0; }
  void require(const Bits& condition, const char* what, const Place& where) override;
  void assume(const Bits& condition) override;
  void begin_wait() override {}
  void end_wait(const Bits& condition, const Place& where) override;
  void observe(const char* what, std::span<const Bits> values) override;
  std::uint64_t choose(std::uint64_t n) override;
  detail::sources unite(detail::sources /*a*/, detail::sources /*b*/) override { return 0; }
  detail::sources control() override { return 0; }
  void set_control(detail::sources /*from*/) override {}
  void refuse(const std::string& what, const Place& where) override;
  void fault(const std::string& what) override;
  Bits pointer(std::uint64_t raw) override { return {raw, 0, true}; }
  void* open(const void* pointer, std::size_t size, detail::sources from, bool known) override;
  void close(const void* /*opened*/) override {}
  void* allocate(std::size_t size, std::size_t alignment, const char* type) override;
  void allocated(void* object, void (*end)(void*)) override;
  void deallocate(const Bits& pointer, const Place& where) override;
  std::size_t start_thread(const char* name, std::function<void()> body,
                           const Place& where) override;
  void join_threads(bool at_end_of_life, const Place& where) override;

 private:
  enum class Phase : std::uint8_t { setting_up, threads_run, ended, over };
  struct Made {
    void* object = nullptr;
    std::size_t alignment = 0;
    void (*end)(void*) = nullptr;
  };

  /// True iff the body may act there; false once what it does has no effect any more.
  bool acts(const Place& where = {});
  /// Ends the run.
  [[noreturn]] void leave();
  /// Ends it with an error.
  [[noreturn]] void reject(const std::string& what);
  [[noreturn]] void violate(const std::string& what, const char* property);
  void end_made_objects();
  void compare_with_first_run();
  void join_at_end();
  /// Where an object lies in memory. Errors: error, for one that no thread has used.
  LocId location_of(const Target& at);
  /// What memory holds there.
  std::uint64_t& cell_at(const Target& at);
  std::uint64_t loaded(const Target& at);
  [[nodiscard]] std::uint64_t pointer_to_bits(std::uint64_t raw) const;
  [[nodiscard]] std::uint64_t bits_to_pointer(std::uint64_t bits) const;

  Layout* setting_up_;  ///< null at the end of an execution
  const Layout& layout_;
  const ExecutionGraph* graph_ = nullptr;
  std::function<void()> explore_;
  RunThreads run_threads_;
  Bodies bodies_;  ///< at the end of an execution
  Phase phase_ = Phase::setting_up;
  MadeAddresses addresses_;
  std::vector<std::uint64_t> memory_;  ///< by ordinal while set up, by location after the join
  std::vector<Made> made_;
  std::uint32_t count_ = 0;
  std::size_t started_ = 0;
  std::optional<FinalViolation> violation_;
  bool left_ = false;           ///< it has been ended
  bool closing_ = false;        ///< what make() made is destroyed
  std::exception_ptr failure_;  ///< why it cannot be answered
};

}  // namespace ringcheck
