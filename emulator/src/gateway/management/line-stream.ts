// Answers that are lines of JSON and may stay open for new ones: the log, events, requests.
import type { FastifyReply } from 'fastify';
import type { Kernel } from '#core/kernel';

interface Lines {
  /** The lines that there are, oldest first. */
  readonly earlier: readonly object[];
  /** Writes new lines from now on, until the returned function is called; undefined where the client does not follow them. */
  readonly follow: ((write: (line: object) => void) => () => void) | undefined;
}

/** Ends the answer after the earlier lines, or, where the client follows, with the client or with the emulator. */
export function sendLines(reply: FastifyReply, { earlier, follow }: Lines, { stopping }: Pick<Kernel, 'stopping'>): void {
  reply.hijack();
  const stream = reply.raw.writeHead(200, { 'content-type': 'application/x-ndjson' });
  const write = (line: object): void => void stream.write(`${JSON.stringify(line)}\n`);
  for (const line of earlier) write(line);
  if (!follow) return void stream.end();
  stream.flushHeaders(); // tells the client at once that the stream is open
  const unfollow = follow(write);
  const end = (): void => void stream.end();
  stopping.addEventListener('abort', end, { once: true });
  stream.once('close', () => {
    unfollow();
    stopping.removeEventListener('abort', end);
  });
}
