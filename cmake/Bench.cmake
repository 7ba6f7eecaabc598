# bench/bench_*.c: speed and memory against their limits, one program each; never part of the tests. The target `bench`
# runs them one after the other, alone and with one BLAS thread.
pkg_check_modules(ARDOR_CERF REQUIRED IMPORTED_TARGET libcerf)       # bench_special compares with it
file(GLOB ARDOR_BENCH_SOURCES CONFIGURE_DEPENDS bench/bench_*.c)
add_custom_target(bench)
foreach(source IN LISTS ARDOR_BENCH_SOURCES)
  get_filename_component(name ${source} NAME_WE)
  add_executable(${name} ${source} bench/bench.c)
  target_compile_definitions(${name} PRIVATE ARDOR_SOURCE_DIR="${CMAKE_CURRENT_SOURCE_DIR}")
  target_link_libraries(${name} PRIVATE ardor_static PkgConfig::ARDOR_CERF)
  add_dependencies(bench ${name})
  add_custom_command(TARGET bench POST_BUILD USES_TERMINAL
                     COMMAND ${CMAKE_COMMAND} -E env OPENBLAS_NUM_THREADS=1 $<TARGET_FILE:${name}>)
endforeach()

# What reproduce/tuning-defaults.sh measures with.
add_executable(tuning_candidates reproduce/tuning_candidates.c bench/bench.c)
target_include_directories(tuning_candidates PRIVATE bench)
target_link_libraries(tuning_candidates PRIVATE ardor_static)
