// A flush answers after all output that was written before it: the end of an invocation's log is not lost under load.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isMissing } from '../../../../test/support/is-missing.ts';
import { Spawner } from './spawner.ts';

const noLinux = process.platform !== 'linux' && 'needs Linux: it counts on what its pipes hold';
const linux = it.skipIf(isMissing('late output of embedded functions', noLinux));

let spawner: Spawner;
let folder: string;
beforeAll(() => {
  spawner = new Spawner();
  folder = mkdtempSync(join(tmpdir(), 'flush-'));
});
afterAll(async () => {
  await spawner.dispose();
  rmSync(folder, { recursive: true });
});

/** Says who its parent is; then, when the file `go` is there, writes nearly as much to its pipes as they hold, and to `done` how much. */
const program = (go: string, done: string): string => `
  const { existsSync, writeFileSync, writeSync } = require('node:fs');
  console.log(process.ppid);
  while (!existsSync(${JSON.stringify(go)})) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
  let written = 0;
  for (const pipe of [1, 2, 3]) for (let i = 0; i < 14; i++) written += writeSync(pipe, 'x'.repeat(10_000));
  writeFileSync(${JSON.stringify(done)}, String(written));
  setInterval(() => {}, 1000);`;

linux('output that was in the pipes arrives before the flush ends, however late it is read', async () => {
  for (let round = 0; round < 5; round++) {
    const [go, done] = [join(folder, `go${round}`), join(folder, `done${round}`)];
    let text = '';
    const keep = (bytes: Uint8Array) => void (text += Buffer.from(bytes).toString());
    const child = spawner.run(
      { command: [process.execPath, '-e', program(go, done)], env: {}, cwd: '/', mark: `FLUSH_TEST=${round}`, contained: false },
      { stdout: keep, stderr: keep, telemetry: keep },
    );
    await expect.poll(() => text).toMatch(/^\d+\n$/);
    const spawnerPid = Number(text);
    text = '';
    process.kill(spawnerPid, 'SIGSTOP');
    writeFileSync(go, '');
    await expect.poll(() => existsSync(done) && readFileSync(done, 'utf8')).toMatch(/^\d+$/);
    const flushed = child.flush();
    process.kill(spawnerPid, 'SIGCONT');
    await flushed;
    expect(text).toHaveLength(Number(readFileSync(done, 'utf8')));
    child.kill();
    await child.exited;
  }
});
