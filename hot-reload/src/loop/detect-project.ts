// Finds out what a path is: an app or a template of a tool, or the plain handler of a function.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, extname, join, relative, resolve } from 'node:path';
import { readText } from '../read-text.ts';

export type Project =
  | { readonly kind: 'cdk' | 'cdktf' | 'terraform'; readonly folder: string }
  /** `path`: the template, or the folder that holds it. */
  | { readonly kind: 'template'; readonly folder: string; readonly path: string }
  /** `file`: relative to the folder, which is the code of the function. */
  | { readonly kind: 'handler'; readonly folder: string; readonly file: string };

const HANDLERS = ['.ts', '.mts', '.cts', '.js', '.mjs', '.cjs', '.py'];
/** Names of a handler's file, the likelier first. */
const HANDLER_NAMES = ['index', 'handler', 'app', 'main', 'lambda_function', 'lambda'];
const TEMPLATES = ['template.yaml', 'template.yml', 'template.json'];
const TEMPLATE_EXTENSIONS = ['.yaml', '.yml', '.json', '.template'];
/** A larger file is no template that a person writes. */
const MAX_TEMPLATE_BYTES = 2 * 1024 * 1024;

/** The path is nothing that can be deployed. */
export class UnknownProject extends Error {
  readonly hint: string;
  constructor(message: string, hint: string) {
    super(message);
    this.name = 'UnknownProject';
    this.hint = hint;
  }
}

/** @throws UnknownProject */
export function detectProject(path: string): Project {
  const start = resolve(path);
  const found = statSync(start, { throwIfNoEntry: false });
  if (!found) throw new UnknownProject(`${start} is not there.`, 'Name a folder, a template, or the file of a handler.');
  const project = found.isDirectory() ? inFolder(start) : ofFile(start);
  if (project) return project;
  const names = found.isDirectory() ? `It has ${readdirSync(start).slice(0, 10).join(', ') || 'no files'}. ` : '';
  const wanted = `cdk.json, cdktf.json, a template, *.tf, and ${HANDLER_NAMES.join(', ')} with ${HANDLERS.join(', ')}`;
  throw new UnknownProject(`${start} is no app, no template and no handler.`, `${names}It is looked for ${wanted}.`);
}

function inFolder(folder: string): Project | undefined {
  const names = readdirSync(folder);
  if (names.includes('cdk.json')) return { kind: 'cdk', folder };
  if (names.includes('cdktf.json')) return { kind: 'cdktf', folder };
  if (names.includes('samconfig.toml') || TEMPLATES.some((name) => names.includes(name))) return { kind: 'template', folder, path: folder };
  if (names.some((name) => /\.tf(?:\.json)?$/.test(name))) return { kind: 'terraform', folder };
  const file = handlerIn(folder);
  if (file !== undefined) return handlerAt(folder, file);
  return names.some((name) => isTemplate(join(folder, name))) ? { kind: 'template', folder, path: folder } : undefined;
}

function ofFile(file: string): Project | undefined {
  if (HANDLERS.includes(extname(file))) {
    const folder = codeFolder(dirname(file), extname(file) === '.py');
    return { kind: 'handler', folder, file: relative(folder, file).replaceAll('\\', '/') };
  }
  return TEMPLATE_EXTENSIONS.includes(extname(file)) ? { kind: 'template', folder: dirname(file), path: file } : undefined;
}

/** The likeliest file of the folder or of its `src`. */
function handlerIn(folder: string): string | undefined {
  const candidates = ['', 'src/'].flatMap((below) => HANDLER_NAMES.flatMap((name) => HANDLERS.map((end) => `${below}${name}${end}`)));
  return candidates.find((file) => existsSync(join(folder, file)));
}

/** Python looks for the modules beside the handler, so that their folder is the code. */
const handlerAt = (folder: string, file: string): Project =>
  extname(file) === '.py'
    ? { kind: 'handler', folder: dirname(join(folder, file)), file: basename(file) }
    : { kind: 'handler', folder, file };

/** A handler in JavaScript needs the packages of its project, so that the nearest folder with a package.json is the code. */
function codeFolder(folder: string, isPython: boolean): string {
  if (isPython) return folder;
  for (let at = folder; dirname(at) !== at; at = dirname(at)) {
    if (existsSync(join(at, 'package.json'))) return at;
    if (existsSync(join(at, '.git'))) return folder;
  }
  return folder;
}

/** By its sections. */
function isTemplate(file: string): boolean {
  if (!TEMPLATE_EXTENSIONS.includes(extname(file)) || basename(file) === 'package-lock.json') return false;
  const found = statSync(file);
  if (!found.isFile() || found.size > MAX_TEMPLATE_BYTES) return false;
  const text = readText(file);
  return /(?:^|[{,]\s*)["']?Resources["']?\s*:/m.test(text) && /["']?Type["']?\s*:\s*["']?(?:AWS|Custom)::/.test(text);
}
