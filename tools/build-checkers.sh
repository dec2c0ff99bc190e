#!/usr/bin/env bash
# Builds checkers of others from their sources: drat-trim and lrat-check, cake_lpr, VeriPB of 2022.
#   bash tools/build-checkers.sh FOLDER; export PATH="FOLDER/bin:$PATH"
# Needs git, a C and a C++ compiler, make, python3 with venv, the headers of GMP (apt-get install libgmp-dev), and some
# minutes. No part of the tests: those that know these checkers run them where they are on the PATH.
set -euo pipefail
folder=$(mkdir -p "${1:?which folder?}/bin" && cd "$1" && pwd)
take() { # OWNER/NAME COMMIT FILES: the sources as they were when they were tried
    local to="$folder/${1#*/}"
    [ -d "$to" ] || git clone --quiet --no-checkout "https://github.com/$1" "$to"
    git -C "$to" checkout --quiet "$2" -- "${@:3}"
    cd "$to"
}

take marijnheule/drat-trim effa1dc drat-trim.c lrat-check.c
for name in drat-trim lrat-check; do ${CC:-cc} -O2 -o "$folder/bin/$name" "$name.c"; done

take tanyongkiam/cake_lpr a4323b2 .
make --silent cake_lpr && cp cake_lpr "$folder/bin/"

take StephanGocht/VeriPB 01b7b50 .
python3 -m venv "$folder/python" && "$folder/python/bin/pip" install --quiet pybind11
python="$folder/python/bin/python"
flags="-O2 -fPIC -std=c++17 -DPY_BINDINGS $("$python" -m pybind11 --includes)"
cd veripb/optimized
for name in pybindings constraints parsing; do ${CXX:-c++} $flags -c $name.cpp -o $name.o; done
${CXX:-c++} -shared ./*.o -lgmpxx -lgmp -o "pybindings$("$python" -c 'import sysconfig; print(sysconfig.get_config_var("EXT_SUFFIX"))')"
printf '#!/bin/sh\nPYTHONPATH="%s/VeriPB" exec "%s" -m veripb "$@"\n' "$folder" "$python" > "$folder/bin/veripb"
chmod +x "$folder/bin/veripb"
ls "$folder/bin"
