// The TypeScript files that git knows, or would know: what the house rules speak of.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Paths from the root of the project, below `under`. */
export function sources(under: string, ending = /\.ts$/): string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--', under], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  return listed.split('\n').filter((path) => ending.test(path) && existsSync(`${ROOT}${path}`));
}
