# tests/test_*.c: UnitTests.cmake. tests/test_*.sh: scripts that drive the program, which they
# find in $ARDOR (exit status 77: skipped).
# tests/hygiene: rules of the source tree, each with a self-test. tests/consumer: the installed library, used.
set(ARDOR_TESTS "")

set(required "")
if(ARDOR_TESTS_REQUIRED)
  set(required REQUIRED)
endif()
find_package(PkgConfig REQUIRED)
pkg_check_modules(ARDOR_CMOCKA ${required} IMPORTED_TARGET cmocka)
pkg_check_modules(ARDOR_CERF ${required} IMPORTED_TARGET libcerf)       # test_probit compares with it
if(ARDOR_CMOCKA_FOUND AND ARDOR_CERF_FOUND)
  include(UnitTests)
else()
  set(left_out "The tests in C are left out: they need cmocka and libcerf (packages libcmocka-dev and libcerf-dev)")
  message(STATUS "${left_out}")
  add_test(NAME tests_left_out COMMAND sh -c "echo '${left_out}'; exit 1")      # ctest must not pass as if all were tested
endif()

if(TARGET ardor-cli)
  file(GLOB ARDOR_TEST_SCRIPTS CONFIGURE_DEPENDS tests/test_*.sh)
  foreach(script IN LISTS ARDOR_TEST_SCRIPTS)
    get_filename_component(name ${script} NAME_WE)
    add_test(NAME ${name} COMMAND bash ${script} WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
    set_tests_properties(${name} PROPERTIES SKIP_RETURN_CODE 77)
    list(APPEND ARDOR_TESTS ${name})
  endforeach()
endif()

# tests/cli/*.sh: the command line, one script each; their arguments are the program and the source directory.
if(TARGET ardor-cli)
  file(GLOB ARDOR_CLI_SCRIPTS CONFIGURE_DEPENDS tests/cli/*.sh)
  list(FILTER ARDOR_CLI_SCRIPTS EXCLUDE REGEX "/common\\.sh$")
  foreach(script IN LISTS ARDOR_CLI_SCRIPTS)
    get_filename_component(name ${script} NAME_WE)
    add_test(NAME cli_${name} COMMAND bash ${script} $<TARGET_FILE:ardor-cli> ${CMAKE_CURRENT_SOURCE_DIR})
    set_tests_properties(cli_${name} PROPERTIES SKIP_RETURN_CODE 77)
    list(APPEND ARDOR_TESTS cli_${name})
  endforeach()
endif()

# tests/adding: what the tables take, added as the documents say, in a program of its own.
if(TARGET ardor-cli)
  include(Adding)
  add_test(NAME adding COMMAND bash ${CMAKE_CURRENT_SOURCE_DIR}/tests/adding/run.sh $<TARGET_FILE:ardor-adding>
           ${CMAKE_CURRENT_SOURCE_DIR} $<TARGET_FILE:ardor-cli>)
  list(APPEND ARDOR_TESTS adding)
endif()

# python/: the package, built and tested where the packages for it are. A sanitizer would have to be in the interpreter.
if(TARGET ardor-cli AND NOT ARDOR_INSTRUMENTATION)
  add_test(NAME python COMMAND bash ${CMAKE_CURRENT_SOURCE_DIR}/scripts/python.sh ${PROJECT_BINARY_DIR})
  set_tests_properties(python PROPERTIES SKIP_RETURN_CODE 77)
  list(APPEND ARDOR_TESTS python)
endif()

# The number of BLAS threads decides the last bits of results, and ctest runs tests side by side: one thread.
if(ARDOR_TESTS)
  set(environment OPENBLAS_NUM_THREADS=1)
  if(TARGET ardor-cli)
    list(APPEND environment ARDOR=$<TARGET_FILE:ardor-cli>)
  endif()
  set_tests_properties(${ARDOR_TESTS} PROPERTIES ENVIRONMENT "${environment}")
endif()

# tests/test_accuracy*.c: the promised accuracy, with two threads each; `ctest -LE accuracy` leaves them out. What they
# assert does not depend on instrumentation, which would make minutes of them.
set(accuracy_tests ${ARDOR_TESTS})
list(FILTER accuracy_tests INCLUDE REGEX "^test_accuracy")
if(accuracy_tests)
  set_tests_properties(${accuracy_tests} PROPERTIES LABELS accuracy PROCESSORS 2)
  if(ARDOR_INSTRUMENTATION)
    set_tests_properties(${accuracy_tests} PROPERTIES DISABLED TRUE)
  endif()
endif()

# ---- hygiene
set(ARDOR_HYGIENE ${CMAKE_CURRENT_SOURCE_DIR}/tests/hygiene)
function(ardor_add_hygiene name)
  add_test(NAME hygiene_${name} COMMAND sh ${ARDOR_HYGIENE}/${name}.sh ${CMAKE_CURRENT_SOURCE_DIR} ${ARGN}
           COMMAND_EXPAND_LISTS)
  add_test(NAME hygiene_${name}_selftest COMMAND sh ${ARDOR_HYGIENE}/selftest.sh ${name} ${CMAKE_C_COMPILER})
  set_tests_properties(hygiene_${name} hygiene_${name}_selftest PROPERTIES LABELS hygiene)
endfunction()

ardor_add_hygiene(includes)
set(objects $<TARGET_OBJECTS:ardor_objects>)
if(TARGET ardor-cli)
  list(APPEND objects $<TARGET_OBJECTS:ardor-cli>)
endif()
ardor_add_hygiene(flow "${objects}")
ardor_add_hygiene(bans $<TARGET_FILE:ardor_static>)
ardor_add_hygiene(sizes)
ardor_add_hygiene(paths)
ardor_add_hygiene(constants)
if(NOT ARDOR_INSTRUMENTATION)       # sanitizers and coverage export symbols of their own
  ardor_add_hygiene(symbols $<TARGET_FILE:ardor> $<IF:$<BOOL:${ARDOR_API_COMPLETE}>,complete,partial>)
endif()
# scripts/mutants.sh, on a tree of one file
add_test(NAME hygiene_mutants COMMAND bash ${ARDOR_HYGIENE}/mutants.sh ${CMAKE_CURRENT_SOURCE_DIR} ${CMAKE_C_COMPILER})
set_tests_properties(hygiene_mutants PROPERTIES LABELS hygiene)

# ---- the installed library
list(JOIN ARDOR_INSTRUMENTATION " " consumer_flags)
add_test(NAME consumer COMMAND bash ${CMAKE_CURRENT_SOURCE_DIR}/tests/consumer/run.sh
         ${PROJECT_BINARY_DIR} ${CMAKE_COMMAND} ${CMAKE_C_COMPILER} ${PROJECT_VERSION} "${consumer_flags}" ${ARDOR_PROFILE})
set_tests_properties(consumer PROPERTIES ENVIRONMENT OPENBLAS_NUM_THREADS=1)

# ---- a test that hangs is ended some time; how fast a machine is must not matter
get_property(all_tests DIRECTORY PROPERTY TESTS)
set_tests_properties(${all_tests} PROPERTIES TIMEOUT 3600)

# ---- coverage
if(ARDOR_COVERAGE)
  find_program(ARDOR_GCOVR gcovr REQUIRED)
  include(ProcessorCount)
  ProcessorCount(processors)
  add_custom_target(coverage
      COMMAND find ${PROJECT_BINARY_DIR} -name "*.gcda" -delete
      COMMAND ${CMAKE_CTEST_COMMAND} --output-on-failure -j ${processors}
      COMMAND ${ARDOR_GCOVR} --root ${CMAKE_CURRENT_SOURCE_DIR} --filter ${CMAKE_CURRENT_SOURCE_DIR}/src/
              --object-directory ${PROJECT_BINARY_DIR} --print-summary --exclude-unreachable-branches
              --fail-under-line ${ARDOR_COVERAGE_MINIMUM} ${PROJECT_BINARY_DIR}
      WORKING_DIRECTORY ${PROJECT_BINARY_DIR} USES_TERMINAL VERBATIM
      COMMENT "Line coverage of src/ (at least ${ARDOR_COVERAGE_MINIMUM} %)")
endif()
