// The processor time of one thread. Where the system does not tell it, the time of the clock on the wall counts, of which a busy machine takes more.
import { readFileSync } from 'node:fs';

const NS_PER_MS = 1e6;
/** Milliseconds until the next look: a thread that waits for the processor may use less than it is given. */
const MIN_LOOK_MS = 50;
/** Times as long as the processor time. */
const WALL = 3;

function processorMs(systemId: string | undefined): number | undefined {
  try {
    return Number(readFileSync(`/proc/self/task/${systemId}/schedstat`, 'utf8').split(' ')[0]) / NS_PER_MS;
  } catch {
    return undefined;
  }
}

/** Calls `over` once the thread has had that much of the processor. Returns what calls that off. */
export function limitProcessorTime(systemId: string | undefined, limitMs: number, over: () => void): () => void {
  const startMs = processorMs(systemId);
  let timer: NodeJS.Timeout;
  const look = (): void => {
    const nowMs = processorMs(systemId);
    const leftMs = startMs === undefined || nowMs === undefined ? 0 : limitMs - (nowMs - startMs);
    if (leftMs <= 0) over();
    else timer = setTimeout(look, Math.max(leftMs, MIN_LOOK_MS));
  };
  timer = setTimeout(look, startMs === undefined ? limitMs * WALL : limitMs);
  return () => clearTimeout(timer);
}
