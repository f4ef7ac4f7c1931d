// The keys of the development loop, on a terminal.
import type { ReadStream } from 'node:tty';
import { table } from '#lib/table';

export type Key = 'redeploy' | 'invoke' | 'clear' | 'quit';

const KEYS: Readonly<Record<string, Key>> = table({ r: 'redeploy', i: 'invoke', c: 'clear', q: 'quit', '\x03': 'quit', '\x04': 'quit' });

/** A digit chooses a function. Returns what gives the terminal back. */
export function readKeys(
  stdin: Pick<ReadStream, 'setRawMode' | 'on' | 'off' | 'resume' | 'pause'>,
  pressed: (key: Key | number) => void,
): () => void {
  const read = (bytes: Buffer): void => {
    for (const letter of bytes.toString()) {
      const key = Object.hasOwn(KEYS, letter) ? KEYS[letter] : undefined;
      if (key !== undefined) pressed(key);
      else if (/[1-9]/.test(letter)) pressed(Number(letter));
    }
  };
  stdin.setRawMode(true);
  stdin.on('data', read);
  stdin.resume();
  return () => {
    stdin.off('data', read);
    stdin.setRawMode(false);
    stdin.pause();
  };
}
