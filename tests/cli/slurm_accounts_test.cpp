// Records of Slurm's accounting, added up.
#include "cli/programs/slurm_accounts.hpp"

#include <gtest/gtest.h>

namespace ringcheck {
namespace {

using States = std::map<std::string, std::size_t>;

TEST(SlurmAccounts, AreWhatTheRecordsComeTo) {
  struct Row {
    const char* name;
    const char* records;
    States states;
    double allocated;
    double used;
    double seconds;
    double speed_up;
  };
  for (const Row& row : {
           Row{"none", "", {}, 0, 0, 0, 0},
           Row{"two at once",
               "7_0|COMPLETED|10|00:09.500|1000|1010\n7_0.batch|COMPLETED|10|00:09.500|1000|1010\n"
               "7_1|COMPLETED|10|00:08.500|1000|1010\n",
               {{"COMPLETED", 2}},
               20,
               18,
               10,
               1.8},
           Row{"hours and days",
               "7_0|COMPLETED|97200|1-02:30:00|1000|98200\n",
               {{"COMPLETED", 1}},
               97200,
               95400,
               97200,
               95400.0 / 97200},
           Row{"use not gathered",
               "7_0|COMPLETED|30|00:00:00|1000|1010\n",
               {{"COMPLETED", 1}},
               30,
               0,
               10,
               3},
           Row{"some that wait, and one that runs",
               "7_[1-6]|PENDING|0|00:00:00|Unknown|Unknown\n7_0|RUNNING|40|00:20|1060|Unknown\n",
               {{"RUNNING", 1}},
               40,
               20,
               40,
               0.5},
           Row{"one that was queued again",
               "7_0|NODE_FAIL|5|00:00:00|1000|1005\n7_0|COMPLETED|15|00:10|1035|1050\n",
               {{"COMPLETED", 1}, {"NODE_FAIL", 1}},
               20,
               10,
               50,
               0.2},
           Row{"cancelled by somebody",
               "7_0|CANCELLED by 1000|0|00:00:00|None|1010\n",
               {{"CANCELLED", 1}},
               0,
               0,
               0,
               0},
           Row{"what is no record",
               "sacct: something\n7|COMPLETED|x|00:01|1|2\n|\n",
               {},
               0,
               0,
               0,
               0},
       }) {
    SCOPED_TRACE(row.name);
    const SlurmAccounts accounts = slurm_accounts(row.records, 1100);
    EXPECT_EQ(accounts.states, row.states);
    EXPECT_DOUBLE_EQ(accounts.allocated, row.allocated);
    EXPECT_DOUBLE_EQ(accounts.used, row.used);
    EXPECT_DOUBLE_EQ(accounts.seconds, row.seconds);
    EXPECT_DOUBLE_EQ(accounts.speed_up(), row.speed_up);
  }
}

}  // namespace
}  // namespace ringcheck
