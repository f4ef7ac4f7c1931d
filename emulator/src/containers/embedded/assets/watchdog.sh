# Outlives the spawner by a moment: once it is gone, however it ended, what it left running is killed. Started where nothing else ties what a
# function starts to the emulator (plain). In (stdin): one line whenever something changes, with the `NAME=value` that mark the processes, between
# tabs; its end is the spawner's. What a mark's process started carries it, too, in whichever session it is.
marks=
while IFS= read -r line; do marks=$line; done
[ -n "$marks" ] || exit 0
set -f
IFS='	'
set --
for mark in $marks; do set -- "$@" -e "$mark"; done
set +f
IFS='
'
# What starts another process while it is looked for is found in the next round.
for _ in 1 2 3 4 5; do
  found=$(grep -lzxF "$@" /proc/[0-9]*/environ 2>/dev/null)
  [ -n "$found" ] || exit 0
  for file in $found; do
    pid=${file#/proc/}
    kill -9 "${pid%/environ}" 2>/dev/null
  done
  sleep 0.05 2>/dev/null || sleep 1
done
