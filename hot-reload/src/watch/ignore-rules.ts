// Decides which changes in a folder do not matter: those in packages, repositories and caches, logs, files that editors write for a moment,
// and what git ignores.
import { isAbsolute, join, relative, sep } from 'node:path';
import ignore from 'ignore';
import { readText } from '../read-text.ts';

type Rules = ReturnType<typeof ignore>;

export interface IgnoreOptions {
  /** Absolute. Paths outside of it are ignored. */
  readonly folder: string;
  /** Further patterns, written as in `.gitignore`. */
  readonly patterns?: readonly string[] | undefined;
  /** Absolute paths of further folders that are ignored. */
  readonly folders?: readonly string[] | undefined;
  /** Whether `.gitignore` files of the folder and below count. */
  readonly git: boolean;
  /** Paths below the folder that count even where git ignores them: the output of a build is often both ignored and the code. */
  readonly kept?: readonly string[] | undefined;
}

const PACKAGES_AND_CACHES = ['node_modules', '.git', '.hg', '.svn', '__pycache__', '*.pyc', '.pytest_cache', '.venv', '.DS_Store'];
/** Vim (swap files, its probe `4913`), Emacs, Sublime Text, JetBrains, and backups of any editor. */
const EDITORS = ['*~', '.*.sw[a-z]', '4913', '.#*', '\\#*\\#', '*.subl*.tmp', '*___jb_tmp___', '*___jb_old___'];

/** The log of a command that watches the folder, written into it: each line would be a change that causes the next line. */
const LOGS = ['*.log'];

const isBelow = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`);

export class IgnoreRules {
  readonly #options: IgnoreOptions;
  readonly #always: Rules;
  readonly #kept: readonly string[];
  /** By folder, relative; undefined if the folder has no `.gitignore`. */
  readonly #git = new Map<string, Rules | undefined>();

  constructor(options: IgnoreOptions) {
    const { patterns = [], kept = [] } = options;
    this.#options = options;
    this.#always = ignore().add([...PACKAGES_AND_CACHES, ...EDITORS, ...LOGS, ...patterns]);
    this.#kept = kept.map((path) => unixPath(path)).filter((path) => path !== '' && path !== '.');
  }

  /** `kind`: `unknown` is ignored if either a file or a folder of this name would be. */
  isIgnored(path: string, kind: 'file' | 'folder' | 'unknown'): boolean {
    const { folder, folders = [], git } = this.#options;
    const inside = relative(folder, path);
    if (inside === '') return false;
    if (inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside)) return true;
    if (folders.some((each) => isBelow(unixPath(path), unixPath(each)))) return true;
    const name = unixPath(inside);
    const names = [...(kind === 'folder' ? [] : [name]), ...(kind === 'file' ? [] : [`${name}/`])];
    if (names.some((each) => this.#always.ignores(each))) return true;
    if (!git || this.#kept.some((kept) => isBelow(name, kept) || isBelow(kept, name))) return false;
    return names.some((each) => this.#isIgnoredByGit(each));
  }

  /** Reads `.gitignore` files again. */
  refresh(): void {
    this.#git.clear();
  }

  /** A deeper `.gitignore` overrides those above it. */
  #isIgnoredByGit(name: string): boolean {
    const parts = name.split('/');
    let isIgnored = false;
    for (let depth = 0; depth < parts.length; depth++) {
      const rest = parts.slice(depth).join('/');
      if (rest === '') break;
      const result = this.#rulesIn(parts.slice(0, depth).join('/'))?.test(rest);
      if (result?.ignored) isIgnored = true;
      else if (result?.unignored) isIgnored = false;
    }
    return isIgnored;
  }

  #rulesIn(folder: string): Rules | undefined {
    if (this.#git.has(folder)) return this.#git.get(folder);
    const rules = rulesOf(join(this.#options.folder, folder, '.gitignore'));
    this.#git.set(folder, rules);
    return rules;
  }
}

const unixPath = (path: string): string => path.split(sep).join('/');

function rulesOf(file: string): Rules | undefined {
  try {
    return ignore().add(readText(file));
  } catch {
    return undefined;
  }
}
