// Log lines: one per call, indented by depth, ids first. DEBUG enables scopes, which are named like the folders.
import type { Message, MessageLevel, MessageLog, Tone } from '#lib/message';

export type Level = 'debug' | MessageLevel;

export interface LogLine {
  /** The emulator's time in milliseconds since 1970. */
  readonly atMs: number;
  readonly level: Level;
  /** Folder that the line comes from: `lambda`, `delivery`. DEBUG takes the same names. */
  readonly scope: string;
  /** Code of the message; lines of calls and of DEBUG have none. */
  readonly code?: string | undefined;
  /** One line, without a line break at the end, time, level or scope. Made when it is first read. */
  readonly text: string;
  /** Colour of an `info` line: calls that failed, and notices that quiet consoles leave out. */
  readonly tone?: Tone | undefined;
  /** Depth of the call below the request that caused it. */
  readonly depth: number;
  /** Request or trace id, shown first. */
  readonly id?: string | undefined;
}

/** Receives log lines, one at a time, in order. It must not throw. */
export type Sink = (line: LogLine) => void;

interface CallFacts {
  readonly id: string;
  readonly depth: number;
  readonly level: Level;
  readonly tone?: Tone | undefined;
  readonly text: () => string;
}

interface LineFacts extends Omit<CallFacts, 'id'> {
  readonly id?: string | undefined;
  readonly code?: string | undefined;
}

/** Makes its text lazily, because most lines are never read. */
class LazyLine implements LogLine {
  readonly atMs: number;
  readonly scope: string;
  readonly level: Level;
  readonly depth: number;
  readonly id: string | undefined;
  readonly code: string | undefined;
  readonly tone: Tone | undefined;
  #text: string | (() => string);

  constructor(atMs: number, scope: string, { id, depth, level, code, tone, text }: LineFacts) {
    this.atMs = atMs;
    this.scope = scope;
    this.level = level;
    this.depth = depth;
    this.id = id;
    this.code = code;
    this.tone = tone;
    this.#text = text;
  }

  get text(): string {
    if (typeof this.#text === 'function') this.#text = this.#text();
    return this.#text;
  }

  toJSON(): LogLine {
    const { atMs, level, scope, code, text, tone, depth, id } = this;
    return { atMs, level, scope, code, text, tone, depth, id };
  }
}

export interface Log extends MessageLog {
  /** Written only where DEBUG enables the scope; the text is made only then. */
  debug(text: () => string): void;
  /** Whether DEBUG enables this scope. Hot paths check it first, to save the closure. */
  readonly debugging: boolean;
  /** Whether the console shows lines of this level. Messages whose data are costly are made only then. */
  shows(level: MessageLevel): boolean;
  /** One line for a call; its text is made when it is read. */
  call(line: CallFacts): void;
  in(scope: string): Log;
}

/** `debug`: `1` (all scopes) or scopes, separated by commas. `shows`: whether anybody sees lines of a level at once. */
export function createLog(sink: Sink, debug: string, now: () => number, shows: Log['shows'] = () => true): Log {
  const open = new Set(debug.split(',').map((scope) => scope.trim()));
  const everything = ['1', 'true', '*', 'all'].some((word) => open.has(word));
  const scopes = new Map<string, Log>();
  const inScope = (scope: string): Log => {
    const known = scopes.get(scope);
    if (known) return known;
    const made = scoped(scope);
    scopes.set(scope, made);
    return made;
  };
  const scoped = (scope: string): Log => {
    const opened = everything || open.has(scope);
    return {
      debug: (text) => opened && sink({ atMs: now(), level: 'debug', scope, text: text(), depth: 0 }),
      debugging: opened,
      shows,
      write: <Data>({ code, level, tone, text }: Message<Data>, ...[data]: readonly unknown[]) =>
        sink(new LazyLine(now(), scope, { depth: 0, level, code, tone, text: () => text(data as Data) })),
      call: (line) => sink(new LazyLine(now(), scope, line)),
      in: inScope,
    };
  };
  return inScope('emulator');
}

/** The last lines and all further ones: the output of `emulator logs`. */
export interface History {
  keep(sink: Sink): Sink;
  recent(count: number): LogLine[];
  follow(see: Sink): () => void;
}

/** Small, so that lines die young: the garbage collector copies each line that is kept. */
const MAX_LINES = 200;

export function createHistory(): History {
  const lines: LogLine[] = [];
  const followers = new Set<Sink>();
  return {
    keep: (sink) => (line) => {
      if (lines.push(line) > 2 * MAX_LINES) lines.splice(0, MAX_LINES);
      for (const see of followers) see(line);
      sink(line);
    },
    recent: (count) => (count > 0 ? lines.slice(-Math.min(count, MAX_LINES)) : []),
    follow: (see) => {
      followers.add(see);
      return () => void followers.delete(see);
    },
  };
}
