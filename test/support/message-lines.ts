// A log for tests of parts that take one: collects the text of each message.
import type { Message, MessageLog } from '#lib/message';

export interface MessageLines extends MessageLog {
  readonly lines: readonly string[];
  debug(text: () => string): void;
}

export function messageLines(): MessageLines {
  const lines: string[] = [];
  return {
    lines,
    write: <Data>({ text }: Message<Data>, ...[data]: readonly unknown[]) => void lines.push(text(data as Data)),
    debug: () => undefined,
  };
}
