#pragma once
// The two sides of programs that open events.

#include <array>

#include "kernel/calls/without_words.hpp"
#include "kernel/glue/open_api.h"
#include "protocol/pt/pt_event.hpp"
#include "protocol/spe/spe_config.hpp"

namespace ringcheck {

/// What a program of opening does, in the order of its CallShapes.
enum class OpenOp : unsigned {
  open,   ///< see OpenAsked::of
  fork,   ///< event, capable, allocations that succeed
  close,  ///< event
  lbr,    ///< whether a user of LBR comes, or goes
};

/// A program's set-up.
struct OpenSetup {
  rc_open_setup machine{};
  PtCapabilities pt{};
  std::uint64_t ranges = 0;    ///< of PT
  bool inverse = false;        ///< Arm SPE has inverse filters, as since Linux 6.3
  bool asks_paranoid = false;  ///< its privileges go by perf_allow_kernel, as in Linux 6.12
};

/// What a call of OpenOp::open asks for.
struct OpenAsked {
  rc_open_attr attr{};
  bool capable = true;
  std::uint64_t memory = 0;  ///< allocations that succeed
  static OpenAsked of(const Call& call);
};

/// Which events a program has: the same on both sides.
class OpenPlan {
 public:
  /// Why a call is not made, or null.
  [[nodiscard]] const CallGuard* guard(const Call& call) const;
  /// The number that the next event gets, kNone if there is no room.
  static constexpr unsigned kNone = RC_OPEN_EVENTS;
  [[nodiscard]] unsigned next() const;
  /// The event that a call means: of those that are there; kNone if there is none.
  [[nodiscard]] unsigned event_of(const Call& call) const;
  void opened(unsigned number, const rc_open_attr& attr);
  void forked(unsigned number, unsigned parent);
  /// Closes an event, and those inherited from it; calls `gone` with each number.
  template <class Gone>
  void close(unsigned number, Gone&& gone) {
    for (unsigned i = 0; i < RC_OPEN_EVENTS; ++i)
      if (events_.at(i).there && events_.at(i).parent == static_cast<int>(number)) close(i, gone);
    events_.at(number).there = false;
    gone(number);
  }
  [[nodiscard]] bool is_there(unsigned number) const { return events_.at(number).there; }
  [[nodiscard]] const rc_open_attr& attr_of(unsigned number) const {
    return events_.at(number).attr;
  }
  /// The event itself, or the one that it is inherited from.
  [[nodiscard]] unsigned first_of(unsigned number) const {
    const int parent = events_.at(number).parent;
    return parent < 0 ? number : static_cast<unsigned>(parent);
  }
  [[nodiscard]] bool is_inherited(unsigned number) const { return events_.at(number).parent >= 0; }
  std::uint64_t lbr_users = 0;

 private:
  struct Event {
    bool there = false;
    int parent = -1;
    rc_open_attr attr{};
  };
  std::array<Event, RC_OPEN_EVENTS> events_{};
};

/// The kernel's text.
class OpenKernel : public WithoutWords {
 public:
  OpenKernel(const NativeObject& object, const OpenSetup& setup);

  [[nodiscard]] NativeMachine& machine() { return machine_; }
  [[nodiscard]] const CallGuard* guard(const Call& call) const { return plan_.guard(call); }
  void run(const Call& call, Answers& answers);

 private:
  void tell(Answers& answers);

  NativeMachine machine_;
  OpenSetup setup_;
  OpenPlan plan_;
  bool capable_ = true;
  std::uint64_t memory_ = 0;
  std::uint64_t objects_before_ = 0;
};

/// The specification.
class OpenSpecification : public WithoutWords {
 public:
  explicit OpenSpecification(const OpenSetup& setup);

  [[nodiscard]] const CallGuard* guard(const Call& call) const { return plan_.guard(call); }
  void run(const Call& call, Answers& answers);

 private:
  [[nodiscard]] bool has_memory() { return memory_ > 0 && memory_-- > 0; }
  /// Whether who acts may have what Arm SPE tells of the kernel.
  [[nodiscard]] bool may_see_kernel() const {
    return setup_.asks_paranoid ? opener_.allow_kernel() == 0 : opener_.capable;
  }
  int open(const rc_open_attr& attr);
  int fork(unsigned parent);
  /// perf_event_alloc; undoes what it did if it fails.
  int alloc(const rc_open_attr& attr);
  int event_init(const rc_open_attr& attr);
  int pt_event_init(const rc_open_attr& attr);
  int spe_event_init(const rc_open_attr& attr);
  /// Source: pt_event_destroy, bts_event_destroy, etm_event_destroy; exclusive_event_destroy.
  void drop(const rc_open_attr& attr);
  void tell(Answers& answers);

  OpenSetup setup_;
  OpenPlan plan_;
  X86ExclusiveUsers users_{};
  std::array<std::int64_t, RC_OPEN_PMUS> exclusive_{};
  std::array<bool, RC_OPEN_EVENTS> contexts_{};
  EventOpener opener_{};
  std::uint64_t memory_ = 0;
};

}  // namespace ringcheck
