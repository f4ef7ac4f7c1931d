// The logs of several functions as one: what they have logged so far in the order of time, and what comes.
import { type FunctionScope, functionConfiguration } from '#cli/functions';
import { followLog } from '#cli/log-stream';
import type { LogLine } from '#core/log';
import { earlierEvents, findLogGroup, type LogEvent, MAX_TAIL_GROUPS, openTail, type TailEvent } from './log-groups.ts';

/** The log of one function. */
export interface FunctionLogSource {
  readonly name: string;
  readonly group: string;
  /** Set once the group exists. */
  readonly arn?: string | undefined;
  /** Whether the function exists; it may log later. */
  readonly isDeployed: boolean;
}

export interface FunctionLogEvent extends LogEvent {
  readonly name: string;
}

const LOOK_EVERY_MS = 50;
/** The lines of an invocation are written when it ends, or after some seconds. */
const MAX_LOOKS = 200;

/** The group of a function, which may log to a group of its choice, or of a function that was deleted. */
export async function logSource(name: string, scope: FunctionScope): Promise<FunctionLogSource> {
  const configuration = await functionConfiguration(name, undefined, scope);
  const group = configuration?.LoggingConfig?.LogGroup ?? `/aws/lambda/${name}`;
  return { name, group, arn: (await findLogGroup(group, scope))?.arn, isDeployed: configuration !== undefined };
}

/** In the order of time. */
export async function eventsSoFar(
  sources: readonly FunctionLogSource[],
  startTime: number | undefined,
  scope: FunctionScope,
): Promise<FunctionLogEvent[]> {
  const all = await Promise.all(
    sources
      .filter(({ arn }) => arn !== undefined)
      .map(async ({ name, group }) =>
        (await earlierEvents(group, startTime, scope)).filter((event) => isOf(name, group, event)).map((event) => ({ ...event, name })),
      ),
  );
  return all.flat().sort((a, b) => a.timestamp - b.timestamp);
}

/** Functions that share a group put their name into the names of their streams: `2026/01/31/orders[$LATEST]0123…`. */
const isOf = (name: string, group: string, { logStreamName }: LogEvent): boolean =>
  group === `/aws/lambda/${name}` || logStreamName.slice('2026/01/31/'.length).startsWith(`${name}[`);

export interface FollowOptions {
  readonly sources: readonly FunctionLogSource[];
  /** Functions that begin to log later are followed, too. */
  readonly takesOthers: boolean;
  readonly signal: AbortSignal;
  readonly see: (event: FunctionLogEvent) => void;
}

export class LogFollower {
  readonly #options: FollowOptions;
  readonly #scope: FunctionScope;
  /** By group: the functions that log there. */
  readonly #followed = new Map<string, FunctionLogSource[]>();
  /** Functions that exist and have not logged yet. */
  readonly #pending = new Set<string>();
  /** How often an event was shown that will come again. */
  readonly #shown = new Map<string, number>();
  /** Events that wait until earlier ones are shown. */
  #held: TailEvent[] | undefined = [];
  #taking: Promise<void> = Promise.resolve();

  constructor(options: FollowOptions, scope: FunctionScope) {
    this.#options = options;
    this.#scope = scope;
  }

  /** Resolves once no further event of groups that exist can be missed. They are held until `release`. */
  async open(): Promise<void> {
    const { sources } = this.#options;
    const there = sources.filter(({ arn }) => arn !== undefined);
    for (let at = 0; at < there.length; at += MAX_TAIL_GROUPS) await this.#tail(there.slice(at, at + MAX_TAIL_GROUPS));
    for (const { name, arn } of sources) if (arn === undefined) this.#pending.add(name);
  }

  /** Shows what was held, apart from events that were shown already. */
  release(shown: readonly LogEvent[]): void {
    for (const event of shown) this.#shown.set(keyOf(event), (this.#shown.get(keyOf(event)) ?? 0) + 1);
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const event of held) this.#see(event);
  }

  /** Takes up functions that begin to log. Ends when the emulator stops, or with the signal. */
  async run(): Promise<void> {
    for await (const line of await followLog(this.#scope.url, { lines: 0, signal: this.#options.signal })) {
      const name = functionIn(line);
      if (name === undefined || this.#isFollowed(name)) continue;
      if (!this.#pending.delete(name) && !this.#options.takesOthers) continue;
      this.#followed.set(`${name} is being taken up`, [{ name, group: '', isDeployed: true }]);
      this.#taking = this.#taking.then(() => this.#take(name));
    }
    await this.#taking;
  }

  #isFollowed = (name: string): boolean => [...this.#followed.values()].flat().some((source) => source.name === name);

  /** Its group is made with its first lines, which are written when its invocation ends. */
  async #take(name: string): Promise<void> {
    for (let looks = 0; looks < MAX_LOOKS && !this.#options.signal.aborted; looks++) {
      const source = await logSource(name, this.#scope);
      if (source.arn !== undefined) {
        this.#held = [];
        await this.#tail([source]);
        const earlier = await eventsSoFar([source], undefined, this.#scope);
        for (const event of earlier) this.#options.see(event);
        this.release(earlier);
        break;
      }
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
    this.#followed.delete(`${name} is being taken up`);
  }

  async #tail(sources: readonly FunctionLogSource[]): Promise<void> {
    for (const source of sources) this.#followed.set(source.group, [...(this.#followed.get(source.group) ?? []), source]);
    const arns = [...new Set(sources.flatMap(({ arn }) => arn ?? []))];
    void this.#read(await openTail(arns, this.#scope));
  }

  async #read(tail: AsyncGenerator<TailEvent>): Promise<void> {
    try {
      for await (const event of tail) {
        if (this.#held) this.#held.push(event);
        else this.#see(event);
      }
    } catch {
      // The emulator has ended, which `run` tells.
    }
  }

  #see(event: TailEvent): void {
    const times = this.#shown.get(keyOf(event)) ?? 0;
    if (times > 0) return void this.#shown.set(keyOf(event), times - 1);
    const source = this.#followed.get(event.group)?.find(({ name, group }) => isOf(name, group, event));
    if (source) this.#options.see({ ...event, name: source.name });
  }
}

const ABOUT_FUNCTION = ['FUNCTION_OUTPUT', 'FUNCTION_FAILED', 'FUNCTION_TIMED_OUT', 'FUNCTION_OUT_OF_MEMORY', 'FUNCTION_EXITED'];

/** The function that a line of the emulator's log is about, where it says that the function was invoked. */
const functionIn = ({ code, text }: LogLine): string | undefined =>
  code === undefined
    ? /^lambda\.Invoke(?:Async|WithResponseStream)? ([A-Za-z0-9_-]+)/.exec(text)?.[1]
    : ABOUT_FUNCTION.includes(code)
      ? /^([A-Za-z0-9_-]+)[: ]/.exec(text)?.[1]
      : undefined;

const keyOf = ({ timestamp, message, logStreamName }: LogEvent): string => `${timestamp} ${logStreamName} ${message}`;
