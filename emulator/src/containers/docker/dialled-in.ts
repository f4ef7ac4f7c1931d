// Waits until an environment has connected, and says why when it never will.

import type { StartedContainer } from './container.ts';

export interface Awaited {
  readonly ready: Promise<void>;
  readonly container: StartedContainer;
  /** The URL to which it connects. */
  readonly url: string;
  readonly limitMs: number;
  readonly signal: AbortSignal | undefined;
}

/** The message when not the program but its loader is missing. */
const LOADER_MISSING = /(?:^|\b)exec .*no such file or directory/;
const NO_LIBRARY = 'The init program needs the GNU C library, which images of Alpine and empty ones do not have.';

/** @throws Error when it ended, took too long, or is no longer needed */
export async function dialledIn({ ready, container, url, limitMs, signal }: Awaited): Promise<void> {
  const said = () => {
    const tail = container.tail();
    return tail === '' ? '' : ` It said: ${tail}${LOADER_MISSING.test(tail) ? ` ${NO_LIBRARY}` : ''}`;
  };
  let timer: NodeJS.Timeout | undefined;
  let abort: (() => void) | undefined;
  const fails = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`it did not reach the emulator at ${url} within ${limitMs / 1000} s.${said()}`)), limitMs);
    void container.ended.then((exit) =>
      reject(new Error(exit ? `it ended with status ${exit.code} before it was ready.${said()}` : 'the container engine is gone.')),
    );
    abort = () => reject(new Error('it is no longer wanted'));
    signal?.addEventListener('abort', abort, { once: true });
  });
  fails.catch(() => undefined);
  try {
    await Promise.race([ready, fails]);
  } finally {
    clearTimeout(timer);
    if (abort) signal?.removeEventListener('abort', abort);
  }
}
