// The command, with init folders: what runs before the process, when `Ready.` comes, and what still runs at its end.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startChild } from '../support/child.ts';
import { initFolder } from '../support/init-folder.ts';

it('runs boot.d before the emulator, says Ready. after ready.d, and runs shutdown.d when it is told to stop', async () => {
  const note = (text: string): string => `echo "${text}" >> "$NOTES"`;
  const folder = initFolder({
    'boot.d/1.sh': note('boot at $AWS_ENDPOINT_URL.'),
    'boot.d/2.txt': '',
    'start.d/1.sh': note('start'),
    'ready.d/1.sh': `sleep 1; ${note('ready')}`,
    'shutdown.d/1.sh': note('shutdown'),
  });
  const notes = join(folder, 'notes');
  const lines = (): string[] => readFileSync(notes, 'utf8').trim().split('\n');
  const emulator = await startChild({ EMULATOR_INIT_DIR: folder, NOTES: notes });
  expect(lines()).toEqual(['boot at .', 'start', 'ready']);
  const { completed, scripts } = (await (await fetch(`${emulator.url}/_emulator/init`)).json()) as { completed: object; scripts: object[] };
  expect(completed).toEqual({ BOOT: true, START: true, READY: true, SHUTDOWN: false });
  expect(scripts).toMatchObject([
    { stage: 'BOOT', state: 'UNKNOWN' },
    { stage: 'BOOT', state: 'UNKNOWN', reason: expect.stringContaining('unknown extension') },
    { stage: 'START', state: 'SUCCESSFUL' },
    { stage: 'READY', state: 'SUCCESSFUL' },
    { stage: 'SHUTDOWN', state: 'UNKNOWN' },
  ]);
  expect(emulator.log()).toContain(`${join(folder, 'boot.d/2.txt')}: unknown extension .txt`);
  await emulator.kill('SIGTERM');
  expect(emulator.exit).toEqual({ code: 0, signal: null });
  expect(lines().at(-1)).toBe('shutdown');
});
