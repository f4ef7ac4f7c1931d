// Pythons of Debian's packages: stand-ins of its programs answer what they would.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { bringPython } from './brought-python.ts';
import type { Interpreter } from './version-folders.ts';

const PATH = process.env['PATH'];
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'apt-'));
  process.env['PATH'] = folder;
});
afterEach(() => {
  process.env['PATH'] = PATH;
  rmSync(folder, { recursive: true });
});

function program(name: string, script: string): void {
  writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, name), 0o755);
}

const THIRTEEN: Interpreter = { path: '/usr/bin/python3.13', version: '3.13', release: 13 };
const options = (found: Interpreter[][], isRoot = true) => ({
  progress: () => undefined,
  find: async () => (found.length > 1 ? found.shift()! : found[0]!),
  isRoot,
});

it('keeps what is there', async () => {
  expect(await bringPython(13, options([[THIRTEEN]]))).toBe(THIRTEEN);
});

it('installs the package that Debian has', async () => {
  program('apt-cache', "echo 'python3.13 - Interactive language'; echo 'python3.13-dev - Headers'");
  program('apt-get', `[ "$*" = "install -y --no-install-recommends python3.13" ]`);
  expect(await bringPython(13, options([[], [THIRTEEN]]))).toBe(THIRTEEN);
  await expect(bringPython(13, options([[]], false))).rejects.toMatchObject({ hint: 'sudo apt-get install python3.13' });
  program('apt-get', "echo 'E: no room' >&2; exit 100");
  await expect(bringPython(13, options([[]]))).rejects.toThrow('python3.13 could not be installed: E: no room');
});

it('says where there is none', async () => {
  await expect(bringPython(14, options([[]]))).rejects.toThrow("only Debian's packages have Pythons");
  program('apt-cache', "echo 'python3.13 - Interactive language'");
  await expect(bringPython(14, options([[]]))).rejects.toThrow("Debian's packages here have python3.13.");
});
