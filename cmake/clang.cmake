# clang as a library: what `source/clang` is linked with. Its libraries are static, so that nothing has to be relocated when
# the program starts.

# Links `target` with clang's front end, and with what that needs of LLVM.
function(ringcheck_link_clang target)
  cmake_path(GET RINGCHECK_CLANG_INCLUDE PARENT_PATH llvm)
  execute_process(COMMAND "${llvm}/bin/llvm-config" --link-static --libs passes irreader bitwriter option coverage lto linker objcopy
      frontenddriver frontendhlsl frontendoffloading frontendopenmp windowsdriver
    OUTPUT_VARIABLE libraries OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  separate_arguments(libraries)
  # Polly's are in a package of their own, and optimise.
  list(FILTER libraries EXCLUDE REGEX "Polly")
  list(TRANSFORM libraries REPLACE "^-l(.*)$" "${llvm}/lib/lib\\1.a")
  foreach(name Frontend Driver CodeGen Serialization Parse Sema Analysis Edit ASTMatchers APINotes AST Lex Basic Support)
    list(PREPEND clang "${llvm}/lib/libclang${name}.a")
  endforeach()
  target_include_directories(${target} SYSTEM PRIVATE "${RINGCHECK_CLANG_INCLUDE}")
  target_compile_definitions(${target} PRIVATE "RINGCHECK_CLANG_COMMAND=\"${llvm}/bin/clang\"")
  # Whatever the libraries were compiled for, the program is to lie where its addresses are known.
  target_compile_options(${target} PRIVATE -fno-pie)
  target_link_options(${target} PRIVATE -no-pie -Wl,--gc-sections)
  target_link_libraries(${target} PRIVATE ringcheck_flags
    -Wl,--start-group ${clang} ${libraries} -Wl,--end-group zstd z tinfo m Threads::Threads ${CMAKE_DL_LIBS})
endfunction()
