#!/usr/bin/env bash
# Builds checkers of others from their sources: lrat-check and cake_lpr.
#   bash tools/build-checkers.sh FOLDER; export PATH="FOLDER/bin:$PATH"
# Needs git, a C compiler and make. No part of the tests: those that know these checkers run them where they are on the PATH.
set -euo pipefail
folder=$(mkdir -p "${1:?which folder?}/bin" && cd "$1" && pwd)
take() { # OWNER/NAME COMMIT FILES: the sources as they were when they were tried
    local to="$folder/${1#*/}"
    [ -d "$to" ] || git clone --quiet --no-checkout "https://github.com/$1" "$to"
    git -C "$to" checkout --quiet "$2" -- "${@:3}"
    cd "$to"
}
take marijnheule/drat-trim effa1dc lrat-check.c
${CC:-cc} -O2 -o "$folder/bin/lrat-check" lrat-check.c
take tanyongkiam/cake_lpr a4323b2 .
make --silent cake_lpr && cp cake_lpr "$folder/bin/"
ls "$folder/bin"
