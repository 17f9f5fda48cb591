// Section T: Intel BTS.
#include <array>

#include "properties/aux/aux_hunt.hpp"

namespace ringcheck {
namespace {

constexpr std::array kRows = {
    Mutant{"T-01", "the state is active before there is a transaction", "I-26",
           aux_values<kBtsInterrupted>(Defect::bts_active_before_begin)},
    Mutant{"T-02", "every interrupt is taken for BTS's", "I-28",
           aux_hunt<kBtsTransactions>(Defect::bts_claims_every_nmi)},
    Mutant{"T-04", "whatever a page's private field holds is taken for the order of its piece",
           "I-24", aux_values<kBtsPieces>(Defect::bts_private_of_any_page)},
    Mutant{"T-05", "the store of BTS's head sinks below the end of the transaction", "I-26",
           aux_values<kBtsInterrupted>(Defect::bts_head_behind_end)},
};

}  // namespace

constinit const MutantRows kBtsMutants = kRows;

}  // namespace ringcheck
