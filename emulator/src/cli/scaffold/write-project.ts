// Writes the files of a template into a folder. No file is ever overwritten.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { FILES_EXIST } from '#cli/messages';
import { EmulatorError } from '#lib/emulator-error';
import { DESCRIPTION, type Template } from './templates.ts';

/** Major versions of Node.js that functions may name. */
const FUNCTION_NODES = [20, 22, 24];

/** The version of Node.js of this machine, where functions may have it: then nothing has to be installed for them. */
export function functionNode(): number {
  const here = Number(process.versions.node.split('.', 1)[0]);
  return FUNCTION_NODES.includes(here) ? here : 22;
}

export interface ProjectValues {
  /** Stands where files have `{{name}}`. */
  readonly name: string;
  /** The package of the emulator as npm installs it; stands where files have `{{emulator}}`. */
  readonly emulator: string;
}

interface FilledValues extends ProjectValues {
  /** Major version of Node.js of its functions; stands where files have `{{node}}`. */
  readonly node: string;
}

/** npm leaves files of these names out of packages, so templates have them without their dot. */
const WITHOUT_DOT = ['gitignore', 'npmrc'];
/** Made by tools where somebody has tried a template in place. */
const NOT_PART = ['node_modules', 'package-lock.json', DESCRIPTION];
const MAX_NAMED = 5;

/** Answers the paths of the files, relative to the folder. @throws EmulatorError FILES_EXIST before anything is written */
export function writeProject(template: Template, folder: string, values: ProjectValues): string[] {
  const files = filesBelow(template.folder).map((source) => {
    const parts = relative(template.folder, source).split(sep);
    const last = parts.at(-1)!;
    const path = [...parts.slice(0, -1), WITHOUT_DOT.includes(last) ? `.${last}` : last].join('/');
    return { path, text: filled(readFileSync(source, 'utf8'), { ...values, node: String(functionNode()) }) };
  });
  const there = files.filter(({ path }) => existsSync(join(folder, path))).map(({ path }) => path);
  if (there.length > 0) {
    const more = there.length > MAX_NAMED ? ` and ${there.length - MAX_NAMED} more` : '';
    throw new EmulatorError(FILES_EXIST, `${folder} has these files already: ${there.slice(0, MAX_NAMED).join(', ')}${more}.`, {
      hint: 'Name another folder: no file is overwritten.',
    });
  }
  for (const { path, text } of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text, { flag: 'wx' });
  }
  return files.map(({ path }) => path).sort();
}

const filled = (text: string, values: FilledValues): string =>
  text.replaceAll(/\{\{(name|emulator|node)\}\}/g, (_all, name: keyof FilledValues) => values[name]);

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !NOT_PART.includes(name))
    .flatMap((entry) => (entry.isDirectory() ? filesBelow(join(folder, entry.name)) : [join(folder, entry.name)]));
