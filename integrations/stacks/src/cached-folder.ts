// A folder that is made once for what went into it: dependencies are not installed again while their list is the same.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The folder `<parent>/<hash of inputs>`, filled by `fill` where it is not there yet. Others below the parent, made for other inputs, are removed.
 */
export async function cachedFolder(
  parent: string,
  inputs: readonly (string | Buffer)[],
  fill: (folder: string) => Promise<void>,
): Promise<string> {
  const hash = createHash('sha256');
  for (const input of inputs) hash.update(`${input.length}\n`).update(input);
  const name = hash.digest('hex').slice(0, 16);
  const folder = join(parent, name);
  if (existsSync(folder)) return folder;
  mkdirSync(parent, { recursive: true });
  hideFromGit(dirname(parent));
  for (const other of readdirSync(parent)) rmSync(join(parent, other), { recursive: true, force: true });
  // Complete or not there at all: an interrupted installation leaves no folder of that name.
  const unfinished = `${folder}.unfinished`;
  mkdirSync(unfinished);
  await fill(unfinished);
  renameSync(unfinished, folder);
  return folder;
}

function hideFromGit(folder: string): void {
  const file = join(folder, '.gitignore');
  if (!existsSync(file)) writeFileSync(file, '*\n');
}
