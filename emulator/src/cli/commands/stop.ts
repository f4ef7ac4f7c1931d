// `emulator stop`: asks the emulator at the endpoint to end, and waits until it has.

import { ask, endpoint } from '#cli/endpoint';
import { STOP_REFUSED, STOP_TIMEOUT } from '#cli/messages';
import { EmulatorError } from '#lib/emulator-error';

const WAIT_MS = 15_000;
const LOOK_EVERY_MS = 50;

export async function stop(given: { endpoint?: string; json?: boolean }): Promise<void> {
  const url = endpoint(given.endpoint);
  const answer = await ask(`${url}/_emulator/stop`, { method: 'POST' });
  if (answer.status !== 202)
    throw new EmulatorError(STOP_REFUSED, `${url} answered ${answer.status}: ${await answer.text()}`, {
      hint: 'An emulator inside another process (a test) is stopped by that process.',
    });
  const untilMs = performance.now() + WAIT_MS;
  while (performance.now() < untilMs) {
    const gone = await fetch(`${url}/_emulator/health`).then(
      () => false,
      () => true,
    );
    if (gone) {
      process.stdout.write(given.json ? `${JSON.stringify({ url, stopped: true })}\n` : 'Stopped.\n');
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  throw new EmulatorError(STOP_TIMEOUT, `${url} still answers after ${WAIT_MS / 1000} s.`, { hint: 'Its log says what it waits for.' });
}
