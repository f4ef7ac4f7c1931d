# Outlives the spawner by a moment: once it is gone, however it ended, what it left running is killed. Started where nothing else ties what a
# function starts to the emulator (plain). $1 is the `NAME=value` that all its processes carry, in whichever session they are, and those of no other
# spawner; stdin ends with the spawner.
while read -r _; do :; done
# What starts another process while it is looked for is found in the next round.
for _ in 1 2 3 4 5; do
  found=$(grep -lzxF "$1" /proc/[0-9]*/environ 2>/dev/null)
  [ -n "$found" ] || exit 0
  for file in $found; do
    pid=${file#/proc/}
    kill -9 "${pid%/environ}" 2>/dev/null
  done
  sleep 0.05 2>/dev/null || sleep 1
done
