# Files as C strings: cmake -DOUT=page_assets.c -DHEADER=io/page.h "-DFILES=name=path;..." -P embed.cmake
# SPDX-License-Identifier: Apache-2.0
set(text "/* Made by cmake/embed.cmake. */\n#include \"${HEADER}\"\n")
foreach(entry IN LISTS FILES)
  string(REGEX MATCH "^([^=]*)=(.*)$" whole "${entry}")
  set(symbol "${CMAKE_MATCH_1}")
  file(READ "${CMAKE_MATCH_2}" hex HEX)
  string(REGEX REPLACE "(..)" "(char)0x\\1," bytes "${hex}")
  string(APPEND text "const char ${symbol}[] = {${bytes}0};\n")
endforeach()
file(WRITE "${OUT}" "${text}")
