#pragma once
// What Slurm's accounting tells about the tasks of shards.

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace ringcheck {

/// The sums over the records of tasks. A task that was queued again has a record for each time.
struct SlurmAccounts {
  std::map<std::string, std::size_t> states;  ///< and how many records are in each
  double allocated = 0;  ///< seconds of the processors that they had, used or not
  double used = 0;       ///< seconds of processor time that they used; 0: it was not gathered
  double seconds = 0;    ///< from the first one's begin to the last one's end
  /// How many processors worked at once on average; 0 if that cannot be told. It is computed from
  /// what was used, or from what was allocated if the use was not gathered.
  [[nodiscard]] double speed_up() const;
};

/// The accounts in `records`, lines of JobID|State|CPUTimeRAW|TotalCPU|Start|End, times in seconds
/// since 1970; a task that has not ended counts until `now`. Steps of tasks (JobID with a point),
/// tasks that wait (several may share a record) and other lines count as nothing.
SlurmAccounts slurm_accounts(std::string_view records, double now);

/// The accounts of these jobs, from sacct, for people: one line. Empty if there are none, or if
/// there is no accounting.
std::string slurm_accounts_text(const std::vector<std::string>& jobs);

}  // namespace ringcheck
