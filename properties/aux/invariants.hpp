#pragma once
// What must hold in this area, one to a file.

#include <array>

#include "properties/core/perf_view.hpp"

namespace ringcheck {

extern const Property kAuxPublication;    ///< I-23
extern const Property kAuxNoClobber;      ///< I-24
extern const Property kAuxAccounting;     ///< I-25
extern const Property kOneTransaction;    ///< I-26
extern const Property kLossFlagged;       ///< I-27
extern const Property kDisabledAndWoken;  ///< I-28
extern const Property kCadence;           ///< I-29
extern const Property kAuxPairs;          ///< I-30
extern const Property kOverwriteHead;     ///< I-31
extern const Property kAuxOffsets;        ///< I-34

/// What holds for every scenario with an AUX area.
inline constexpr std::array kAuxProperties = {&kAuxPublication, &kAuxNoClobber, &kAuxAccounting,
                                              &kOneTransaction, &kLossFlagged,  &kCadence};

}  // namespace ringcheck
