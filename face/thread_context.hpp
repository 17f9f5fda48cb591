#pragma once
// The context of a thread: its accesses become events of an execution graph.

#include <exception>
#include <vector>

#include "explore/thread_run.hpp"
#include "face/arena.hpp"
#include "face/context.hpp"
#include "face/layout.hpp"
#include "face/recording.hpp"
#include "models/c11_calls.hpp"

namespace ringcheck {

/// What is the same for all runs of an exploration.
struct RunSettings {
  const Layout& layout;
  const Model& model;
  const C11Calls* calls;           ///< of the model; null: it gives the atomics of C++ no meaning
  const MadeAddresses& addresses;  ///< in the run of the body whose threads run
  /// The runs repeat those of a complete execution: values are known, so that all that counts of
  /// their sources is the run that loaded them, and all that threads do has been declared.
  bool repeats = false;
};

/// One run of a thread's code.
///
/// A run that ends early is left by an exception. Destructors of the user's locals run on the way,
/// and may call again: such calls do nothing, and neither do those of what make() made, which ends
/// with the run. A store ends no run at once, because a destructor may
/// store (a lock guard's does): the next call that may throw throws what the store found.
class ThreadContext final : public Context {
 public:
  /// `recording`: where to record what the code does; null: nowhere.
  ThreadContext(const RunSettings& settings, ThreadRun& run, Recording* recording);
  ~ThreadContext() override;

  /// Runs `body`, and lets it end as it must.
  void run(const std::function<void()>& body);

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
  bool decide(const Bits& condition) override;
  void require(const Bits& condition, const char* what, const Place& where) override;
  void assume(const Bits& condition) override;
  void begin_wait() override;
  void end_wait(const Bits& condition, const Place& where) override;
  void observe(const char* what, std::span<const Bits> values) override;
  std::uint64_t choose(std::uint64_t n) override;
  detail::sources unite(detail::sources a, detail::sources b) override;
  detail::sources control() override;
  void set_control(detail::sources from) override;
  void refuse(const std::string& what, const Place& where) override;
  void fault(const std::string& what) override;
  Bits pointer(std::uint64_t raw) override;
  void* open(const void* pointer, std::size_t size, detail::sources from, bool known) override;
  void close(const void* opened) override;
  void* allocate(std::size_t size, std::size_t alignment, const char* type) override;
  void allocated(void* object, void (*end)(void*)) override;
  void deallocate(const Bits& pointer, const Place& where) override;
  std::size_t start_thread(const char* name, std::function<void()> body,
                           const Place& where) override;
  void join_threads(bool at_end_of_life, const Place& where) override;

 private:
  /// An object that an expression has opened through a tracked pointer. Where dependencies count,
  /// it seems to be in the arena's room for opened objects: its members are then told from those
  /// of the same object that are named without the pointer, or after the expression.
  struct Opened {
    const std::byte* begin;   ///< where it seems to be
    const std::byte* object;  ///< where it is, if that is known
    std::size_t size;
    detail::sources from;
    bool known;

    [[nodiscard]] bool has(const std::byte* byte) const {
      return byte >= begin && byte < begin + size;
    }
  };
  /// An object that this run has made.
  struct Made {
    std::uint64_t offset;
    std::size_t size;
    std::string name;
    void* object = nullptr;
    void (*end)(void*) = nullptr;
  };
  /// A lock that this run holds. A guard unlocks it by the name by which it was locked, also after
  /// the expression that went through a tracked pointer to it.
  struct Held {
    const detail::cell* named;
    Word address;
  };
  enum class Ends : std::uint8_t { at_once, later };

  /// True iff the run has ended, and the user's code only has to be left.
  [[nodiscard]] bool has_ended() const { return reason_ != nullptr || run_.has_stopped(); }

  /// Does what a call asks for, unless the run has ended. Errors name its place. An EndOfRun is not
  /// caught on its way: each catch of an exception that goes on costs as much as a throw.
  template <class Act>
  auto act(Act&& what, Ends ends = Ends::at_once) -> decltype(what()) {
    using Result = decltype(what());
    if (has_ended() || closing_) {
      if (closing_ || ends == Ends::later || std::uncaught_exceptions() > 0) return Result();
      throw EndOfRun{};
    }
    locate({});
    if (ends == Ends::later) return act_to_the_end(what);
    try {
      return what();
    } catch (const std::exception&) {
      end_for_reason();
    } catch (const Discovery&) {
      end_for_reason();
    }
    std::rethrow_exception(reason_);
  }
  /// The same, and lets no exception out.
  template <class Act>
  auto act_to_the_end(Act& what) -> decltype(what()) {
    try {
      return what();
    } catch (const EndOfRun&) {
      return decltype(what())();  // the run knows
    } catch (...) {
      end_for_reason();
    }
    return decltype(what())();
  }
  /// Ends the run for the exception that is handled; an error also says where the code is.
  void end_for_reason();
  [[noreturn]] void reject(const std::string& what);
  [[noreturn]] void violate(const std::string& what, std::string_view property);
  void discover(const Discovery& found);
  void count_access(const Place& where);
  std::byte* room_to_open(std::size_t size);
  const Opened* opened_at(const std::byte* byte);
  void declare_store(LocId l);
  void declare(TagSet tags);
  void end_made_objects();
  /// The location of an access as the engine takes it.
  Word address_of_target(const Target& at, bool writes);
  Word location_of(const detail::cell& object, bool writes);
  [[nodiscard]] Bits bits_of(const Word& value, const Call& how);
  [[nodiscard]] Word word_of(const Bits& bits, bool pointer);
  detail::sources number_of(const SourceSet& sources);
  [[nodiscard]] SourceSet sources_of(detail::sources number);
  const C11Calls& calls(const Place& where);
  Word read(const Word& address, const Call& how);
  void write(const Word& address, const Word& value, const Call& how);
  Word modify(RmwOperation operation, const Word& address, const Word& operand,
              const C11Update& how, std::uint8_t bits, const Word& expected = {});
  Word modify_in_kernel(RmwOperation operation, const Word& address, const Word& operand,
                        const Call& how, const Word& expected = {});
  void branch_to_next(const Word& value, TagSet fence);
  void fence_if(TagSet tags) {
    if (tags.empty()) return;
    declare(tags);
    run_.fence(tags);
  }
  Word check_loaded(const Word& value, const Word& address);
  /// Records the call that made the events from slot `first` on, if somebody listens.
  template <class Text>
  void record(int first, const Place& where, Text&& text) {
    if (recording_ != nullptr) record_call(first, text(), where);
  }
  void record_call(int first, std::string text, const Place& where);
  Word release(const Target& at);
  Word try_take(const Target& at, detail::cell_kind kind, const Place& where);
  /// The access that begins in `slot` changes memory.
  void note_change(int slot) { last_change_ = slot; }
  /// It does if what it stores is another value than the one before.
  void note_update(int slot, const Word& before, std::uint64_t after);
  void block_unless(const Truth& condition, int first, const Place& where);

  const RunSettings& settings_;
  ThreadRun& run_;
  Recording* recording_;
  Arena& arena_ = Arena::of_this_thread();
  std::uint32_t stamp_;             ///< of this run, in the numbers of its sets of sources
  std::vector<SourceSet> sources_;  ///< by number; empty ones come first
  std::vector<Opened> opened_;
  std::vector<Made> made_;
  std::vector<Held> held_;     ///< the locks that this thread holds
  SourceSet lasting_;          ///< control dependencies that no scope ends
  std::size_t room_used_ = 0;  ///< where room for opened objects was last taken
  std::uint64_t heap_used_ = 0;
  unsigned accesses_ = 0;
  unsigned scopes_ = 0;
  int wait_begins_ = 0;
  int last_change_ = -1;    ///< slot of the last access that changed memory
  SourceSet unsettled_;     ///< loads that tell whether updates of a wait have changed it
  std::string last_place_;  ///< of what was recorded last
  bool closing_ = false;
  std::exception_ptr reason_;  ///< why the run has ended, unless it knows that itself
};

}  // namespace ringcheck
