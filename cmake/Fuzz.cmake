# Each fuzz/fuzz_NAME.c defines LLVMFuzzerTestOneInput; its inputs to start from are in fuzz/corpus/NAME/. A fuzz
# build links it with libFuzzer and ctest runs it for ARDOR_FUZZ_SECONDS; any other build links it with replay.c
# and ctest runs it once over its corpus.
file(GLOB ARDOR_FUZZ_SOURCES CONFIGURE_DEPENDS fuzz/fuzz_*.c)
foreach(source IN LISTS ARDOR_FUZZ_SOURCES)
  get_filename_component(target ${source} NAME_WE)
  string(REGEX REPLACE "^fuzz_" "" name ${target})
  set(corpus ${CMAKE_CURRENT_SOURCE_DIR}/fuzz/corpus/${name})
  add_executable(${target} ${source})
  target_link_libraries(${target} PRIVATE ardor_static)
  if(ARDOR_FUZZ)
    target_link_options(${target} PRIVATE -fsanitize=fuzzer)
    # libFuzzer writes what it finds to the first directory: keep that out of the source tree.
    set(found ${PROJECT_BINARY_DIR}/fuzz/${name})
    file(MAKE_DIRECTORY ${found})
    add_test(NAME ${target} COMMAND ${target} -max_total_time=${ARDOR_FUZZ_SECONDS} -timeout=300
                                              -artifact_prefix=${found}- ${found} ${corpus})
  else()
    target_sources(${target} PRIVATE fuzz/replay.c)
    add_test(NAME ${target} COMMAND ${target} ${corpus})
  endif()
  set_tests_properties(${target} PROPERTIES LABELS fuzz ENVIRONMENT OPENBLAS_NUM_THREADS=1)
endforeach()
