// An emulator in a process of its own that measures the turns of its event loop: how long its main thread was on the processor in one of them, at most.
// The kernel counts (schedstat, Linux): waiting for a busy machine costs nothing.
import { type ChildEmulator, startChild } from './child.ts';

/** A module to import into an emulator: the signal begins to measure, and ends it with a line on stderr. */
export const meterModule = (signal: NodeJS.Signals): string => `data:text/javascript,${encodeURIComponent(meterOn(signal))}`;
const meterOn = (signal: NodeJS.Signals): string => `
import { openSync, readSync, writeSync } from 'node:fs';
const file = openSync('/proc/thread-self/schedstat');
const bytes = Buffer.alloc(64);
const cpuMs = () => Number(bytes.toString('latin1', 0, readSync(file, bytes, 0, 64, 0)).split(' ')[0]) / 1e6;
let measures = false, longest = 0, last = 0;
const turn = () => {
  const now = cpuMs();
  longest = Math.max(longest, now - last);
  last = now;
  if (measures) setImmediate(turn);
};
process.on('${signal}', () => {
  measures = !measures;
  if (!measures) return void writeSync(2, 'longest turn ' + longest + '\\n');
  longest = 0;
  last = cpuMs();
  setImmediate(turn);
});`;

/** Milliseconds on the processor of the longest turn of an emulator that has imported the meter, while `work` runs. */
export async function longestTurnMs(child: ChildEmulator, signal: NodeJS.Signals, work: () => Promise<unknown>): Promise<number> {
  child.process.kill(signal);
  // A call that comes after the signal was seen.
  await fetch(`${child.url}/_emulator/health`);
  await work();
  const line = child.line(/^longest turn/, child.log().length);
  child.process.kill(signal);
  return Number((await line).split(' ').at(-1));
}

const SIGNAL = 'SIGUSR2';

export class TurnMeter {
  readonly #child: ChildEmulator;

  private constructor(child: ChildEmulator) {
    this.#child = child;
  }

  static async start(): Promise<TurnMeter> {
    return new TurnMeter(await startChild({}, ['--import', meterModule(SIGNAL)]));
  }

  get url(): string {
    return this.#child.url;
  }

  /** Milliseconds on the processor of the longest turn while `work` runs. */
  longestTurn(work: () => Promise<unknown>): Promise<number> {
    return longestTurnMs(this.#child, SIGNAL, work);
  }

  async stop(): Promise<void> {
    await this.#child.kill('SIGKILL');
  }
}
