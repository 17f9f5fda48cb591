// Section R: readers of the data ring.
#include <array>

#include "properties/core/mutants.hpp"
#include "properties/ring/ring_hunts.hpp"
#include "protocol/ring/defects.hpp"

namespace ringcheck {
namespace {

constexpr std::array kRows = {
    Mutant{"R-07", "the reader reads a record that wraps on past the end of the buffer", "I-01",
           FunctionHunt{Technique::sequences, plain_sequences, defect::kCopyDoesNotWrap}},
    Mutant{"R-09", "a poll goes on as long as there is more, and may never end", "R-09",
           FunctionHunt{Technique::sequences, plain_sequences, defect::kDrainLoadsHeadAgain}},
    Mutant{"R-08", "the reader takes the id of a LOST record for its count", "I-10",
           FunctionHunt{Technique::sequences, plain_sequences, defect::kLostReadFromId}},
    Mutant{"R-10a", "the tail is stored before the records are loaded", "I-06",
           ExplorationHunt{.scenario = "perf-ring",
                           .settings = "records=2 payload=2 words=4 polls=1 data=marked",
                           .mutation = {.defects = defect::kTailBeforeCopy},
                           .found = kAnyModel}},
    Mutant{"R-10b", "a poll that ends early stores the head as its tail", "I-15",
           ExplorationHunt{.scenario = "perf-ring",
                           .settings = "records=2 payload=0 words=4 polls=1",
                           .mutation = {.defects = defect::kTailIsHead},
                           .found = kAnyModel}},
    Mutant{"R-11a", "the reader takes records of any small size, and goes round on one of size 0",
           "I-12",
           FunctionHunt{Technique::sequences, corrupt_sequences, defect::kSizeZeroAccepted}},
    Mutant{"R-11b", "the reader takes a record that reaches beyond the head that it loaded", "I-12",
           FunctionHunt{Technique::sequences, corrupt_sequences, defect::kSizeBeyondHeadAccepted}},
};

}  // namespace

extern const MutantRows kReaderMutants;
constinit const MutantRows kReaderMutants = kRows;

}  // namespace ringcheck
