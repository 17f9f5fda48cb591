#pragma once
// Defects of Intel BTS.

#include <array>

#include "protocol/core/defect.hpp"

namespace ringcheck::defect {

/// BTS sets its state before it has a transaction.
inline constexpr Defect kBtsActiveBeforeBegin = {"bts-active-before-begin", "T-01"};
/// BTS takes every interrupt for its own.
inline constexpr Defect kBtsClaimsEveryNmi = {"bts-claims-every-nmi", "T-02"};
/// BTS takes whatever a page's private field holds for its order.
inline constexpr Defect kBtsPrivateOfAnyPage = {"bts-private-of-any-page", "T-04"};
/// BTS moves its head after the end of the transaction.
inline constexpr Defect kBtsHeadBehindEnd = {"bts-head-behind-end", "T-05"};

/// Every one of them.
inline constexpr std::array kBtsDefects = {kBtsActiveBeforeBegin, kBtsClaimsEveryNmi,
                                           kBtsPrivateOfAnyPage, kBtsHeadBehindEnd};

}  // namespace ringcheck::defect
