// Section T: Intel BTS.
#include <array>

#include "properties/aux/aux_hunt.hpp"
#include "properties/aux/sequences.hpp"
#include "properties/bts/sequences.hpp"
#include "protocol/bts/defects.hpp"

namespace ringcheck {
namespace {

constexpr std::array kRows = {
    Mutant{"T-01", "the state is active before there is a transaction", "I-26",
           aux_values<kBtsInterrupted>(defect::kBtsActiveBeforeBegin)},
    Mutant{"T-02", "every interrupt is taken for BTS's", "I-28",
           aux_hunt<kBtsTransactions>(defect::kBtsClaimsEveryNmi)},
    Mutant{"T-04", "whatever a page's private field holds is taken for the order of its piece",
           "I-24", aux_values<kBtsPieces>(defect::kBtsPrivateOfAnyPage)},
    Mutant{"T-05", "the store of BTS's head sinks below the end of the transaction", "I-26",
           aux_values<kBtsInterrupted>(defect::kBtsHeadBehindEnd)},
};

}  // namespace

extern const MutantRows kBtsMutants;
constinit const MutantRows kBtsMutants = kRows;

}  // namespace ringcheck
