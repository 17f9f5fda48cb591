#pragma once
// The subcommands of ringcheck, one function each. Each prints, and returns how the command ends.

#include <cstdint>
#include <string>
#include <vector>

#include "cli/ci_report.hpp"
#include "cli/exit_status.hpp"

namespace ringcheck {

struct Check;
class ResumableCheck;

/// What `verify` and `barriers` are asked to check.
struct CheckArguments {
  std::vector<std::string> models;         ///< empty: all
  std::vector<std::string> scenarios;      ///< empty: all (`barriers`: barrier_scenario)
  std::vector<std::string> parameters;     ///< NAME=VALUE
  std::vector<std::string> architectures;  ///< instead of models: as compiled for these machines
  /// TABLE for each of these machines, or ARCH=TABLE for one; the others use all that they have.
  std::vector<std::string> user_tables;
  std::vector<std::string> sites;  ///< NAME=STRENGTH, for `barriers` NAME=STRENGTH,STRENGTH…
  std::string json;  ///< path of the JSON output, "-" for standard output, empty for none
  /// Instead: what each barrier() and each ONCE of the data ring is for, as compilers go.
  bool compiler = false;
};

/// How `verify` runs its checks.
struct SessionOptions {
  unsigned jobs = 0;                   ///< workers; 0: one a core
  std::uint64_t limit_executions = 0;  ///< of each check; 0: none
  double seconds = 0;                  ///< for all checks together; 0: no limit
  std::uint64_t memory = 0;            ///< of this process, in MiB; 0: no limit
  std::string checkpoint;  ///< path of the file that keeps what is known, empty for none
  std::string resume;      ///< path of such a file to go on from, empty for none
  bool progress = false;   ///< show it even when standard error is no terminal
};

/// `ringcheck verify`.
struct VerifyOptions {
  CheckArguments check;
  SessionOptions session;
  CiOptions ci;
  std::string report;            ///< path of REPORT.md, empty for none
  std::string pages;             ///< folder for the report as a site, empty for none
  std::string witness;           ///< path for the first witness, empty for none
  bool all_events = false;       ///< witnesses are shown with every event
  bool smallest = false;         ///< witnesses of smaller parameters are looked for
  bool accept_findings = false;  ///< violations that docs/findings.md explains leave the status
  bool symmetry = true;          ///< explore threads with the same code in one order only
  bool verdict_only = false;     ///< search states, equal futures once, instead of all executions
};
ExitStatus verify(const VerifyOptions& options);
/// The same for `runs`, instead of those that options.check chooses. With `known`, one for each of
/// `runs`, the checks go on from where those are; without, from their start.
ExitStatus verify_checks(const std::vector<Check>& runs, std::vector<ResumableCheck> known,
                         const VerifyOptions& options);

/// `ringcheck barriers`.
struct BarriersOptions {
  CheckArguments check;
  bool progress = false;  ///< show it even when standard error is no terminal
  bool all = false;       ///< each minimal plan, and a witness for each choice that is not enough
  bool each = false;      ///< check each plan to its end, and infer none
  std::string witness;    ///< path for the first witness, empty for none
};
/// Studies ordering points. Status: violated when a scenario's own plan is not enough under some
/// model.
ExitStatus barriers(const BarriersOptions& options);

/// `verify --compiler` and `barriers --compiler`: prints the study, or with --arch one study for
/// each machine. That a protection is needed is a result, not a violation. Status: violated when
/// something is violated with nothing taken away, bound_reached when not all was explored. Errors:
/// InputError for a site that is none of protections().
ExitStatus compiler_command(const CheckArguments& arguments, unsigned jobs);

/// `ringcheck barriers --drivers`: uses only the models and the path of the JSON output.
ExitStatus barriers_of_drivers(const CheckArguments& options);

/// `ringcheck replay WITNESS`. Status: violated when the witness still shows its violation.
/// `all_events`: it is shown with every event.
ExitStatus show_witness(const std::string& path, bool all_events = false);

/// `ringcheck explain`. Without a path, the witness is printed.
struct ExplainOptions {
  std::string witness;      ///< path of a witness, or a name of what `ringcheck list` shows
  std::string json;         ///< path of a name's rows for programs, empty for none
  std::string dot;          ///< path of the picture in Graphviz' language, empty for none
  std::string svg;          ///< path of the picture as SVG
  std::string html;         ///< path of the page to step through
  bool all_events = false;  ///< the text has every event
};
/// Explains a witness, or the thing of this name. Status: holds. Errors: InputError for a witness
/// that no longer shows its violation.
ExitStatus explain(const ExplainOptions& options);

/// `ringcheck conform`.
struct ConformOptions {
  std::string aux;                ///< folder of recorded answers, a SET.jsonl per set; may be empty
  std::vector<std::string> sets;  ///< of that folder; empty: all that are there
  std::string traces;             ///< file of recorded traces of real buffers; may be empty
  bool live = false;              ///< drive a buffer of the running kernel
  std::uint64_t cases = 200;      ///< programs that it is driven with
  std::uint64_t seed = 1;         ///< of these programs
  std::string json;               ///< path of the JSON output, "-" for standard output
  unsigned jobs = 0;              ///< rows held at a time; 0: one a core
};
/// Holds the specification against recorded answers. Status: holds when all rows agree, violated
/// when one differs, bound_reached when none differs and some are of a set that is not modelled, or
/// when the kernel does not allow itself to be driven.
ExitStatus conform(const ConformOptions& options);

/// `ringcheck mutants`.
struct MutantsOptions {
  std::vector<std::string> mutants;   ///< ids; with `sections`, those of either; empty: all
  std::vector<std::string> sections;  ///< of the catalogue, such as "M"
  std::vector<std::string> models;    ///< "sequential" for what needs none; empty: all
  std::uint64_t seed = 1;             ///< of random sequences
  unsigned jobs = 0;                  ///< workers; 0: one a core
  std::string json;                   ///< path of the JSON output, "-" for standard output
};
/// Puts known mistakes into the specification and looks for them. Status: holds when each is found
/// where its mutant names it and nowhere else, violated otherwise.
ExitStatus mutants(const MutantsOptions& options);

/// `ringcheck fuzz`.
struct FuzzOptions {
  std::uint64_t seed = 1;
  std::uint64_t cases = 0;  ///< of each kind of sequences; 0: as many as each finds right
  std::string mutant;       ///< id of a mistake to put into the specification; may be empty
  /// Machines of AUX sequences to try instead of data rings: their names, or "all".
  std::vector<std::string> machines;
  unsigned jobs = 0;  ///< kinds at a time; 0: one a core
  std::string json;   ///< where to write rows; empty: nowhere
};
/// Tries random sequences, and prints the first one that violates something, shrunk. Status:
/// violated when there is one.
ExitStatus fuzz(const FuzzOptions& options);

/// `ringcheck kernel`.
struct KernelOptions {
  std::vector<std::string> trees;       ///< folders with the kernel's source
  std::vector<std::string> areas;       ///< whose calls are held; empty: all
  std::uint64_t programs = 0;           ///< of each area and tree; 0: as many as usual
  std::uint64_t seed = 1;               ///< of the programs
  std::string changes;                  ///< file of the trees whose tokens are changed; empty: none
  std::uint64_t most = 0;               ///< changes; 0: all
  bool findings = false;                ///< show those of docs/findings.md instead
  std::string patches;                  ///< write those that repair them to this folder instead
  std::vector<std::string> scenarios;   ///< explore these instead
  std::vector<std::string> models;      ///< under which; empty: the usual ones
  std::vector<std::string> parameters;  ///< of the scenarios, NAME=VALUE
  bool barriers = false;                ///< also with each ordering point left out
  unsigned jobs = 0;                    ///< workers that explore; 0: one a core
  std::string json;                     ///< path of the JSON output, "-" for standard output
};
/// Holds the kernel's own text against the specification. Status: violated when the two differ,
/// or, with changes, when one of them is missed.
ExitStatus check_kernel(const KernelOptions& options);

}  // namespace ringcheck
