# cmake -D READELF=.. -D CXXFILT=.. -D ARCHIVE=<library>|<object> -P check_locals.cmake
#
# Code of programs whose runs are dropped must not have a local with a destructor: nothing would run it. Such a
# local gives its function a table of what to do when an exception passes, and with -ffunction-sections that table
# has a section named after the function. So none may be there of a function that is given a CheckedCpu or a
# ThreadRun: inlined or not, a step of the specification is in one of them.
cmake_minimum_required(VERSION 3.25)

execute_process(COMMAND "${READELF}" -SW "${ARCHIVE}"
  COMMAND grep -Eo "gcc_except_table\\._Z[^ ]*"
  COMMAND sed "s/^gcc_except_table.//"
  COMMAND sort -u
  COMMAND "${CXXFILT}"
  # A CheckedCpu of a function that is handed over is none of the function that hands it over; _M_manager
  # copies and deletes the closure of a body, outside of any run.
  COMMAND sed -E "/_M_manager/d; h; s/[(]anonymous namespace[)]:://g; s/[{]lambda[(][^()]*[)]#[0-9]+[}]//g; s/std::function<void [(][^()]*[)]>|[(][*][)][(][^()]*[)]//g; /(CheckedCpu|ThreadRun)&/!d; g"
  OUTPUT_VARIABLE names RESULTS_VARIABLE results)
list(GET results 0 failed)
if(failed)
  message(FATAL_ERROR "${READELF} cannot read ${ARCHIVE}")
endif()
if(names)
  message(FATAL_ERROR "a local with a destructor, where a run is dropped and not unwound, in\n${names}")
endif()
