// Finds the file that esbuild made a bundle from. The bundle tells it by its source map, or by the comments that name its sources: the last code comes from
// the entry, because esbuild writes what is imported first.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { foldersBelow } from './project-folders.ts';

export interface BundleFacts {
  /** The folder of `cdk.json`. */
  readonly project: string;
  /** `index.handler` */
  readonly handler: string;
  /** The id of the construct. */
  readonly name: string;
}

const COMPILED = ['.js', '.mjs', '.cjs'];
const SOURCES = ['.ts', '.mts', '.cts', '.tsx', '.js', '.mjs', '.jsx'];
const INLINE_MAP = /^\/\/# sourceMappingURL=data:application\/json;(?:charset=[\w-]+;)?base64,([\w+/=]+)\s*$/m;

/** An absolute path; undefined where nothing tells. */
export function bundleSource(copy: string, { project, handler, name }: BundleFacts): string | undefined {
  const file = COMPILED.map((extension) => join(copy, `${handler.replace(/\.[^./]*$/, '')}${extension}`)).find((path) => existsSync(path));
  if (file === undefined) return undefined;
  const code = readFileSync(file, 'utf8');
  return byMap(file, code) ?? byComments(code, project) ?? byName(project, name);
}

/** Sources are relative to the folder in which the bundle was made, which lay beside the asset. */
function byMap(file: string, code: string): string | undefined {
  const inline = INLINE_MAP.exec(code)?.[1];
  const map = existsSync(`${file}.map`) ? readFileSync(`${file}.map`, 'utf8') : inline && Buffer.from(inline, 'base64').toString();
  if (!map) return undefined;
  try {
    const { sources = [], mappings = '' } = JSON.parse(map) as { sources?: readonly string[]; mappings?: string };
    const source = sources[sourceOfLast(mappings)];
    return source === undefined ? undefined : last([resolve(dirname(file), source)]);
  } catch {
    return undefined;
  }
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** The index of the source from which the last code comes. The order of the sources themselves says nothing. */
function sourceOfLast(mappings: string): number {
  let source = 0;
  for (const segment of mappings.split(/[;,]/)) source += numbersIn(segment)[1] ?? 0;
  return source;
}

/** Numbers of any length in base64, the sign in the lowest bit: the form of source maps (ECMA-426). */
function numbersIn(segment: string): readonly number[] {
  const numbers: number[] = [];
  let [value, shift] = [0, 0];
  for (const character of segment) {
    const digit = DIGITS.indexOf(character);
    value |= (digit & 31) << shift;
    shift += 5;
    if ((digit & 32) !== 0) continue;
    numbers.push((value & 1) === 1 ? -(value >> 1) : value >> 1);
    [value, shift] = [0, 0];
  }
  return numbers;
}

/** Comments are relative to the folder of the lock file, which is that of the project or above. */
function byComments(code: string, project: string): string | undefined {
  const named = [...code.matchAll(/^\s*\/\/ (\S.*\.\w+)$/gm)].map(([, path]) => path!);
  for (let folder = project; ; folder = dirname(folder)) {
    const source = last(named.map((path) => resolve(folder, path)));
    if (source !== undefined || dirname(folder) === folder) return source;
  }
}

/** Without `entry`, the CDK takes `<file of the stack>.<id of the construct>.ts`. */
function byName(project: string, name: string): string | undefined {
  const isEntry = (file: string): boolean => SOURCES.some((extension) => file.endsWith(`.${name}${extension}`));
  const found = [...foldersBelow(project)].flatMap(({ folder, files }) => files.filter(isEntry).map((file) => join(folder, file)));
  return found.length === 1 ? found[0] : undefined;
}

const last = (paths: readonly string[]): string | undefined =>
  paths.findLast(
    (path) => SOURCES.some((extension) => path.endsWith(extension)) && !/[\\/]node_modules[\\/]/.test(path) && existsSync(path),
  );
