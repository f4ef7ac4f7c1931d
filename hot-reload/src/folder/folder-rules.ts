// Decides which folders of this machine may be code (hot reload). Every caller of the API names folders, hostile functions included, so that
// secrets of the user and of the system are never among them.
import { readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';

export interface FolderFacts {
  /** Folders below which code may lie, separated by commas (HOT_RELOAD_FOLDERS). Empty: below `started`, `home` and `temporary`. */
  readonly listed: string;
  /** The folder in which the emulator was started. */
  readonly started: string;
  readonly home: string;
  readonly temporary: string;
  /** The emulator's own folders. */
  readonly own: readonly string[];
  /** Whether a path lies in a folder that an emulator, this one or another, made for itself. */
  readonly isOwn: (path: string) => boolean;
}

/** Their files tell about the machine and its users, or control them. */
const SYSTEM = ['/proc', '/sys', '/dev', '/run', '/etc'];

export const ALLOW_HINT = 'HOT_RELOAD_FOLDERS lists the folders below which code may lie, separated by commas.';

export class FolderRules {
  readonly #facts: FolderFacts;
  readonly #listed: readonly string[];

  constructor(facts: FolderFacts) {
    const { listed } = facts;
    this.#facts = facts;
    this.#listed = listed.split(',').flatMap((path) => (path.trim() === '' ? [] : [resolve(facts.started, path.trim())]));
  }

  /** The folders below which code may lie, free of links. Read anew each time, because folders may be made, and made links, at any time. */
  get parents(): readonly string[] {
    const { started, home, temporary } = this.#facts;
    const usual = [started, home, temporary].filter((path) => dirname(path) !== path);
    return [...new Set((this.#listed.length > 0 ? this.#listed : usual).map((path) => withoutLinks(path)))];
  }

  /** The emulator's own folders, free of links. */
  get own(): readonly string[] {
    return this.#facts.own.map((path) => withoutLinks(path));
  }

  /** Whether the path lies below a listed folder that lies itself in the hidden one. */
  #isListed(path: string, hidden: string): boolean {
    return this.#listed.map((each) => withoutLinks(each)).some((each) => isInside(each, hidden) && isInside(path, each));
  }

  /**
   * Why this path cannot be code, as the end of a sentence that begins with the path; undefined if it can. Links are resolved first, as far
   * as the path exists. `path`: absolute.
   */
  refusal(path: string): string | undefined {
    const secret = this.secret(path);
    if (secret !== undefined) return secret;
    const real = withoutLinks(path);
    const { parents } = this;
    if (!parents.some((parent) => isInside(real, parent))) return `lies below none of the folders ${parents.join(', ')}`;
    const socket = socketIn(real);
    return socket && `has the socket ${socket}, and behind it a program of this machine listens`;
  }

  /** The same, for the path's secrets alone: wherever else it lies, and whatever it has. */
  secret(path: string): string | undefined {
    const { home, temporary } = this.#facts;
    const real = withoutLinks(path);
    if (dirname(real) === real) return 'is a whole file system';
    if (this.own.some((folder) => isInside(real, folder)) || this.#facts.isOwn(real)) return 'belongs to the emulator itself';
    const system = SYSTEM.find((folder) => isInside(real, withoutLinks(folder)));
    if (system !== undefined) return `belongs to the system (${system})`;
    for (const [folder, name] of [
      [withoutLinks(home), 'your home folder'],
      [withoutLinks(temporary), 'the folder of temporary files'],
    ] as const) {
      if (isInside(folder, real)) return real === folder ? `is ${name}` : `contains ${name}`;
      const hidden = hiddenFolder(real, folder);
      if (hidden !== undefined && !this.#isListed(real, hidden)) return `lies in ${hidden}, which is hidden`;
    }
    return undefined;
  }
}

/** The path with its links resolved, as far as it exists. */
export function withoutLinks(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    const above = dirname(path);
    return above === path ? path : join(withoutLinks(above), basename(path));
  }
}

function isInside(path: string, folder: string): boolean {
  const inside = relative(folder, path);
  return inside !== '..' && !inside.startsWith(`..${sep}`) && !isAbsolute(inside);
}

/** A socket at the path, or directly in the folder there: of terminals and editors (`/tmp/tmux-1000`), which do what they are told. */
function socketIn(path: string): string | undefined {
  try {
    const found = statSync(path);
    if (found.isSocket()) return path;
    const entry = found.isDirectory() ? readdirSync(path, { withFileTypes: true }).find((each) => each.isSocket()) : undefined;
    return entry && join(path, entry.name);
  } catch {
    // It is not there yet, or cannot be read, and is not shown then.
    return undefined;
  }
}

/** The hidden file or folder directly below `folder` in which the path lies: `/home/me/.ssh`. */
function hiddenFolder(path: string, folder: string): string | undefined {
  const [name = ''] = isInside(path, folder) ? relative(folder, path).split(sep) : [];
  return name.startsWith('.') ? join(folder, name) : undefined;
}
