// The programs that run functions of each language: the interpreter, our own bootstrap, and the folders of this machine that both need.

import { realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { JAVA_JAR } from './java-bootstrap.ts';
import { PYTHON_COMPILED } from './python-bootstrap.ts';
import type { Interpreter } from './version-folders.ts';

/** Paths as the function sees them. */
export interface View {
  readonly task: string;
  readonly opt: string;
  readonly runtime: string;
  readonly tmp: string;
}

/** Further facts on which a command depends. */
export interface Inside extends View {
  /** The paths inside of the program's `folders`. */
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
  /** Further folders of this machine that must be visible: packages that the cloud's runtime includes, our own jar. */
  readonly folders: readonly string[];
  /** The parts of those folders that are needed; by default all. */
  readonly folderParts?: readonly string[] | undefined;
  /** The interpreter's arguments, which start our own bootstrap. Undefined: the function's own `bootstrap` runs. */
  readonly words?: ((inside: Inside) => readonly string[]) | undefined;
  /** Our bootstrap maps the cloud's host names and adds the packages in `folders`. */
  readonly mapsNames: boolean;
  /** Variables that could make the function's code run before our bootstrap. */
  readonly preloads: Readonly<Record<string, RegExp>>;
  /** Default environment variables of this kind of runtime. */
  readonly defaults: (inside: Inside) => Readonly<Record<string, string>>;
}

/** The folder above `bin`, with links resolved: an interpreter needs the library beside it. */
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
  defaults: ({ task, opt, runtime }) => ({
    NODE_PATH: [
      ...[`${opt}/nodejs/node${release}/node_modules`, `${opt}/nodejs/node_modules`],
      ...[`${runtime}/node_modules`, runtime, task],
    ].join(delimiter),
  }),
});

/** `compiled`: the folder with our bootstrap as bytecode, once it exists. */
export const pythonProgram = ({ path }: Interpreter, release: number, packages: readonly string[], compiled?: string): Program => ({
  interpreter: realpathSync(path),
  commands: ['python', 'python3', `python3.${release}`],
  prefix: prefixOf(path),
  folders: compiled === undefined ? packages : [...packages, compiled],
  // -B: do not write to the code's directory, which is read-only in the cloud.
  words: ({ runtime, opt, folders }) => {
    const bootstrap = compiled === undefined ? join(runtime, 'python/bootstrap.py') : join(folders.at(-1) as string, PYTHON_COMPILED);
    return ['-B', '-I', '-S', '-X', 'utf8', bootstrap, String(release), opt];
  },
  mapsNames: true,
  preloads: {},
  defaults: ({ runtime }) => ({ PYTHONPATH: runtime }),
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

/** `jar`: the folder of our own jar. */
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

/** The flags of the cloud's runtime; the function's JAVA_TOOL_OPTIONS take precedence. */
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
