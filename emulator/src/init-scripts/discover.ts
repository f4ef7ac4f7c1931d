// Finds the scripts of a stage: first a folder's own, then those of its subfolders, each sorted by name.
import { type Dirent, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, extname, join, resolve } from 'node:path';
import type { ScriptRunner } from './script-runner.ts';

export interface FoundScript {
  readonly path: string;
  /** Undefined where no runner takes such a file; `reason` says so then. */
  readonly runner?: ScriptRunner;
  /** Why it cannot run, where that is known. */
  readonly reason?: string;
}

const TERRAFORM_FILE = /\.(tf|tf\.json|tfvars|tfvars\.json|hcl|tfstate|tfstate\.backup)$/;
const MODULE_SOURCE = /^\s*source\s*=\s*"(\.{1,2}\/[^"]*)"/gm;

/** Undefined if the folder does not exist. */
export function discover(folder: string, runners: readonly ScriptRunner[]): FoundScript[] | undefined {
  const modules = new Set<string>();
  const walk = (path: string, inProject: boolean): FoundScript[] => {
    const entries = readdirSync(path, { withFileTypes: true })
      .filter(({ name }) => !name.startsWith('.')) // skips `..data` of Kubernetes and `.terraform`, among others
      .sort((a, b) => (a.name < b.name ? -1 : 1));
    const files = entries.filter((entry) => isFile(path, entry)).map(({ name }) => join(path, name));
    const project = files.filter((file) => file.endsWith('.tf'));
    for (const file of project) for (const module of modulesOf(path, file)) modules.add(module);
    const belongs = inProject || project.some((file) => basename(file) === 'main.tf');
    const own = files.flatMap((file) => judge(file, runners, belongs));
    const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(path, name));
    return [...own, ...folders.filter((below) => !modules.has(below)).flatMap((below) => walk(below, belongs))];
  };
  try {
    return walk(resolve(folder), false);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' || (error as NodeJS.ErrnoException).code === 'ENOTDIR') return undefined;
    throw error;
  }
}

/** Symbolic links to files count, because ConfigMaps mount them; links to folders do not, because they might form circles. */
function isFile(folder: string, entry: Dirent): boolean {
  if (!entry.isSymbolicLink()) return entry.isFile();
  return statSync(join(folder, entry.name), { throwIfNoEntry: false })?.isFile() ?? false;
}

function judge(path: string, runners: readonly ScriptRunner[], belongsToProject: boolean): FoundScript[] {
  const runner = runners.find((candidate) => candidate.takes(path));
  if (runner) return [{ path, runner }];
  if (basename(path) === 'main.tf')
    return [{ path, reason: 'not run: EXTENSION_AUTO_INSTALL=emulator-extension-terraform-init switches Terraform on' }];
  if (belongsToProject || TERRAFORM_FILE.test(path)) return [];
  const ending = extname(path) || '(none)';
  return [{ path, reason: `unknown extension ${ending}: what runs ends with ${runners.map(({ name }) => name).join(', ')}` }];
}

/** Folders from which a project takes its modules are not projects themselves. */
const modulesOf = (folder: string, file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(MODULE_SOURCE)].map(([, source = '']) => resolve(folder, source));
