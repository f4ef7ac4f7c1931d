import { closeSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCommand } from './child-process.ts';
import { temporaryFolder } from './temporary-folder.ts';

describe('a command', () => {
  it('tells what it wrote to stderr where it fails', async () => {
    const failing = runCommand('/bin/sh', ['-c', 'echo out; echo wrong >&2; exit 3']);
    await expect(failing).rejects.toMatchObject({
      message: expect.stringMatching(/exit code 3\)\nwrong/),
      stdout: 'out\n',
      stderr: 'wrong\n',
    });
  });

  it('is stopped when it writes without an end', async () => {
    await expect(runCommand('/bin/sh', ['-c', 'exec cat /dev/zero'])).rejects.toThrow('SIGKILL');
  });

  it.runIf(process.platform === 'linux')('waits for a program that is still being written', async () => {
    const program = join(temporaryFolder('busy'), 'program');
    writeFileSync(program, '#!/bin/sh\necho ran\n', { mode: 0o755 });
    const writing = openSync(program, 'r+');
    const running = runCommand(program, []);
    closeSync(writing);
    expect(await running).toMatchObject({ stdout: 'ran\n' });
  });

  it('rejects where there is no such program', async () => {
    await expect(runCommand('/nowhere/program', [])).rejects.toThrow('ENOENT');
  });
});
