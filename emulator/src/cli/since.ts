// Reads `--since`: a duration up to now.
import { OPTION_INVALID } from '#config/messages';
import { durationMs } from '#lib/duration';
import { EmulatorError } from '#lib/emulator-error';
import { askEmulator } from './endpoint.ts';

/** The time in milliseconds since 1970, by the emulator's clock, which may be ahead. @throws EmulatorError OPTION_INVALID */
export async function startOf(since: string, url: string): Promise<number> {
  let ms: number;
  try {
    ms = durationMs(since);
  } catch (cause) {
    throw new EmulatorError(OPTION_INVALID, `--since ${since} is not a duration.`, { hint: 'It takes 90s, 5m, 1h30m or 2d.', cause });
  }
  const { now } = (await (await askEmulator(`${url}/_emulator/clock`)).json()) as { now: string };
  return Date.parse(now) - ms;
}
