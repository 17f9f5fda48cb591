// etr-shared: sysfs and tracers of three sessions share an ETR, with buffers of several sizes that
// may not be had; a debugger claims it; and somebody reads the buffer of sysfs by its file. Others
// come while sysfs allocates, and while a tracer's session does.
//
// Left out: a tracer that cannot leave since the file is open takes no notice (docs/findings.md
// F-21; here it tries again, or can leave), and a reader comes between the two holds of the lock of
// Linux 6.12 (V-62). What Linux 6.1 does to events of one owner that have buffers of their own
// (V-63, V-64) is repaired here; etr-shared-as-it-is judges that.
// Tested by tests/properties/aux/aux_mutants_test.cpp.
#include <algorithm>
#include <array>
#include <utility>

#include "properties/tmc/barrier_packet.hpp"
#include "properties/tmc/sequences.hpp"
#include "properties/tmc/shared_sessions.hpp"

namespace ringcheck {
namespace {

constexpr std::array<std::string_view, 6> kProperties = {"I-38",  "I-39",  "I-124",
                                                         "I-125", "I-126", "I-127"};
constexpr std::array<std::string_view, 2> kLeftProperties = {"I-125", "I-126"};
constexpr std::array kSetup = {Dial{"pages lie anywhere", 0, 1},
                               Dial{"sysfs enables later, as Linux 6.12", 0, 1},
                               Dial{"two events of one owner have buffers of their own", 0, 1},
                               Dial{"nobody leaves while the file is open", 0, 1}};
/// What changes: from 0 on, sysfs says a size; then there is no memory, memory for one more buffer,
/// or enough; and a debugger claims the sink, or gives it back.
constexpr std::uint64_t kShort = kSharedSizes.size(), kClaims = kShort + 5;
/// Of the numbers of who comes while sysfs starts, as many are for nobody.
constexpr std::size_t kQuietStarts = 10;
/// Where the file is read, and the root of four times how much of it (bytes).
constexpr std::uint64_t kReadPlaces = 41, kPlaceBytes = 4, kReadLengths = 24;
/// Room of a transaction (half frames), and its head (frames).
constexpr std::uint64_t kRooms = 2 * kSharedMostFrames + 1;

enum Step : std::size_t {
  sysfs_on,
  sysfs_off,
  change,
  open,
  close,
  read,
  map,
  unmap,
  start,
  stop,
  trace
};
constexpr std::array kSteps = {
    Dial{"sysfs-on, others come meanwhile", 0, (kNobody + kQuietStarts) * kComingPoints - 1},
    Dial{"sysfs-off, of one path or of all", 0, 2},
    Dial{"size is said, memory is short, debugger claims", 0, kClaims + 3},
    Dial{"file is opened"},
    Dial{"file is closed"},
    Dial{"file is read", 0, kReadPlaces* kReadLengths - 1},
    Dial{"area is mapped, another meanwhile, or no room", 0,
         2 * kSharedTracers* kSharedTracers - 1},
    Dial{"area is unmapped", 0, kSharedTracers - 1},
    Dial{"tracer starts, after sysfs or at once", 0, 2 * kSharedTracers - 1},
    Dial{"tracer stops", 0, kSharedTracers* kRooms* kSharedMostFrames - 1},
    Dial{"frames are traced", 1, kSharedMostFrames + 2}};
constexpr std::array kShares = {Share{"sysfs starts", 60},
                                Share{"sysfs is refused", 55},
                                Share{"there is no memory for sysfs", 12},
                                Share{"a buffer of sysfs is replaced", 5},
                                Share{"a new buffer is not needed", 4},
                                Share{"perf comes while sysfs starts", 12},
                                Share{"sysfs's trace is read", 12},
                                Share{"a lap of sysfs's is read", 9},
                                Share{"it is read while perf has the sink", 2},
                                Share{"perf copies", 30},
                                Share{"a session's buffer is shared", 50},
                                Share{"two get a session's buffer at once", 7},
                                Share{"there is no memory for a session", 35}};

/// With what Linux 6.1 does to events of one owner.
struct SharedSessionsAsTheyAre : SharedSessions {
  SharedSessionsAsTheyAre(const AuxCase& example, DefectSet defects, AuxJudge& judge)
      : SharedSessions(example, defects, judge, SharedOwner::as_it_is) {}
};

}  // namespace

/// Buffers of sysfs.
struct SharedSessions::SysfsMemory {
  SharedSessions& all;
  SysfsStart& call;

  template <AuxCpu C>
  std::uint64_t allocate(C&) {
    call.allocated = true;
    all.come(call, 0);
    call.made = all.etr_.allocate(all.size());
    return call.made;
  }
  template <AuxCpu C>
  void free(C&, std::uint64_t number) const {
    all.etr_.free(number);
  }
  template <AuxCpu C>
  bool fits(C&, std::uint64_t number) const {
    return all.etr_.usable(number).size() == all.size() * kSharedFrame;
  }
  template <AuxCpu C>
  bool same_size(C&, std::uint64_t a, std::uint64_t b) const {
    return all.etr_.usable(a).size() == all.etr_.usable(b).size();
  }
  template <AuxCpu C>
  void lock(C&) {
    if (call.locks != 0) all.come(call, call.locks);
    ++call.locks;
    all.etr_.sink_lock.lock();
  }
  template <AuxCpu C>
  void unlock(C&) {
    all.etr_.sink_lock.unlock();
  }
};

void SharedSessions::come(SysfsStart& call, std::size_t point) {
  if (call.point != point || call.who == kNobody) return;
  const bool between = later_ && point == (call.allocated ? 2U : 1U);
  const std::size_t who = std::exchange(call.who, kNobody);
  if (who < kSharedTracers) {
    const bool before = events_.at(who).traces;
    start_tracer(who);
    judge_.comes_to("perf comes while sysfs starts", !before && events_.at(who).traces);
    call.perf_came_between = between && owner().has_value();
  } else if (who == kClaimer) {
    claim();
  } else if (!between && who == kOpener) {
    open_file();
  } else if (!between && who == kCloser) {
    close_file();
  } else if (who >= kResizer) {
    size_ = who - kResizer;
  }
}

/// Who has enabled the sink by sysfs is joined; nobody takes it from perf, or while its buffer is
/// read; and a buffer of the size that sysfs says takes the place of another.
int SharedSessions::expected_of(const SysfsStart& call, bool needs_memory) {
  if (needs_memory && call.made == 0) return kNoMemory;
  const bool joins = sysfs_ != 0;
  judge_.comes_to("a new buffer is not needed", joins && call.made != 0);
  if (joins && later_) return 0;
  if (reading_ || (owner() && !call.perf_came_between)) return kBusy;
  if (joins) return 0;
  const bool replaces = sysfs_buffer_ != 0 && call.made != 0 &&
                        etr_.frames_of(call.made) != etr_.frames_of(sysfs_buffer_);
  judge_.comes_to("a buffer of sysfs is replaced", replaces);
  if (sysfs_buffer_ == 0 || replaces) {
    sysfs_buffer_ = call.made;
    file_.clear();
  }
  if (call.perf_came_between) {
    sysfs_buffer_ = 0;
    file_.clear();
  }
  return call.perf_came_between || etr_.claimed_by_debugger ? kBusy : 0;
}

void SharedSessions::start_sysfs(std::size_t who, std::size_t point) {
  SysfsStart call{who, point};
  const bool needs_memory =
      !(later_ && sysfs_ != 0) && (sysfs_buffer_ == 0 || etr_.frames_of(sysfs_buffer_) != size());
  auto c = etr_.cpu(!later_);
  SysfsMemory buffers{*this, call};
  const int result =
      tmc_enable_etr_sink_sysfs(c, etr_.at, hardware_, buffers,
                                later_ ? SysfsEnables::later : SysfsEnables::at_once, defects_);
  judge_.require(call.allocated == needs_memory, "I-125",
                 "memory is allocated for a buffer that is there, or none for one that is not");
  const int expected = expected_of(call, needs_memory);
  judge_.require(result == expected, "I-124",
                 "sysfs is told another thing than what stands in the way, or that it has a sink");
  judge_.comes_to(result == 0 ? "sysfs starts" : "sysfs is refused");
  judge_.comes_to("there is no memory for sysfs", result == kNoMemory);
  if (expected == 0) ++sysfs_;
}

void SharedSessions::leave_sysfs() {
  if (sysfs_ == 0) return;
  auto c = etr_.cpu(true);
  etr_.sink_lock.lock();
  const int result = tmc_disable_etr_sink(c, etr_.at, hardware_, defects_, !keeps_perf_);
  etr_.sink_lock.unlock();
  if (!reading_) --sysfs_;
  judge_.require(result == (reading_ || sysfs_ != 0 ? kBusy : 0), "I-124",
                 "who leaves a sink is not told whether it stays in use");
  if (sysfs_ == 0) file_ = etr_.taken();
}

void SharedSessions::end_sysfs() {
  for (std::uint64_t paths = sysfs_; paths > 0; --paths) leave_sysfs();
}

void SharedSessions::claim() {
  if (!etr_.is_claimed()) etr_.claimed_by_debugger = !etr_.claimed_by_debugger;
}

void SharedSessions::open_file() {
  auto c = etr_.cpu(true);
  etr_.sink_lock.lock();
  const int result = tmc_read_prepare_etr(c, etr_.at, hardware_);
  etr_.sink_lock.unlock();
  const int expected = reading_ ? kBusy : sysfs_buffer_ == 0 ? kInvalid : 0;
  judge_.require(
      result == expected, "I-124",
      "who opens the file is told another thing than whether there is something to read");
  if (expected != 0) return;
  reading_ = true;
  if (sysfs_ != 0) file_ = etr_.taken();
}

/// Unless sysfs traces on, the buffer has been read, and is freed.
void SharedSessions::close_file() {
  if (!reading_) return;
  auto c = etr_.cpu(true);
  etr_.sink_lock.lock();
  const std::uint64_t freed = tmc_read_unprepare_etr(c, etr_.at, hardware_);
  etr_.sink_lock.unlock();
  if (freed != 0) etr_.free(freed);
  reading_ = false;
  if (sysfs_ != 0) return;
  sysfs_buffer_ = 0;
  file_.clear();
}

/// The reader gets what lies in one piece, as far as he wants it.
std::uint64_t SharedSessions::read_piece(std::uint64_t from, std::uint64_t wanted) {
  auto c = etr_.cpu(false);
  const EtrBuf& buf = etr_.usable(word(etr_.at.sysfs_buf));
  const auto [bytes, offset] = tmc_etr_get_sysfs_trace(c, buf, from, wanted);
  const std::uint64_t length = file_.size() * kSharedFrame;
  if (from >= length || wanted == 0) {
    judge_.require(static_cast<std::int64_t>(bytes) <= 0, "I-126",
                   "who is past the trace of sysfs gets something");
    return 0;
  }
  const std::uint64_t in_piece =
      buf.mode == EtrMode::sg ? buf.page_size - offset % buf.page_size : buf.size() - offset;
  judge_.require(bytes == std::min({wanted, length - from, in_piece}), "I-126",
                 "a reader does not get as much of the trace as lies in one piece");
  judge_.require(offset % kSharedFrame == from % kSharedFrame, "I-126",
                 "a reader gets another part of a frame than the one where he is");
  for (std::uint64_t i = 0; i < std::min(bytes, length - from); ++i)
    judge_.require(word(buf.data.view.address(offset + i)) == file_.at((from + i) / kSharedFrame),
                   "I-126", "a reader gets another thing than the trace of sysfs, in order");
  judge_.comes_to("sysfs's trace is read");
  judge_.comes_to("a lap of sysfs's is read", file_.front() == packet_unit(0, kSharedFrame));
  judge_.comes_to("it is read while perf has the sink", owner().has_value());
  return bytes;
}

void SharedSessions::read_file(std::uint64_t place, std::uint64_t wanted) {
  if (!reading_) return;
  constexpr int kPieces = 3;
  std::uint64_t from = place * kPlaceBytes % (file_.size() * kSharedFrame + 2 * kPlaceBytes);
  for (int i = 0; i < kPieces && !judge_.found(); ++i) from += read_piece(from, wanted);
}

void SharedSessions::check() {
  const auto user = owner();
  const SinkCells& at = etr_.at;
  const bool used = user || sysfs_ != 0;
  judge_.require(etr_.bench.said.count<said::Warned>() == 0, "I-38", "the driver warns");
  judge_.require(!etr_.sink_lock.is_held() && !etr_.table_lock.is_held(), "I-127",
                 "a lock is kept by who has no more to do");
  judge_.require(etr_.is_claimed() == used, "I-38",
                 "a sink is claimed for nobody, or not for who uses it");
  judge_.require(etr_.runs() == (user || (sysfs_ != 0 && !reading_)), "I-38",
                 "the sink is off while it is used, or on while nobody uses it or it is read");
  judge_.require(word(at.refcnt) == users() + sysfs_, "I-38", "users are counted wrong");
  judge_.require(word(at.pid) == (user ? facts_.at(*user).pid : 0), "I-38",
                 "the sink is a session's that does not use it");
  judge_.require(word(at.perf_buf) == (user ? events_.at(*user).buffer : 0), "I-38",
                 "the sink has a buffer that is not its session's");
  judge_.require(word(at.mode) == (user          ? kSinkPerf
                                   : sysfs_ != 0 ? kSinkSysfs
                                                 : kSinkDisabled),
                 "I-38", "the sink is not in the mode of who uses it");
  check_owners();
}

void SharedSessions::change(std::uint64_t what) {
  if (what < kShort) {
    size_ = what;
  } else if (what < kClaims) {
    etr_.memory = what < kShort + 2 ? what - kShort : SharedEtr::kPlenty;
  } else if (etr_.claimed_by_debugger == (what != kClaims)) {
    claim();
  }
}

void SharedSessions::start_alone(std::size_t who) {
  end_tracers();
  if (who == kNobody) return;
  end_sysfs();
  size_ = (who - kResizer + 1) % kSharedSizes.size();
}

void SharedSessions::step(const AuxStep& step) {
  const std::uint64_t amount = step.amount;
  if (step.kind == Step::sysfs_on) {
    const std::size_t who = std::min<std::size_t>(amount / kComingPoints, kNobody);
    const std::size_t point = amount % kComingPoints;
    if (who >= kResizer && point + 1 < kComingPoints) start_alone(who);
    start_sysfs(who, point);
  }
  if (step.kind == Step::sysfs_off && amount == 0) leave_sysfs();
  if (step.kind == Step::sysfs_off && amount != 0) end_sysfs();
  if (step.kind == Step::change) change(amount);
  if (step.kind == Step::open) open_file();
  if (step.kind == Step::close) close_file();
  if (step.kind == Step::read) {
    const bool visits = !reading_ && amount % 2 == 0;
    if (!reading_) open_file();
    read_file(amount % kReadPlaces, (amount / kReadPlaces) * (amount / kReadPlaces) / 4);
    if (visits) close_file();
  }
  if (step.kind == Step::map)
    map_area(amount % kSharedTracers, amount / kSharedTracers % kSharedTracers,
             amount < kSharedTracers * kSharedTracers);
  if (step.kind == Step::unmap) unmap_area(amount);
  if (step.kind == Step::start) {
    if (amount >= kSharedTracers) end_sysfs();
    start_tracer(amount % kSharedTracers);
  }
  if (step.kind == Step::stop) {
    const std::uint64_t number = amount / kSharedTracers;
    stop_tracer(next_to_stop(amount % kSharedTracers), number % kRooms * kSharedFrame / 2,
                number / kRooms * kSharedFrame);
  }
  if (step.kind == Step::trace) etr_.trace(amount);
  check();
}

const AuxSequence kEtrShared = {"etr-shared",
                                "sysfs and sessions share an ETR, with buffers of several sizes",
                                kProperties,
                                kSetup,
                                kSteps,
                                false,
                                run_steps<SharedSessions>,
                                2000,
                                kShares};

const AuxSequence kEtrSharedAsItIs = {"etr-shared-as-it-is",
                                      "the same, with events of one owner as Linux 6.1 has them",
                                      kLeftProperties,
                                      kSetup,
                                      kSteps,
                                      false,
                                      run_steps<SharedSessionsAsTheyAre>,
                                      2000};

}  // namespace ringcheck
