// How much work code makes, whatever the machine: for what must not grow with the square of its input.

/** Milliseconds that the loop below takes on the processors for which limits are chosen. */
const LOOP_MS = 10;

/** Milliseconds on the processor that the function takes: waiting costs nothing, and those of a slower processor are shorter. */
export function processorMs(run: () => unknown): number {
  const start = process.cpuUsage();
  run();
  return normalised(start);
}

/** The same for what is awaited, with all else that the process does meanwhile. */
export async function processorMsOf(work: Promise<unknown>): Promise<number> {
  const start = process.cpuUsage();
  await work;
  return normalised(start);
}

const msSince = (start: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
};

function normalised(start: NodeJS.CpuUsage): number {
  const ms = msSince(start);
  return ms / Math.max(1, loopMs() / LOOP_MS);
}

/** How long this processor takes for a fixed amount of work. */
function loopMs(): number {
  const start = process.cpuUsage();
  let text = '';
  for (let n = 0; n < 60_000; n++) text = JSON.stringify({ n, text: text.slice(0, 20) });
  return msSince(start);
}
