// Section R: readers of the data ring.
#include <array>

#include "properties/mutants/mutants.hpp"

namespace ringcheck {
namespace {

constexpr std::array kRows = {
    Mutant{},
};

}  // namespace

constinit const MutantRows kReaderMutants = kRows;

}  // namespace ringcheck
