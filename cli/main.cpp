// The ringcheck command.
#include "cli/run_command.hpp"

int main(int argc, char** argv) {
  return ringcheck::run_command(argc, argv);
}
