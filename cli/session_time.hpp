#pragma once
// The limits of a session of checks, and when it saves what is known.

#include <chrono>

#include "cli/commands.hpp"
#include "explore/explore.hpp"

namespace ringcheck {

/// A part of a check: up to a limit, or until it is time to save what is known.
struct SessionSlice {
  ExploreLimits limits;
  bool is_part = false;  ///< time ends it only so that what is known can be saved

  /// True iff the check goes on after a slice that ended so.
  [[nodiscard]] bool goes_on(EndedBy ended_by) const {
    return is_part && ended_by == EndedBy::time;
  }
};

/// Counts the time of a session from when it is made. Several workers may ask it.
class SessionTime {
 public:
  explicit SessionTime(const SessionOptions& options);

  /// The limits of what a check does next. SIGINT and SIGTERM end it.
  [[nodiscard]] SessionSlice next() const;
  /// Seconds that are left for the session; 0: there is no limit. Never 0 if there is one.
  [[nodiscard]] double left() const;
  /// True iff the user wants an end.
  [[nodiscard]] bool interrupted() const { return interrupt_; }

 private:
  const SessionOptions& options_;
  const std::atomic<bool>& interrupt_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace ringcheck
