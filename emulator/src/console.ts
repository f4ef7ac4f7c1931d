// Log lines on the console: time, id, indentation by depth, text; coloured on a terminal.
import type { Sink } from '#core/log';

const COLOURS = { debug: 90, info: 0, warn: 33, error: 31, notice: 33, failure: 31 } as const;

/** Writes to stderr, so that stdout stays free for data. */
export function consoleSink(out: NodeJS.WriteStream = process.stderr): Sink {
  const coloured = out.isTTY && !process.env['NO_COLOR'];
  return ({ atMs, level, tone, scope, text, depth, id }) => {
    const time = new Date(atMs).toISOString().slice(11, 23);
    const head = `${time} ${id ? `${id.slice(0, 8)} ` : ''}${'  '.repeat(depth)}`;
    const body = `${level === 'info' ? '' : `${level} `}${id ? '' : `${scope}: `}${text}`;
    out.write(coloured ? `\x1b[90m${head}\x1b[${COLOURS[tone ?? level]}m${body}\x1b[0m\n` : `${head}${body}\n`);
  };
}
