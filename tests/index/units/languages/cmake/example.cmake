# How the example is configured.

cmake_minimum_required(VERSION 3.20)
project(Example VERSION 1.0 LANGUAGES C)

# Whether tests are built.
option(WITH_TESTS "Build the tests" ON)
set(SOURCES
  main.c # set(NO 1)
  "a)b.c")
set(CACHED 1 CACHE STRING "Kept between runs")

#[[ Adds a test
of one file. ]]
function(add_case name)
  set(local 1)
  add_executable(case_${name} ${name}.c)
endfunction()

# Says it.
MACRO(SAY)
  message([==[ function(no) ]==])
endmacro()

if(WITH_TESTS)
  add_library(example::lib ALIAS lib)
  add_custom_target(check COMMAND ctest)
endif()
add_executable(app ${SOURCES})
add_test(NAME fast COMMAND app)
