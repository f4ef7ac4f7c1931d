// Whether a debugger holds a function's process: named by its variables, seen in the lines that the runtime writes. No time limit holds meanwhile.

/** `waits`: the process begins when a debugger has attached. `listens`: it runs, and a debugger may attach. */
export type DebuggerOption = 'waits' | 'listens';

export interface DebuggerState {
  readonly kind: 'awaited' | 'attached' | 'gone';
  /** `ws://127.0.0.1:9229/…` for Node.js, a port or `host:port` for Java. */
  readonly address?: string | undefined;
}

/** The variable by which our own bootstraps open a debugger that the runtime has not: `debugpy`. */
const OWN_DEBUGGER = '_EMULATOR_DEBUGGER';

/** Reads NODE_OPTIONS and JAVA_TOOL_OPTIONS; runtimes and wrappers that open a debugger in their code are not known here. */
export function debuggerOption(env: Readonly<Record<string, string>>): DebuggerOption | undefined {
  const node = /(?:^|\s)--inspect(-brk|-wait)?(?=[=\s]|$)/.exec(env['NODE_OPTIONS'] ?? '');
  if (node) return node[1] === undefined ? 'listens' : 'waits';
  const [java] = /-(?:agentlib:|Xrun)jdwp\S*/.exec(`${env['JAVA_TOOL_OPTIONS'] ?? ''} ${env['JDK_JAVA_OPTIONS'] ?? ''}`) ?? [];
  if (java === undefined) return env[OWN_DEBUGGER] === undefined ? undefined : 'listens';
  return /[=,]suspend=n\b/.test(java) ? 'listens' : 'waits';
}

/** A debugger may inspect the process between invocations, too. */
export const isDebugged = (env: Readonly<Record<string, string>>): boolean =>
  /--inspect|jdwp|debugpy|pydevd|rdbg|rdebug/.test(Object.values(env).join(' '));

const LISTENING = /^Debugger listening on (\S+)$|^Listening for transport \S+ at address: (\S+)$/;
const ATTACHED = /^Debugger attached\.$/;

export class Debugging {
  readonly #option: DebuggerOption | undefined;
  readonly #report: (state: DebuggerState) => void;
  /** The debugger that holds the present process. */
  #kind: DebuggerState['kind'] = 'gone';

  constructor(option: DebuggerOption | undefined, report: (state: DebuggerState) => void) {
    this.#option = option;
    this.#report = report;
  }

  /** Whether no time limit holds. */
  get unlimited(): boolean {
    return this.#option === 'waits' || this.#kind === 'attached';
  }

  /** Reads a line of the process. */
  read(line: string): void {
    if (this.#option === undefined) return;
    const [listening, node, java] = LISTENING.exec(line) ?? [];
    if (listening && this.#option === 'waits') this.#become({ kind: 'awaited', address: node ?? java });
    else if (ATTACHED.test(line)) this.#become({ kind: 'attached' });
  }

  /** The process runs the function's code, so that a debugger must have attached if one was awaited: Java does not say so. */
  running(): void {
    if (this.#kind === 'awaited') this.#become({ kind: 'attached' });
  }

  /** The process has ended. */
  gone(): void {
    if (this.#kind !== 'gone') this.#become({ kind: 'gone' });
  }

  #become(state: DebuggerState): void {
    if (state.kind === this.#kind) return;
    this.#kind = state.kind;
    this.#report(state);
  }
}
