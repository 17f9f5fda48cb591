#pragma once
// The cases of the machine of perf's loop: its parts, what may happen, and how often it must.

#include <array>

#include "properties/aux/aux_sequence.hpp"
#include "protocol/ring/perf_record.hpp"

namespace ringcheck::record_loop {

inline constexpr std::size_t kRings = 3, kShared = 0, kWithAux = 1, kOverwritten = 2;
inline constexpr std::uint64_t kRingWords = 16, kSampleBytes = 2 * kWordBytes;
inline constexpr std::array<std::string_view, 6> kProperties = {"I-10", "I-15", "I-20",
                                                                "I-48", "I-49", "I-112"};
enum Switch : std::uint64_t { no_switch, by_signal, by_size, by_time };
inline constexpr std::array kSetup = {Dial{"overwritable ring", 0, 1},
                                      Dial{"switch", no_switch, by_time}, Dial{"flush", 0, 1},
                                      Dial{"own workload", 0, 1}, Dial{"AUX for snapshots", 0, 1}};
enum Step : std::size_t { sample, round, dump, alarm, hang_up, later, burst };
enum Late : std::uint64_t { later_dump, later_done, later_write, later_overwrite };
inline constexpr std::uint64_t kEvents = 4, kAccesses = 30;
inline constexpr std::array<std::uint64_t, 2> kSwitchSizes = {32, 57};  ///< whole words, and not
inline constexpr std::array kShares = {Share{"reads samples", 50},
                                       Share{"reads losses", 20},
                                       Share{"switches its file", 20},
                                       Share{"disables its events", 8},
                                       Share{"ends since no event is left", 3},
                                       Share{"dumps an overwritable ring", 20}};
inline constexpr std::array kSteps = {Dial{"sample", 0, kRings - 1},
                                      Dial{"round"},
                                      Dial{"dump"},
                                      Dial{"alarm"},
                                      Dial{"hang up", 0, kRings - 1},
                                      Dial{"later", 0, kEvents* kAccesses - 1},
                                      Dial{"more samples than fit", 0, kRings - 1}};

}  // namespace ringcheck::record_loop
