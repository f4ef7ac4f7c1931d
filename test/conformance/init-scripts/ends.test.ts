// The command told to end while a script runs: before there is an emulator, and while it stops.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { startChild } from '../../support/child.ts';
import { commandWords } from '../../support/command.ts';
import { initFolder } from '../../support/init-folder.ts';
import { lives } from '../../support/processes.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const SLEEPS = 'echo $$ > "$NOTES"; exec sleep 600';

const pidIn = async (notes: string): Promise<string> => {
  const read = () => readFileSync(notes, { encoding: 'utf8', flag: 'a+' });
  await expect.poll(read).toMatch(/\d+\n/);
  return read().trim();
};

describe('a script that runs when the command is told to end', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 0],
  ] as const)('of boot.d ends with it (%s), and the emulator is not started', async (signal, code) => {
    const folder = initFolder({ 'boot.d/1.sh': SLEEPS, 'boot.d/2.sh': 'touch "$NOTES.second"' });
    const notes = join(folder, 'notes');
    const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], EMULATOR_INIT_DIR: folder, NOTES: notes };
    const command = [...(await commandWords()), 'start', '--port', '0'];
    const child = spawn(process.execPath, command, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'ignore'] });
    let printed = '';
    child.stdout.on('data', (chunk) => {
      printed += String(chunk);
    });
    const pid = await pidIn(notes);
    child.kill(signal);
    expect(await once(child, 'exit')).toEqual([code, null]);
    await expect.poll(() => lives(pid)).toBe(false);
    expect(() => readFileSync(`${notes}.second`)).toThrow();
    expect(printed).not.toContain('Ready.');
  });

  it('of shutdown.d ends at the second signal', async () => {
    const folder = initFolder({ 'shutdown.d/1.sh': SLEEPS });
    const notes = join(folder, 'notes');
    const emulator = await startChild({ EMULATOR_INIT_DIR: folder, NOTES: notes });
    emulator.process.kill('SIGTERM');
    const pid = await pidIn(notes);
    await emulator.kill('SIGTERM');
    expect(emulator.exit).toEqual({ code: 0, signal: null });
    await expect.poll(() => lives(pid)).toBe(false);
  });
});
