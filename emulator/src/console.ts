// Log lines on the console: time, id, indentation by depth, text; coloured on a terminal.
import type { LogLine, Sink } from '#core/log';
import { terminalText } from '#lib/terminal-text';

const COLOURS = { debug: 90, info: 0, warn: 33, error: 31, notice: 33, failure: 31 } as const;
/** Lines that wait take no more memory than this many characters. */
const MAX_WAITING = 64 * 1024;

/**
 * Writes to stderr, so that stdout stays free for data. Lines of one turn of the event loop are written together, because each write to a pipe or a
 * file is a call of the system; warnings and errors are written at once, behind what waits. A process that exits, by itself or by an uncaught
 * error, writes what waits; only an emulator that is killed within a turn loses the lines of that turn.
 */
export function consoleSink(out: NodeJS.WriteStream = process.stderr): Sink {
  const coloured = out.isTTY && !process.env['NO_COLOR'];
  let waiting = '';
  let immediate: NodeJS.Immediate | undefined;
  const flush = (): void => {
    clearImmediate(immediate);
    process.off('exit', flush);
    immediate = undefined;
    const text = waiting;
    waiting = '';
    out.write(text);
  };
  return (line) => {
    waiting += textOf(line, coloured);
    if (!immediate) {
      immediate = setImmediate(flush);
      process.on('exit', flush);
    }
    if (line.level === 'warn' || line.level === 'error' || waiting.length > MAX_WAITING) flush();
  };
}

function textOf({ atMs, level, tone, scope, text, depth, id }: LogLine, coloured: boolean): string {
  const time = new Date(atMs).toISOString().slice(11, 23);
  const head = `${time} ${id ? `${id.slice(0, 8)} ` : ''}${'  '.repeat(depth)}`;
  // A text of several lines looks like one: others cannot write lines that seem to be the emulator's.
  const body = terminalText(`${level === 'info' ? '' : `${level} `}${id ? '' : `${scope}: `}${text.replaceAll('\n', '\n  ')}`);
  return coloured ? `\x1b[90m${head}\x1b[${COLOURS[tone ?? level]}m${body}\x1b[0m\n` : `${head}${body}\n`;
}
