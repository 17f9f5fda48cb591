#pragma once
// Who uses a TMC-ETR beside the event's tracer, in programs of calls.

#include <array>
#include <cstdint>
#include <optional>

namespace ringcheck {

/// Who does something to the sink: each starts what is his, or ends it, in turn.
enum class EtrUser : std::uint8_t {
  nobody,
  file,       ///< opens the sink's file, or closes it
  file_too,   ///< another one does the same
  visitor,    ///< opens it, and closes it at once
  reader,     ///< reads the file, if it is open
  sysfs,      ///< takes the sink, or leaves it
  sysfs_too,  ///< the same of another path
  debugger,   ///< claims the sink, or gives the claim back
  size,       ///< sysfs says another size, or the first one again
  area,       ///< another event's AUX area is mapped, or unmapped
  tracer,     ///< its tracer takes the sink, or leaves it
  device,     ///< so much trace comes that the sink wraps
};

/// An event beside the one that is traced.
struct EtrOther {
  std::uint64_t session = 0;  ///< the pid of its owner
  std::uint64_t pages = 1;    ///< of its AUX area
  bool alone = false;         ///< it follows its task, so its buffer is its own
  bool overwrite = false;     ///< its area is overwritten
};

/// How often a reader reads, one piece after the other.
inline constexpr int kEtrReads = 4;
/// The session of the event, and another one.
inline constexpr std::uint64_t kEtrSession = 1235, kEtrOtherSession = 1;
inline constexpr std::array<EtrOther, 4> kEtrOthers = {{{kEtrSession, 1, false, false},
                                                        {kEtrSession, 3, false, true},
                                                        {kEtrOtherSession, 2, false, false},
                                                        {kEtrSession, 2, true, false}}};
/// More trace than the sink has memory for (bytes).
inline constexpr std::uint64_t kEtrLap = 8 * 4096 + 40;
/// Where the transactions of their tracers start, and their room (bytes).
inline constexpr std::uint64_t kEtrOtherHead = 24, kEtrOtherRoom = 3000;

/// What each does now. Whoever is about something does nothing else meanwhile; sysfs has a mutex
/// for all its paths (coresight_mutex).
class EtrUse {
 public:
  /// `user` does something: whether it starts what is his; nothing: he can do nothing now. `other`
  /// says whose AUX area or tracer it is.
  std::optional<bool> begin(EtrUser user, std::size_t other);
  /// ... and has done it, with this result. What ends has ended, whatever the driver says.
  void end(EtrUser user, std::size_t other, bool started, int result);

  /// True iff the AUX area of another event is mapped.
  [[nodiscard]] bool is_mapped(std::size_t other) const { return mapped_.at(other); }

 private:
  /// What `user` has, and whether he is about it.
  bool* has(EtrUser user, std::size_t other);
  bool& is_busy(EtrUser user, std::size_t other);

  bool resized_ = false, claimed_ = false, file_busy_ = false, sysfs_busy_ = false;
  bool at_once_ = false;  ///< for what takes no time
  std::array<bool, 2> sysfs_{}, open_{};
  std::array<bool, kEtrOthers.size()> mapped_{}, joined_{}, busy_{};
};

inline bool* EtrUse::has(EtrUser user, std::size_t other) {
  switch (user) {
    case EtrUser::file:
      return &open_[0];
    case EtrUser::file_too:
      return &open_[1];
    case EtrUser::sysfs:
      return &sysfs_[0];
    case EtrUser::sysfs_too:
      return &sysfs_[1];
    case EtrUser::debugger:
      return &claimed_;
    case EtrUser::size:
      return &resized_;
    case EtrUser::area:
      return &mapped_.at(other);
    case EtrUser::tracer:
      return &joined_.at(other);
    default:
      return nullptr;
  }
}

inline bool& EtrUse::is_busy(EtrUser user, std::size_t other) {
  if (user >= EtrUser::file && user <= EtrUser::reader) return file_busy_;
  if (user == EtrUser::sysfs || user == EtrUser::sysfs_too) return sysfs_busy_;
  return user == EtrUser::area || user == EtrUser::tracer ? busy_.at(other) : at_once_;
}

inline std::optional<bool> EtrUse::begin(EtrUser user, std::size_t other) {
  if (user == EtrUser::nobody || is_busy(user, other)) return {};
  if (user == EtrUser::reader && !open_[0] && !open_[1]) return {};
  if (user == EtrUser::area && joined_.at(other)) return {};
  if (user == EtrUser::tracer && !mapped_.at(other)) return {};
  is_busy(user, other) = true;
  const bool* now = has(user, other);
  return now == nullptr || !*now;
}

inline void EtrUse::end(EtrUser user, std::size_t other, bool started, int result) {
  is_busy(user, other) = false;
  if (bool* now = has(user, other)) *now = started && result == 0;
}

}  // namespace ringcheck
