# The functions that the folders' CMakeLists.txt call.
#
# Arrows between folders are enforced by include roots: <build>/include-roots/<folder> holds nothing but a
# symbolic link to that folder, and is exported by the folder's own target. A source sees the roots of its own
# target and of the targets it links, and no others, so "models/model.hpp" does not exist for graph/.

set(RINGCHECK_INCLUDE_ROOTS "${CMAKE_BINARY_DIR}/include-roots")

# Makes the include root under which `folder` (graph, tests/oracle, ...) can be named; returns it in `out`.
function(ringcheck_include_root folder out)
  string(REPLACE "/" "-" name "${folder}")
  set(link "${RINGCHECK_INCLUDE_ROOTS}/${name}/${folder}")
  get_filename_component(parent "${link}" DIRECTORY)
  file(MAKE_DIRECTORY "${parent}")
  set(from "${CMAKE_SOURCE_DIR}/${folder}")
  if(RINGCHECK_OUTSIDERS AND folder STREQUAL "protocol")
    set(from "${CMAKE_BINARY_DIR}/outsiders/protocol")
  endif()
  file(CREATE_LINK "${from}" "${link}" SYMBOLIC)
  set(${out} "${RINGCHECK_INCLUDE_ROOTS}/${name}" PARENT_SCOPE)
endfunction()

# Adds the library ringcheck_<name> from every source below the current folder.
#   PUBLIC     folders and libraries that its headers and its users may include
#   PRIVATE    libraries that only its own sources use
#   GENERATED  sources made in the build tree
#   EXCLUDE    file names that do not belong to the library
#   TOGETHER   file names that are best compiled as one (cmake/together.cmake)
#   ALONE      file names that are compiled each by itself
# A folder of headers alone becomes an INTERFACE library.
function(ringcheck_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "PUBLIC;PRIVATE;GENERATED;EXCLUDE;TOGETHER;ALONE")
  file(RELATIVE_PATH folder "${CMAKE_SOURCE_DIR}" "${CMAKE_CURRENT_SOURCE_DIR}")
  ringcheck_include_root("${folder}" root)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/*.cpp")
  foreach(file IN LISTS arg_EXCLUDE)
    list(REMOVE_ITEM sources "${CMAKE_CURRENT_SOURCE_DIR}/${file}")
  endforeach()
  list(APPEND sources ${arg_GENERATED})

  set(target ringcheck_${name})
  if(sources)
    add_library(${target} STATIC ${sources})
    target_include_directories(${target} PUBLIC "${root}")
    target_link_libraries(${target} PUBLIC ${arg_PUBLIC} PRIVATE ${arg_PRIVATE} ringcheck_flags)
    ringcheck_together(${target} ONE ${arg_TOGETHER} ALONE ${arg_ALONE})
    set(visible "$<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>")
  else()
    add_library(${target} INTERFACE)
    target_include_directories(${target} INTERFACE "${root}")
    target_link_libraries(${target} INTERFACE ${arg_PUBLIC} ${arg_PRIVATE})
    set(visible "$<TARGET_PROPERTY:${target},INTERFACE_INCLUDE_DIRECTORIES>")
  endif()

  # What this target can see, for the test of the arrows (cmake/check_arrows.cmake).
  file(GENERATE OUTPUT "${RINGCHECK_INCLUDE_ROOTS}/${name}.dirs"
    CONTENT "$<JOIN:$<REMOVE_DUPLICATES:${visible}>,\n>\n")
endfunction()

# Compiles `target` with -O1 in the presets of full speed: a quarter less to do for the compiler, where nothing runs long.
function(ringcheck_optimise_less target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
endfunction()

# Random tests draw from this seed, so that two runs of the tests are the same run; another seed tries other cases.
set(RINGCHECK_TEST_SEED 20221211 CACHE STRING "Seed of the random tests that CTest runs")

# Adds the executable test_<name> from tests/<name>/, linked to LINK, and registers each of its tests with
# CTest. Tests whose suite or name contains "Slow" carry the label slow. Without sources there is no target.
function(ringcheck_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "LINK;EXCLUDE")
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/${name}/*.cpp")
  foreach(file IN LISTS arg_EXCLUDE)
    list(REMOVE_ITEM sources "${CMAKE_CURRENT_SOURCE_DIR}/${name}/${file}")
  endforeach()
  if(NOT sources)
    return()
  endif()
  ringcheck_include_root("tests/${name}" root)
  set(target test_${name})
  add_executable(${target} ${sources})
  target_include_directories(${target} PRIVATE "${root}")
  target_compile_definitions(${target} PRIVATE
    RINGCHECK_SOURCE_DIR="${CMAKE_SOURCE_DIR}"
    RINGCHECK_BINARY_DIR="${CMAKE_BINARY_DIR}")
  target_link_libraries(${target} PRIVATE
    ${arg_LINK} ringcheck_names ringcheck_flags rapidcheck_gtest GTest::gmock GTest::gtest GTest::gtest_main)
  ringcheck_optimise_less(${target})
  ringcheck_start_from(${target} tests)
  ringcheck_together(${target})

  set(seconds 300)
  if(RINGCHECK_SANITIZE)
    set(seconds 1800)  # searches switch between stacks, which sanitizers follow one by one
  endif()
  set(common
    WORKING_DIRECTORY "${CMAKE_SOURCE_DIR}"
    DISCOVERY_MODE PRE_TEST
    DISCOVERY_TIMEOUT 120
    NO_PRETTY_VALUES)  # the names of parameters are in the tests' own names
  gtest_discover_tests(${target} ${common}
    TEST_PREFIX "${name}." TEST_FILTER "-*Slow*" TEST_LIST ${target}_fast
    PROPERTIES TIMEOUT ${seconds} LABELS "${name}" ENVIRONMENT "RC_PARAMS=seed=${RINGCHECK_TEST_SEED}")
  gtest_discover_tests(${target} ${common}
    TEST_PREFIX "${name}." TEST_FILTER "*Slow*" TEST_LIST ${target}_slow
    PROPERTIES TIMEOUT 1800 LABELS "${name}" ENVIRONMENT "RC_PARAMS=seed=${RINGCHECK_TEST_SEED}")
  # A list of labels does not survive what gtest_discover_tests does with properties.
  set(labels "${CMAKE_CURRENT_BINARY_DIR}/${target}_labels.cmake")
  file(CONFIGURE OUTPUT "${labels}" @ONLY CONTENT [[
foreach(test IN LISTS @target@_slow)
  set_tests_properties("${test}" PROPERTIES LABELS "@name@;slow")
endforeach()
]])
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES "${labels}")
endfunction()
