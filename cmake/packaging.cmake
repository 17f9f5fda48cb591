# What is installed: the command, the public headers, and the library ringcheck::ringcheck with its
# CMake and pkg-config files. docs/library.md says how to use it.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# Makes one static library of the folders' own, so that users link one file.
#   FOLDERS    whose objects it holds
#   PRIVATE    libraries of the system that a program needs at its end
#   PUBLIC     libraries that its headers use
function(ringcheck_public_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "FOLDERS;PRIVATE;PUBLIC")
  set(objects "")
  foreach(folder IN LISTS arg_FOLDERS)
    list(APPEND objects "$<TARGET_OBJECTS:ringcheck_${folder}>")
  endforeach()
  set(target ringcheck_lib_${name})
  add_library(${target} STATIC ${objects})
  set_target_properties(${target} PROPERTIES LINKER_LANGUAGE CXX EXPORT_NAME ${name})
  target_compile_features(${target} INTERFACE cxx_std_20)
  target_include_directories(${target} INTERFACE
    "$<BUILD_INTERFACE:${CMAKE_SOURCE_DIR}/include>" "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>")
  target_link_libraries(${target} PUBLIC ${arg_PUBLIC} PRIVATE ${arg_PRIVATE})
  add_library(ringcheck::${name} ALIAS ${target})
endfunction()

ringcheck_public_library(ringcheck FOLDERS graph models explore check litmus face
  PRIVATE fmt::fmt Boost::context TBB::tbb Threads::Threads)
set_target_properties(ringcheck_lib_ringcheck PROPERTIES OUTPUT_NAME ringcheck)

set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/ringcheck")
install(TARGETS ringcheck COMPONENT command RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
# The manual page and completions, which cli/ has the command make.
set(documents "${CMAKE_BINARY_DIR}/documents")
install(FILES "${documents}/ringcheck.1" COMPONENT command DESTINATION "${CMAKE_INSTALL_MANDIR}/man1")
install(FILES "${documents}/ringcheck.bash" COMPONENT command
  DESTINATION share/bash-completion/completions RENAME ringcheck)
install(FILES "${documents}/_ringcheck" COMPONENT command DESTINATION share/zsh/vendor-completions)
install(FILES "${documents}/ringcheck.fish" COMPONENT command DESTINATION share/fish/vendor_completions.d)
if(TARGET ringcheck_llvm)
  install(TARGETS ringcheck_llvm COMPONENT command LIBRARY DESTINATION lib/ringcheck)
  if(TARGET ringcheck_clang)
    install(TARGETS ringcheck_clang COMPONENT command RUNTIME DESTINATION lib/ringcheck)
  endif()
  # What `check` gives to the programs that it compiles.
  install(DIRECTORY "${CMAKE_SOURCE_DIR}/include/ringcheck" COMPONENT command
    DESTINATION share/ringcheck/include FILES_MATCHING PATTERN "*.h")
endif()
install(TARGETS ringcheck_lib_ringcheck EXPORT ringcheck COMPONENT development
  ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}")
install(DIRECTORY "${CMAKE_SOURCE_DIR}/include/ringcheck" COMPONENT development
  DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" FILES_MATCHING PATTERN "*.hpp" PATTERN "*.h")
install(EXPORT ringcheck COMPONENT development NAMESPACE ringcheck:: FILE ringcheckTargets.cmake
  DESTINATION "${package_dir}")
configure_package_config_file("${CMAKE_SOURCE_DIR}/cmake/ringcheckConfig.cmake.in"
  "${CMAKE_BINARY_DIR}/ringcheckConfig.cmake" INSTALL_DESTINATION "${package_dir}")
# Before 1.0 a new minor version may change the interface.
write_basic_package_version_file("${CMAKE_BINARY_DIR}/ringcheckConfigVersion.cmake"
  COMPATIBILITY SameMinorVersion)
install(FILES "${CMAKE_BINARY_DIR}/ringcheckConfig.cmake" "${CMAKE_BINARY_DIR}/ringcheckConfigVersion.cmake"
  COMPONENT development DESTINATION "${package_dir}")
# The prefix may be chosen when it is installed: it is found from where the file is.
file(RELATIVE_PATH RINGCHECK_PC_TO_PREFIX "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
configure_file("${CMAKE_SOURCE_DIR}/cmake/ringcheck.pc.in" "${CMAKE_BINARY_DIR}/ringcheck.pc" @ONLY)
install(FILES "${CMAKE_BINARY_DIR}/ringcheck.pc" COMPONENT development
  DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
install(FILES "${CMAKE_SOURCE_DIR}/README.md" COMPONENT command DESTINATION "${CMAKE_INSTALL_DOCDIR}")
install(DIRECTORY "${CMAKE_SOURCE_DIR}/examples" COMPONENT development
  DESTINATION "${CMAKE_INSTALL_DOCDIR}" FILES_MATCHING PATTERN "*.cpp" PATTERN "*.expected")

# Two Debian packages: the command, and what programs are built with.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME ringcheck)
set(CPACK_PACKAGE_CONTACT "the authors of ringcheck <ringcheck@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL command development)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_COMMAND_PACKAGE_NAME ringcheck)
set(CPACK_DEBIAN_COMMAND_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libringcheck-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "libfmt-dev, libboost-context-dev, libtbb-dev")
include(CPack)
