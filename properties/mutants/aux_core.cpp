// Section A: transactions of the AUX area.
#include <array>

#include "properties/mutants/aux_hunt.hpp"

namespace ringcheck {
namespace {

constexpr std::array kRows = {
    Mutant{"A-01b", "begin finds no room and does not ask for the event to be disabled", "I-28",
           aux_hunt<kAuxTransactions>(Defect::refused_not_disabled)},
    Mutant{"A-01c", "begin finds no room and does not wake the reader", "I-28",
           aux_hunt<kAuxTransactions>(Defect::refused_not_woken)},
    Mutant{"A-04", "a truncated transaction ends, and nobody asks for the event to be disabled",
           "I-28", aux_hunt<kAuxTransactions>(Defect::truncated_not_disabled)},
    Mutant{"A-05", "begin takes its reference before it looks at the mapping count", "I-39",
           aux_values<kAuxUnmap>(Defect::aux_reference_first)},
    Mutant{"A-06", "begin does not look at the mapping count", "I-39",
           aux_hunt<kAuxTransactions>(Defect::aux_mapping_not_checked)},
    Mutant{"A-10a", "aux_wakeup moves by one watermark, however far the head went", "I-29",
           aux_hunt<kAuxTransactions>(Defect::wakeup_one_watermark)},
    Mutant{"A-10b", "wakeups are worked out in overwrite mode, where the watermark is 0", "I-29",
           aux_hunt<kAuxTransactions>(Defect::wakeup_when_overwriting)},
    Mutant{"A-11a", "skip leaves the handle's wakeup as it was", "I-29",
           aux_hunt<kAuxTransactions>(Defect::skip_keeps_wakeup)},
    Mutant{"A-11b", "skip leaves the handle's size as it was", "I-24",
           aux_hunt<kAuxTransactions>(Defect::skip_keeps_room)},
    Mutant{"A-11c", "skip leaves the handle's head as it was", "I-25",
           aux_hunt<kAuxTransactions>(Defect::skip_keeps_head)},
    Mutant{"A-11d", "skip passes over more than the room", "I-24",
           aux_hunt<kAuxTransactions>(Defect::skip_beyond_room)},
    Mutant{"A-12", "an empty transaction with a flag has no AUX record", "I-27",
           aux_hunt<kAuxTransactions>(Defect::flagged_record_suppressed)},
    Mutant{"A-15", "begin grants the last byte too, so that full and empty look alike", "I-24",
           aux_hunt<kAuxTransactions>(Defect::aux_full_to_the_last_byte)},
    Mutant{"A-16", "begin takes any tail for a reader's", "I-24",
           aux_hunt<kAuxTransactions>(Defect::aux_tail_not_checked)},
    Mutant{"A-18a", "equal ends of a copied range are no bytes apart", "I-34",
           aux_values<kAuxCopy>(Defect::copy_aux_nothing_when_equal)},
    Mutant{"A-18b", "a copied range stops at the end of the area", "I-34",
           aux_values<kAuxCopy>(Defect::copy_aux_not_around)},
    Mutant{"A-17", "an AUX sample leaves no mark for NMIs, which take another in its middle",
           "I-20", aux_values<kPtSampled>(Defect::sampling_not_marked)},
    Mutant{"A-20", "the pieces of an area are as large as they come, whatever the watermark",
           "I-29", aux_values<kAuxPieces>(Defect::aux_order_ignores_watermark)},
};

}  // namespace

constinit const MutantRows kAuxCoreMutants = kRows;

}  // namespace ringcheck
