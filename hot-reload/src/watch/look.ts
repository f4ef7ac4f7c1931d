// One look at a watched folder: where it lies, its links, and where these lead.
import { type Dirent, lstatSync, type Stats } from 'node:fs';
import { readdir, readlink, realpath } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import type { EntryKind } from './chokidar-watcher.ts';
import { type IgnoreOptions, IgnoreRules } from './ignore-rules.ts';
import { type FoundLinks, linkedFolders, placeOf } from './linked-folders.ts';

export interface LookOptions extends Pick<IgnoreOptions, 'folder' | 'folders' | 'patterns' | 'kept'> {
  /** Whether a file or folder outside, to which a link leads, may be watched; by default each may. */
  readonly mayLinkTo?: ((target: string) => boolean) | undefined;
}

const PACKAGES = 'node_modules';
const isBelow = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}${sep}`);

const NOTHING: FoundLinks = { links: new Map(), places: new Map(), targets: [] };

/** A linked package is used as it was built, so that what its repository ignores counts. */
const rulesFor = (folder: string, isOwn: boolean, options: LookOptions): IgnoreRules =>
  new IgnoreRules({ ...options, folder, kept: isOwn ? options.kept : undefined, git: isOwn });

/** The state of the entry itself, if it is a link; undefined if there is none, or nobody may know. */
function stateOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

export class Look {
  /** The folders that are watched, free of links: the folder itself, unless it is missing, and those to which its links lead. */
  readonly roots: string[];
  readonly #options: LookOptions;
  readonly #rules: IgnoreRules[];
  readonly #links: ReadonlyMap<string, string>;
  readonly #places: Map<string, string>;

  private constructor(options: LookOptions, roots: string[], links: FoundLinks['links'], places: Map<string, string>) {
    this.#options = options;
    this.roots = roots;
    this.#rules = roots.map((root, at) => rulesFor(root, at === 0, options));
    this.#links = links;
    this.#places = places;
  }

  /** `further`: more folders that are watched. */
  static async at(options: LookOptions, further: readonly string[]): Promise<Look> {
    const folder = await realpath(options.folder).catch(() => undefined);
    const rules = new Map<string, ReturnType<typeof rulesFor>>();
    const isIgnored = (path: string, root: string): boolean => {
      const known = rules.get(root) ?? rulesFor(root, root === folder, options);
      rules.set(root, known);
      return known.isIgnored(path, 'unknown');
    };
    const found = folder === undefined ? NOTHING : await linkedFolders(folder, { isIgnored, mayLinkTo: options.mayLinkTo });
    const places = new Map(found.places);
    for (const path of [options.folder, ...further]) places.set(path, await placeOf(path));
    const look = new Look(options, folder === undefined ? [] : [folder, ...found.targets], found.links, places);
    for (const path of further) look.take(path);
    return look;
  }

  get isMissing(): boolean {
    return this.#places.get(this.#options.folder) === '';
  }

  /** The paths whose places count. */
  get ways(): readonly string[] {
    return [...this.#places.keys()];
  }

  /** Whether the links are the same, and lead to the same files and folders. */
  equals(other: Look): boolean {
    const described = (look: Look) => JSON.stringify([look.roots, [...look.#links], [...look.#places]]);
    return described(this) === described(other);
  }

  /** False if the folder is watched already. */
  take(further: string): boolean {
    if (this.roots.some((root) => isBelow(further, root))) return false;
    void placeOf(further).then((place) => this.#places.set(further, place));
    this.roots.push(further);
    this.#rules.push(rulesFor(further, false, this.#options));
    return true;
  }

  /** Links to packages and the folder that holds them count, and nothing else of packages does. */
  isIgnored(path: string, kind: EntryKind): boolean {
    const inside = this.#insidePackages(path);
    if (inside === undefined) return this.#rules.every((each) => each.isIgnored(path, kind === 'link' ? 'unknown' : kind));
    const [name] = inside;
    if (name === undefined || kind === 'link') return false;
    if (kind === 'folder') return inside.length > 1 || !name.startsWith('@');
    return kind === 'file' || !this.touchesLinks(path);
  }

  refreshGit(): void {
    for (const each of this.#rules) each.refresh();
  }

  /** Whether links may be others after a change at the path. */
  mayChangeAfter(path: string): boolean {
    return basename(path) === '.gitignore' || stateOf(path)?.isDirectory() === true || this.touchesLinks(path);
  }

  /** The links among the entries of a folder that are new, gone, or lead elsewhere. */
  async changedLinks(folder: string): Promise<readonly string[]> {
    const before = new Map([...this.#links].filter(([path]) => dirname(path) === folder));
    const entries = await readdir(folder, { withFileTypes: true }).catch((): Dirent[] => []);
    const paths = entries.filter((entry) => entry.isSymbolicLink()).map(({ name }) => join(folder, name));
    const counted = paths.filter((path) => !this.isIgnored(path, 'link'));
    const texts = await Promise.all(counted.map((path) => readlink(path).catch(() => '')));
    const now = new Map(counted.map((path, at) => [path, texts[at]]));
    return [...new Set([...before.keys(), ...now.keys()])].filter((path) => before.get(path) !== now.get(path));
  }

  /** Whether the path is a link, or was one, or links were below it. */
  touchesLinks(path: string): boolean {
    const found = stateOf(path);
    if (this.#links.has(path) || found?.isSymbolicLink()) return true;
    return found === undefined && [...this.#links.keys(), ...this.roots].some((each) => isBelow(each, path));
  }

  /** The names below `node_modules`, for links to packages and the folders that hold them. */
  #insidePackages(path: string): readonly string[] | undefined {
    const root = this.roots.find((each) => isBelow(path, each));
    const names = root === undefined ? [] : relative(root, path).split(sep);
    const at = names.indexOf(PACKAGES);
    const inside = names.slice(at + 1);
    const isShallow = inside.length <= 1 || (inside.length === 2 && inside[0]?.startsWith('@'));
    return at >= 0 && isShallow ? inside : undefined;
  }
}
