# Outlives the spawner by a moment: kills what the spawner left running, however it ended. Used where nothing else ties the processes of
# functions to the emulator (plain). $1 is the `NAME=value` in the variables of all its processes, in any session, and of no other
# spawner's; stdin ends with the spawner.
while read -r _; do :; done
# A process started during one round is found in the next.
for _ in 1 2 3 4 5; do
  found=$(grep -lzxF "$1" /proc/[0-9]*/environ 2>/dev/null)
  [ -n "$found" ] || exit 0
  for file in $found; do
    pid=${file#/proc/}
    kill -9 "${pid%/environ}" 2>/dev/null
  done
  sleep 0.05 2>/dev/null || sleep 1
done
