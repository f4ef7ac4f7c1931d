// A spawner that has ended stays ended: a search for a sandbox under way may still ask it for processes.
import { expect, it } from 'vitest';
import { Spawner } from './spawner.ts';

const REQUEST = { command: [process.execPath, '-e', '0'], env: {}, cwd: '/', mark: 'MARK=disposed', contained: false };
const OUTPUT = { stdout: () => undefined, stderr: () => undefined, telemetry: () => undefined };
const processes = (): number => process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length;

it('starts no process after its end, which would keep the emulator from ending', async () => {
  const spawner = new Spawner();
  const first = spawner.run(REQUEST, OUTPUT);
  await spawner.dispose();
  expect(await first.exited).toBeDefined();
  const before = processes();
  const late = spawner.run(REQUEST, OUTPUT);
  expect(await late.exited).toEqual({ signal: 'SIGKILL' });
  expect(await late.flush()).toEqual({ peakBytes: 0 });
  expect(await spawner.owns('one', { remoteAddress: '127.0.0.1', remotePort: 1, localPort: 2 })).toBe(false);
  expect(processes()).toBe(before);
});
