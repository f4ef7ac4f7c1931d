// Maps a runtime identifier (`nodejs20.x`) to the command that runs it here, or to a sentence that says why none can.

import type { FunctionVersion } from '#containers/container-runtime';
import { CAN_BRING_NODE } from './brought-node.ts';
import { gemFolders } from './find-ruby.ts';
import { findInterpreters, type Language, nearest } from './interpreters.ts';
import { javaBootstrap } from './java-bootstrap.ts';
import { findMachinePackages } from './machine-packages.ts';
import { javaProgram, nodeProgram, type Program, providedProgram, pythonProgram, rubyProgram, rubyVersion } from './programs.ts';
import { PythonBootstraps } from './python-bootstrap.ts';
import type { Interpreter, Search } from './version-folders.ts';

export type Resolution =
  | {
      readonly ok: true;
      readonly program: Program;
      readonly warning?: string | undefined;
      /** The warning in one short line. */
      readonly difference?: string | undefined;
    }
  | { readonly ok: false; readonly reason: string };

/** A runtime's name, parsed for embedded execution. */
interface RuntimeVersion {
  readonly language: Language;
  readonly release: number;
}

const NAMES: Record<Language, string> = { nodejs: 'Node.js', python: 'Python', ruby: 'Ruby', java: 'Java' };
const LOOK_AGAIN_MS = 5000;
const SERVED = 'nodejs*, python3.*, ruby*, java* and provided.*';

const patterns: readonly (readonly [Language, RegExp, (parts: readonly string[]) => number])[] = [
  ['nodejs', /^nodejs(\d+)\.x$/, ([major]) => Number(major)],
  ['python', /^python3\.(\d+)$/, ([minor]) => Number(minor)],
  ['ruby', /^ruby(\d)\.(\d)$/, ([major, minor]) => Number(major) * 10 + Number(minor)],
  ['java', /^java(\d+)(?:\.al2|\.al2023)?$/, ([major]) => Number(major)],
];

export function wantedBy(runtime: string): RuntimeVersion | undefined {
  for (const [language, pattern, release] of patterns) {
    const [whole, ...parts] = pattern.exec(runtime) ?? [];
    if (whole !== undefined) return { language, release: release(parts) };
  }
  return undefined;
}

/** `Python 3.12` */
const wantedName = ({ language, release }: RuntimeVersion): string => {
  if (language === 'python') return `Python 3.${release}`;
  return `${NAMES[language]} ${language === 'ruby' ? rubyVersion(release) : release}`;
};

export class Runtimes {
  readonly #exactVersions: boolean;
  readonly #searches = new Map<Language, { readonly search: Promise<Search>; readonly atMs: number }>();
  readonly #folders = new Map<string, Promise<readonly string[]>>();
  readonly #pythonBootstraps = new PythonBootstraps();
  #jar: Promise<string> | undefined;

  constructor(exactVersions: boolean) {
    this.#exactVersions = exactVersions;
  }

  /** The interpreters of this machine. Searches once, and again after a while where a release was missing, which may be there now. */
  async search(language: Language, release?: number): Promise<Search> {
    const known = this.#searches.get(language);
    if (known && (release === undefined || performance.now() - known.atMs < LOOK_AGAIN_MS)) return known.search;
    if (known && (await known.search).found.some((each) => each.release === release)) return known.search;
    const search = findInterpreters(language);
    this.#searches.set(language, { search, atMs: performance.now() });
    return search;
  }

  async resolve(fn: FunctionVersion): Promise<Resolution> {
    if (fn.packageType === 'Image')
      return { ok: false, reason: 'Container images need a container engine; embedded execution runs zip packages only.' };
    const runtime = fn.runtime ?? '';
    const wanted = wantedBy(runtime);
    const resolution = wanted ? await this.#interpreted(wanted, runtime) : withoutInterpreter(runtime);
    const machine = process.arch === 'arm64' ? 'arm64' : 'x86_64';
    if (!resolution.ok || fn.architecture === machine) return resolution;
    const architecture = `The function asks for ${fn.architecture} and runs on this machine's ${machine}: native modules must be built for ${machine}.`;
    const difference = [resolution.difference, `${fn.architecture} is asked for, and this machine is ${machine}`]
      .filter(Boolean)
      .join('; ');
    return { ...resolution, difference, warning: [resolution.warning, architecture].filter(Boolean).join(' ') };
  }

  async #interpreted(wanted: RuntimeVersion, runtime: string): Promise<Resolution> {
    const { language, release } = wanted;
    const { found, lookedIn } = await this.search(language, release);
    const interpreter = nearest(found, release, language);
    const name = wantedName(wanted);
    const places = `looked in ${lookedIn.join(', ')}`;
    if (!interpreter)
      return { ok: false, reason: `The runtime ${runtime} needs ${name}, which is not on this machine (${places}).${howToAdd(runtime)}` };
    const exact = interpreter.release === release;
    const used = `${NAMES[language]} ${interpreter.version} (${interpreter.path})`;
    if (!exact && this.#exactVersions) {
      const reason = `The runtime ${runtime} needs ${name}, which is not on this machine (${places}); ${used} is, but exact versions are demanded.${howToAdd(runtime)}`;
      return { ok: false, reason };
    }
    let program: Program;
    try {
      program = await this.#program(wanted, interpreter, found);
    } catch (error) {
      return { ok: false, reason: `The runtime ${runtime} cannot run embedded on this machine: ${(error as Error).message}.` };
    }
    if (exact) return { ok: true, program };
    const warning = `${name} is not on this machine (${places}): ${runtime} runs on ${used}, following the rules of ${runtime}.${howToAdd(runtime)}`;
    const difference = `${runtime} runs on ${NAMES[language]} ${interpreter.version}${howToAdd(runtime) && ` (\`emulator runtimes add ${runtime}\`)`}`;
    return { ok: true, program, warning, difference };
  }

  async #program({ language, release }: RuntimeVersion, interpreter: Interpreter, found: readonly Interpreter[]): Promise<Program> {
    if (language === 'java') return javaProgram(interpreter, await this.#javaJar(found));
    const folders = await this.#packages(language, found, interpreter.release);
    if (language === 'python') return pythonProgram(interpreter, release, folders, this.#pythonBootstraps.for(interpreter));
    return (language === 'nodejs' ? nodeProgram : rubyProgram)(interpreter, release, folders);
  }

  /** Searched once. */
  #packages(language: Exclude<Language, 'java'>, found: readonly Interpreter[], release: number): Promise<readonly string[]> {
    const key = `${language} ${release}`;
    const known = this.#folders.get(key) ?? (language === 'ruby' ? gemFolders(found) : findMachinePackages(language, found, release));
    this.#folders.set(key, known);
    return known;
  }

  /** The cause of a failure may be fixed, so the next function tries again. */
  #javaJar(found: readonly Interpreter[]): Promise<string> {
    this.#jar ??= javaBootstrap(found);
    this.#jar.catch(() => {
      this.#jar = undefined;
    });
    return this.#jar;
  }
}

const howToAdd = (runtime: string): string =>
  CAN_BRING_NODE && runtime.startsWith('nodejs') ? ` \`emulator runtimes add ${runtime}\` brings it.` : '';

function withoutInterpreter(runtime: string): Resolution {
  if (/^provided(\.|$)/.test(runtime)) return { ok: true, program: providedProgram };
  if (runtime.startsWith('dotnet'))
    return {
      ok: false,
      reason: `The runtime ${runtime} does not run embedded: it needs a container engine (CONTAINER_RUNTIME=docker), or the function published as a program of its own for provided.al2023. Embedded execution serves ${SERVED}.`,
    };
  if (runtime === 'go1.x')
    return {
      ok: false,
      reason: `The runtime go1.x is no longer served, here as in the cloud: build the function as \`bootstrap\` for provided.al2023. Embedded execution serves ${SERVED}.`,
    };
  return { ok: false, reason: `The runtime '${runtime}' is not one that embedded execution knows (it serves ${SERVED}).` };
}
