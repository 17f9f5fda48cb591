# cmake -D CXX=.. -D SOURCE_DIR=.. -D ROOTS=<build>/include-roots -D WORK=<scratch> -P check_arrows.cmake
#
# For every two folders a and b, with the include directories that a's target really has:
# an allowed include of b's headers is found, a forbidden one fails to compile. The table below is written
# apart from the link lists on purpose: a stray target_link_libraries fails here.
# Files included through a folder that has no header yet are skipped.
cmake_minimum_required(VERSION 3.25)

set(folders graph models explore check protocol properties litmus source kernel shards face cli)
set(allow_graph)
set(allow_models graph)
set(allow_explore graph models)
set(allow_protocol)
set(allow_check explore graph models)
set(allow_properties protocol check explore graph models)
set(allow_litmus graph models explore check)
set(allow_source check explore graph models)
set(allow_kernel protocol properties source check explore graph models)
set(allow_shards graph models explore check litmus source)
set(allow_face graph models explore check litmus)
set(allow_cli graph models explore check protocol properties litmus)
# cli/programs, which stands within cli/: nothing else includes it without the folders that it needs.
set(allow_cli_programs ${allow_cli} source kernel shards cli)

file(MAKE_DIRECTORY "${WORK}")
set(failures 0)
set(checked 0)

foreach(from IN LISTS folders ITEMS cli_programs)
  file(STRINGS "${ROOTS}/${from}.dirs" dirs)
  set(flags "")
  foreach(dir IN LISTS dirs)
    if(NOT dir STREQUAL "/usr/include")
      list(APPEND flags "-I${dir}")
    endif()
  endforeach()

  foreach(to IN LISTS folders)
    file(GLOB_RECURSE headers RELATIVE "${SOURCE_DIR}" "${SOURCE_DIR}/${to}/*.hpp")
    if(to STREQUAL from OR NOT headers)
      continue()
    endif()
    list(GET headers 0 header)
    set(probe "${WORK}/${from}_includes_${to}.cpp")
    if(to IN_LIST allow_${from})
      # Only that it is found: whether the header compiles is for its own folder to show.
      file(WRITE "${probe}" "#if !__has_include(\"${header}\")\n#error not found\n#endif\n")
    else()
      file(WRITE "${probe}" "#include \"${header}\"\n")
    endif()
    execute_process(COMMAND "${CXX}" -std=c++20 -fsyntax-only ${flags} "${probe}"
      RESULT_VARIABLE result ERROR_VARIABLE error OUTPUT_QUIET)
    math(EXPR checked "${checked} + 1")

    if(to IN_LIST allow_${from})
      if(NOT result EQUAL 0)
        message(SEND_ERROR "${from}/ may include \"${header}\" and does not find it:\n${error}")
        math(EXPR failures "${failures} + 1")
      endif()
    elseif(result EQUAL 0 OR NOT error MATCHES "${header}['\"]?( file not found|: No such file)")
      message(SEND_ERROR "${from}/ must not include \"${header}\", and the compiler lets it:\n${error}")
      math(EXPR failures "${failures} + 1")
    endif()
  endforeach()
endforeach()

if(failures EQUAL 0)
  message(STATUS "${checked} arrows between folders hold")
endif()
