// From a runtime identifier (`nodejs20.x`) to the command that serves it here, or to the sentence that says why it cannot.

import { existsSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import type { FunctionVersion } from '#containers/container-runtime';
import { findInterpreters, type Interpreter, type Language, nearest, type Search } from './interpreters.ts';
import { findMachinePackages } from './machine-packages.ts';

/** What to start. Paths of our own scripts are relative to the assets folder. */
export interface Program {
  readonly interpreter: string | undefined;
  /** Names by which programs in layers look for it in /var/lang/bin. */
  readonly commands: readonly string[];
  /** The folder that must be visible for the interpreter to work. */
  readonly prefix: string | undefined;
  /** Arguments before and after the script. */
  readonly flags: readonly string[];
  /** Absent: the function's own `bootstrap`. */
  readonly script: 'node/bootstrap.cjs' | 'python/bootstrap.py' | undefined;
  /** `opt` is where layers lie. */
  readonly args: (opt: string) => readonly string[];
  /** Folders of this machine in which packages lie that the cloud's runtime brings: its SDK. Looked into last. */
  readonly machinePackages: readonly string[];
  /** Environment variables that a runtime of this kind has by default. */
  readonly defaults: (task: string, opt: string) => Readonly<Record<string, string>>;
}

export type Resolution =
  | { readonly ok: true; readonly program: Program; readonly warning?: string | undefined }
  | { readonly ok: false; readonly reason: string };

const languageNames: Record<Language, string> = { nodejs: 'Node.js', python: 'Python' };
const otherCommands: Readonly<Record<string, string>> = { java: 'java', ruby: 'ruby', dotnet: 'dotnet' };

export class Runtimes {
  readonly #exactVersions: boolean;
  readonly #searches = new Map<Language, Promise<Search>>();
  readonly #machinePackages = new Map<Language, Promise<readonly string[]>>();

  constructor(exactVersions: boolean) {
    this.#exactVersions = exactVersions;
  }

  /** What was found on this machine, for `doctor`. Looks once. */
  search(language: Language): Promise<Search> {
    const known = this.#searches.get(language) ?? findInterpreters(language);
    this.#searches.set(language, known);
    return known;
  }

  /** Looks once. */
  #packages(language: Language, found: readonly Interpreter[]): Promise<readonly string[]> {
    const known = this.#machinePackages.get(language) ?? findMachinePackages(language, found);
    this.#machinePackages.set(language, known);
    return known;
  }

  async resolve(fn: FunctionVersion): Promise<Resolution> {
    if (fn.packageType === 'Image')
      return { ok: false, reason: 'Container images need a container engine; embedded execution runs zip packages only.' };
    const runtime = fn.runtime ?? '';
    const resolution = await this.#resolve(runtime);
    const machine = process.arch === 'arm64' ? 'arm64' : 'x86_64';
    if (!resolution.ok || fn.architecture === machine) return resolution;
    const architecture = `The function asks for ${fn.architecture} and runs on this machine's ${machine}: native modules must be built for ${machine}.`;
    return { ...resolution, warning: [resolution.warning, architecture].filter(Boolean).join(' ') };
  }

  async #resolve(runtime: string): Promise<Resolution> {
    const node = /^nodejs(\d+)\.x$/.exec(runtime);
    if (node) return this.#interpreted('nodejs', runtime, Number(node[1]));
    const python = /^python3\.(\d+)$/.exec(runtime);
    if (python) return this.#interpreted('python', runtime, Number(python[1]));
    if (/^provided(\.|$)/.test(runtime)) return { ok: true, program: provided };
    return { ok: false, reason: notServed(runtime) };
  }

  async #interpreted(language: Language, runtime: string, release: number): Promise<Resolution> {
    const { found, lookedIn } = await this.search(language);
    const interpreter = nearest(found, release);
    const wanted = `${languageNames[language]} ${language === 'python' ? `3.${release}` : release}`;
    const places = `looked in ${lookedIn.join(', ')}`;
    if (!interpreter) return { ok: false, reason: `The runtime ${runtime} needs ${wanted}, which is not on this machine (${places}).` };
    const packages = await this.#packages(language, found);
    const program = language === 'nodejs' ? nodeProgram(interpreter, release, packages) : pythonProgram(interpreter, release, packages);
    if (interpreter.release === release) return { ok: true, program };
    const used = `${languageNames[language]} ${interpreter.version} (${interpreter.path})`;
    if (this.#exactVersions) {
      const reason = `The runtime ${runtime} needs ${wanted}, which is not on this machine (${places}); ${used} is, but exact versions are demanded.`;
      return { ok: false, reason };
    }
    return {
      ok: true,
      program,
      warning: `${wanted} is not on this machine (${places}): ${runtime} runs on ${used}, following the rules of ${runtime}.`,
    };
  }
}

function notServed(runtime: string): string {
  const [language] = /^[a-z]+/.exec(runtime) ?? [''];
  const command = otherCommands[language];
  if (command === undefined)
    return `The runtime '${runtime}' is not one that embedded execution knows (it serves nodejs*, python3.* and provided*).`;
  const at = (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((dir) => join(dir, command))
    .find((path) => existsSync(path));
  const found =
    at === undefined ? `looked for ${command} in PATH and found none` : `${at} is there, but not the part that connects it to functions`;
  return `The runtime ${runtime} cannot run embedded on this machine: ${found}. Embedded execution serves nodejs*, python3.* and provided*.`;
}

/** The folder above `bin`, through links: an interpreter needs its library beside it. */
const prefixOf = (path: string) => dirname(dirname(realpathSync(path)));

const nodeProgram = ({ path }: Interpreter, release: number, machinePackages: readonly string[]): Program => ({
  interpreter: realpathSync(path),
  commands: ['node'],
  prefix: prefixOf(path),
  flags: [],
  script: 'node/bootstrap.cjs',
  machinePackages,
  args: () => [release >= 24 ? '4' : '3'],
  defaults: (task, opt) => ({
    NODE_PATH: [`${opt}/nodejs/node${release}/node_modules`, `${opt}/nodejs/node_modules`, task].join(delimiter),
  }),
});

const pythonProgram = ({ path }: Interpreter, release: number, machinePackages: readonly string[]): Program => ({
  interpreter: realpathSync(path),
  commands: ['python', 'python3', `python3.${release}`],
  prefix: prefixOf(path),
  // -B: the code's directory is not written to, as in the cloud, where it cannot be.
  flags: ['-B', '-I', '-S', '-X', 'utf8'],
  script: 'python/bootstrap.py',
  machinePackages,
  args: (opt) => [String(release), opt],
  defaults: () => ({}),
});

const provided: Program = {
  interpreter: undefined,
  commands: [],
  prefix: undefined,
  flags: [],
  script: undefined,
  machinePackages: [],
  args: () => [],
  defaults: () => ({}),
};
