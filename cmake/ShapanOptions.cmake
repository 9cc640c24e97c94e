# Options, and the flags that every object of the house is compiled with.
# SPDX-License-Identifier: Apache-2.0

option(SP_WERROR "Warnings are errors (script/test and CI set this)" OFF)
option(SP_DEV "Whole-world invariants every tick, caches recomputed" OFF)
option(SP_COVERAGE "Count executed lines (gcc)" OFF)
option(SP_FUZZ "Build tests/fuzz as libFuzzer programs (clang)" OFF)
option(SP_BUILD_TESTS "Build tests and benchmarks" ON)
option(SP_LTO "Optimise libshapan across its files where it is linked into the program, the shared library, the benchmarks (gcc)" OFF)
set(SP_SANITIZE "" CACHE STRING "Value of -fsanitize=, empty for none")
set(SP_DATA_DIR "${CMAKE_SOURCE_DIR}" CACHE PATH "Where the program finds theatres/ and scenarios/ when run from the build tree")

set(CMAKE_C_STANDARD 17)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_C_VISIBILITY_PRESET hidden)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()
# Asserts stay on everywhere: no configuration may define NDEBUG.
foreach(config RELEASE RELWITHDEBINFO MINSIZEREL)
  string(REGEX REPLACE "[-/]DNDEBUG" "" CMAKE_C_FLAGS_${config} "${CMAKE_C_FLAGS_${config}}")
endforeach()

if(NOT CMAKE_C_COMPILER_ID MATCHES "^(GNU|Clang)$")
  message(WARNING "shapan is tested with gcc and clang only; with ${CMAKE_C_COMPILER_ID} the war may differ")
endif()

# Same seed, same war: no contraction, no fast-math. Without errno and traps sqrt becomes one instruction.
add_library(shapan_flags INTERFACE)
target_compile_options(shapan_flags INTERFACE
  -ffp-contract=off -fno-math-errno -fno-trapping-math
  -Wall -Wextra -Wconversion -Wdouble-promotion -Wshadow -Wstrict-prototypes -Wmissing-prototypes
  $<$<BOOL:${SP_WERROR}>:-Werror>
  "-ffile-prefix-map=${CMAKE_SOURCE_DIR}/=" "-ffile-prefix-map=${CMAKE_BINARY_DIR}/=")
target_compile_definitions(shapan_flags INTERFACE
  $<$<BOOL:${SP_DEV}>:SP_DEV=1>)

if(SP_SANITIZE)
  set(sanitize -fsanitize=${SP_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_compile_options(shapan_flags INTERFACE ${sanitize})
  target_link_options(shapan_flags INTERFACE ${sanitize})
endif()
if(SP_COVERAGE)
  target_compile_options(shapan_flags INTERFACE --coverage)
  target_link_options(shapan_flags INTERFACE --coverage)
endif()
if(SP_FUZZ)
  if(NOT CMAKE_C_COMPILER_ID STREQUAL "Clang")
    message(FATAL_ERROR "SP_FUZZ needs clang: cmake --preset fuzz")
  endif()
  target_compile_options(shapan_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()

# Objects carry both: machine code for those who link as usual (tests), and what the link-time optimiser needs.
add_library(shapan_lto INTERFACE)
if(SP_LTO AND CMAKE_C_COMPILER_ID STREQUAL "GNU")
  set(SP_LTO_COMPILE -flto=auto -ffat-lto-objects)
  target_link_options(shapan_lto INTERFACE -flto=auto -ffp-contract=off -fno-math-errno -fno-trapping-math)
endif()
