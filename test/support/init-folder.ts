// Folders of init scripts for tests: `ready.d/10-a.sh` and what is in it; `.sh` gets its shebang and its flag unless told otherwise.
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll } from 'vitest';

const made: string[] = [];
afterAll(() => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
});

export function initFolder(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'init-folder-'));
  made.push(folder);
  for (const [name, text] of Object.entries(files)) addScript(folder, name, text);
  return folder;
}

export function addScript(folder: string, name: string, text: string): void {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  const bare = name.endsWith('.sh') && !text.startsWith('#!');
  writeFileSync(path, bare ? `#!/bin/sh\n${text}\n` : text);
  if (name.endsWith('.sh')) chmodSync(path, 0o755);
}
