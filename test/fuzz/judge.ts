// Judges an answer, and prints its request as a line that anybody can run again.
import type { CapturedRequest } from '../support/captured.ts';
import { MAX_BLOCKED_MS, type Watched, type WatchedEmulator } from './watched-emulator.ts';

/** Undefined where all is well. `limitMs`: what this machine's processor needs for what a calm one does in 250 ms. */
export function problemOf({ status, text, cpuMs, hung }: Watched, emulator: WatchedEmulator, limitMs = MAX_BLOCKED_MS): string | undefined {
  if (emulator.exited) return `the emulator ended: ${emulator.log().slice(-2_000)}`;
  if (hung) return 'no answer came';
  if (cpuMs > limitMs) return `${cpuMs.toFixed(0)} ms on the main thread (at most ${limitMs.toFixed(0)})`;
  if (status >= 500 && status !== 501 && status !== 503) return `status ${status}: ${text.slice(0, 300)} ${emulator.log().slice(-1_500)}`;
  if (/\n\s+at \S+ \(?(?:file|node|\/)/.test(text)) return `a stack trace: ${text.slice(0, 300)}`;
  return undefined;
}

/** A body that no shell line holds is told by its length; the seed makes it again. */
export function asCurl({ method, path, headers, body }: CapturedRequest, url: string): string {
  const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
  const said = Object.entries(headers).map(([key, value]) => `-H ${quoted(`${key}: ${value}`)}`);
  const data =
    body.length === 0
      ? []
      : body.length > 2_000
        ? [`--data-binary @body # ${body.length} bytes`]
        : ['--data-binary', quoted(body.toString())];
  return ['curl', '-X', method, ...said, quoted(`${url}${path.slice(0, 2_000)}`), ...data].join(' ');
}

/**
 * How much slower this machine's processor is now than at its best: other programs share its caches and its power.
 * At least 1; a share of a run's requests is measured between two of these.
 */
export function slowness(): number {
  const text = JSON.stringify(Array.from({ length: 2_000 }, (_, index) => ({ name: `n${index}`, list: [index, String(index)] })));
  const began = process.cpuUsage();
  for (let round = 0; round < 20; round++) JSON.parse(text);
  const { user, system } = process.cpuUsage(began);
  return Math.max(1, (user + system) / 1_000 / CALM_MS);
}

/** Time of the loop above on a calm machine of 2024. */
const CALM_MS = 25;
