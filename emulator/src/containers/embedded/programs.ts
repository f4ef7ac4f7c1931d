// What is started for a function of each language: the interpreter, our own bootstrap, and what both need of this machine.

import { realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { JAVA_JAR } from './java-bootstrap.ts';
import { PYTHON_COMPILED } from './python-bootstrap.ts';
import type { Interpreter } from './version-folders.ts';

/** Where things lie as the function sees them. */
export interface View {
  readonly task: string;
  readonly opt: string;
  readonly runtime: string;
  readonly tmp: string;
}

/** What a command depends on besides. */
export interface Inside extends View {
  /** Where the program's `folders` are. */
  readonly folders: readonly string[];
  readonly memoryMb: number;
  /** The function's own variables. */
  readonly env: Readonly<Record<string, string>>;
}

export interface Program {
  readonly interpreter: string | undefined;
  /** Names by which programs in layers look for it in /var/lang/bin. */
  readonly commands: readonly string[];
  /** The folder that must be visible for the interpreter to work. */
  readonly prefix: string | undefined;
  /** Folders of this machine that must be visible besides: packages that the cloud's runtime brings, our own jar. */
  readonly folders: readonly string[];
  /** The parts of those folders that are needed; absent: all that they hold. */
  readonly folderParts?: readonly string[] | undefined;
  /** What the interpreter is given: our own bootstrap. Absent: the function's own `bootstrap` runs. */
  readonly words?: ((inside: Inside) => readonly string[]) | undefined;
  /** Our bootstrap maps the cloud's host names and adds the packages in `folders`. */
  readonly mapsNames: boolean;
  /** Variables with which the function's own code would run before our bootstrap does. */
  readonly preloads: Readonly<Record<string, RegExp>>;
  /** Environment variables that a runtime of this kind has by default. */
  readonly defaults: (inside: Inside) => Readonly<Record<string, string>>;
}

/** The folder above `bin`, through links: an interpreter needs its library beside it. */
const prefixOf = (path: string) => dirname(dirname(realpathSync(path)));

export const nodeProgram = ({ path }: Interpreter, release: number, folders: readonly string[]): Program => ({
  interpreter: realpathSync(path),
  commands: ['node'],
  prefix: prefixOf(path),
  folders,
  folderParts: ['node_modules'],
  words: ({ runtime }) => [join(runtime, 'node/bootstrap.cjs'), release >= 24 ? '4' : '3'],
  mapsNames: true,
  preloads: { NODE_OPTIONS: /(^|\s)(-r|--require|--import|--loader|--experimental-loader)\b/ },
  defaults: ({ task, opt }) => ({
    NODE_PATH: [`${opt}/nodejs/node${release}/node_modules`, `${opt}/nodejs/node_modules`, task].join(delimiter),
  }),
});

/** `compiled` is the folder that holds our own as bytecode, where it is there. */
export const pythonProgram = ({ path }: Interpreter, release: number, packages: readonly string[], compiled?: string): Program => ({
  interpreter: realpathSync(path),
  commands: ['python', 'python3', `python3.${release}`],
  prefix: prefixOf(path),
  folders: compiled === undefined ? packages : [...packages, compiled],
  // -B: the code's directory is not written to, as in the cloud, where it cannot be.
  words: ({ runtime, opt, folders }) => {
    const bootstrap = compiled === undefined ? join(runtime, 'python/bootstrap.py') : join(folders.at(-1) as string, PYTHON_COMPILED);
    return ['-B', '-I', '-S', '-X', 'utf8', bootstrap, String(release), opt];
  },
  mapsNames: true,
  preloads: {},
  defaults: () => ({}),
});

/** `3.3` */
export const rubyVersion = (release: number): string => `${Math.floor(release / 10)}.${release % 10}`;

export const rubyProgram = ({ path }: Interpreter, release: number, folders: readonly string[]): Program => ({
  interpreter: realpathSync(path),
  commands: ['ruby'],
  prefix: prefixOf(path),
  folders,
  words: ({ runtime }) => ['--disable=did_you_mean', join(runtime, 'ruby/bootstrap.rb')],
  mapsNames: false,
  preloads: { RUBYOPT: /(^|\s)-r/ },
  defaults: ({ task, opt, folders: gems }) => ({
    RUBYLIB: [task, `${opt}/ruby/lib`].join(delimiter),
    GEM_PATH: [`${task}/vendor/bundle/ruby/${rubyVersion(release)}.0`, `${opt}/ruby/gems/${rubyVersion(release)}.0`, ...gems].join(
      delimiter,
    ),
  }),
});

/** `jar` is the folder that holds our own. */
export const javaProgram = ({ path }: Interpreter, jar: string): Program => ({
  interpreter: realpathSync(path),
  commands: ['java'],
  prefix: prefixOf(path),
  folders: [jar],
  words: ({ task, opt, folders, memoryMb, env }) => [
    ...javaFlags(memoryMb, env['JAVA_TOOL_OPTIONS'] ?? ''),
    '-cp',
    [...folders.map((folder) => join(folder, JAVA_JAR)), task, `${task}/lib/*`, `${opt}/java/lib/*`].join(delimiter),
    'cloudemulator.Bootstrap',
  ],
  mapsNames: false,
  preloads: { JAVA_TOOL_OPTIONS: /-javaagent|-agent/, JDK_JAVA_OPTIONS: /./ },
  defaults: () => ({}),
});

/** As the cloud starts it; what the function says in JAVA_TOOL_OPTIONS stays. */
function javaFlags(memoryMb: number, options: string): readonly string[] {
  const own = (flag: string, said: RegExp) => (said.test(options) ? [] : [flag]);
  return [
    ...own('-XX:+UseSerialGC', /-XX:\+Use\w+GC/),
    ...own('-XX:TieredStopAtLevel=1', /Tiered|-Xint/),
    ...own(`-Xmx${Math.floor(memoryMb * 0.85)}m`, /-Xmx|MaxHeapSize|MaxRAMPercentage/),
    ...['-XX:-UsePerfData', '-Xshare:auto', '--add-opens=java.base/java.io=ALL-UNNAMED'],
  ];
}

export const providedProgram: Program = {
  interpreter: undefined,
  commands: [],
  prefix: undefined,
  folders: [],
  mapsNames: false,
  preloads: {},
  defaults: () => ({}),
};
