// The files that the house rules speak of: those that git knows, or would know; without git, all but what is installed or built.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const NOT_OURS = /(^|\/)(node_modules|dist|coverage|\.git|\.emulator)(\/|$)/;

/** Paths from the root of the project, below `under`. */
export function sources(under: string, ending = /\.ts$/): string[] {
  return listed(under).filter((path) => ending.test(path) && existsSync(`${ROOT}${path}`));
}

export const read = (path: string): string => readFileSync(`${ROOT}${path}`, 'utf8');

/** The files that declare services: known by what they are, not by their names. */
export const manifests = (): string[] =>
  sources('emulator/src/services/').filter((path) => /^export const \w+ = service\('/m.test(readFileSync(`${ROOT}${path}`, 'utf8')));

function listed(under: string): string[] {
  try {
    const git = ['ls-files', '--cached', '--others', '--exclude-standard', '--', under];
    return execFileSync('git', git, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).split('\n');
  } catch {
    const folder = under === '.' ? '' : under;
    const all = readdirSync(`${ROOT}${folder}`, { recursive: true, encoding: 'utf8' }).map(
      (path) => `${folder}${path.replaceAll('\\', '/')}`,
    );
    return all.filter((path) => !NOT_OURS.test(path));
  }
}
