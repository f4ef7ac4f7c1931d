// How lines of logs are shown: the emulator's own, and those of functions. Pure.
import pc from 'picocolors';
import type { LogLine } from '#core/log';

type Colour = (text: string) => string;

const NAME_COLOURS: readonly Colour[] = [pc.cyan, pc.magenta, pc.green, pc.blue, pc.yellow];
const plain: Colour = (text) => text;
const PLATFORM = /^(START|END|REPORT) RequestId: |^INIT_START |^INIT_REPORT .*(?!Status)/;
const ERROR = /^\[ERROR\]|\tERROR\t|\tFATAL\t|^\{.*"level":"(ERROR|FATAL)"|Task timed out after|^Runtime exited|^Traceback /i;
const WARNING = /^\[WARNING\]|\tWARN\t|^\{.*"level":"WARN(ING)?"/i;

/** `12:34:56.789` */
export const clockTime = (atMs: number): string => new Date(atMs).toISOString().slice(11, 23);

export function readableLine({ atMs, level, tone, scope, text, depth, id }: LogLine): string {
  const colour = level === 'error' || tone === 'failure' ? pc.red : level === 'warn' || tone === 'notice' ? pc.yellow : plain;
  return `${pc.dim(clockTime(atMs))} ${id ? `${pc.dim(id.slice(0, 8))} ${'  '.repeat(depth)}` : `${scope}: `}${colour(text.replaceAll('\n', '\n  '))}`;
}

/** Platform lines step back, errors and warnings of every runtime stand out. */
export function colouredMessage(message: string): string {
  const text = message.replace(/\n$/, '').replaceAll('\r', '\n');
  if (ERROR.test(text) || /\tStatus: (error|timeout)/.test(text)) return pc.red(text);
  if (WARNING.test(text)) return pc.yellow(text);
  return PLATFORM.test(text) ? pc.dim(text) : text;
}

/** Names in columns, each in a colour that it keeps. */
export class NameColumn {
  readonly #colours = new Map<string, Colour>();
  #width = 0;

  show(name: string): string {
    const colour = this.#colours.get(name) ?? NAME_COLOURS[this.#colours.size % NAME_COLOURS.length]!;
    this.#colours.set(name, colour);
    this.#width = Math.max(this.#width, name.length);
    return colour(name.padEnd(this.#width));
  }
}
