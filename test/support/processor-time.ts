/** Milliseconds on the processor that the function takes: waiting for a busy machine costs nothing. */
export function processorMs(run: () => unknown): number {
  const start = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}
