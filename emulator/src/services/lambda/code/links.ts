// Symbolic links in an archive: where each leads in the end, so that none leads out of the folder. Pure.
import { posix } from 'node:path';

const MOST_HOPS = 40;

/** True when following this link, through whatever other links of the archive, never leaves the folder. */
export function staysInside(path: string, links: ReadonlyMap<string, string>): boolean {
  return follow(path, links) !== undefined;
}

/** The place that a path means, or undefined when it lies outside (or never ends). */
function follow(path: string, links: ReadonlyMap<string, string>): string | undefined {
  let rest = path.split('/');
  let at: string[] = [];
  for (let hops = 0; rest.length > 0; ) {
    const [part = '', ...others] = rest;
    rest = others;
    if (part === '' || part === '.') continue;
    if (part === '..') {
      if (at.length === 0) return undefined;
      at = at.slice(0, -1);
      continue;
    }
    const target = links.get([...at, part].join('/'));
    if (target === undefined) {
      at = [...at, part];
      continue;
    }
    if (posix.isAbsolute(target) || ++hops > MOST_HOPS) return undefined;
    rest = [...target.split('/'), ...rest];
  }
  return at.join('/');
}
