// Waits until an environment has connected, and says why when it never will.

export interface Awaited {
  readonly ready: Promise<void>;
  /** Resolves with a sentence once its engine knows that it will not connect. */
  readonly failed: Promise<string>;
  /** Tells what its engine knows about it when the time is over: further sentences, each with a space before it. */
  readonly known: () => string | Promise<string>;
  /** The URL to which it connects. */
  readonly url: string;
  readonly limitMs: number;
  readonly signal: AbortSignal | undefined;
}

/** The message when not the program but its loader is missing. */
const LOADER_MISSING = /(?:^|\b)exec .*no such file or directory/;
const NO_LIBRARY = 'The init program needs the GNU C library, which images of Alpine and empty ones do not have.';

/** The last lines of its output, as a sentence with a space before it. Pure. */
export const itSaid = (tail: string): string =>
  tail === '' ? '' : ` It said: ${tail}${LOADER_MISSING.test(tail) ? ` ${NO_LIBRARY}` : ''}`;

/** @throws Error when it ended, took too long, or is no longer needed */
export async function dialledIn({ ready, failed, known, url, limitMs, signal }: Awaited): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let abort: (() => void) | undefined;
  const fails = new Promise<never>((_, reject) => {
    const late = async () => reject(new Error(`it did not reach the emulator at ${url} within ${limitMs / 1000} s.${await known()}`));
    timer = setTimeout(() => void late(), limitMs);
    void failed.then((why) => reject(new Error(why)));
    abort = () => reject(new Error('it is no longer wanted'));
    signal?.addEventListener('abort', abort, { once: true });
    if (signal?.aborted) abort();
  });
  fails.catch(() => undefined);
  try {
    await Promise.race([ready, fails]);
  } finally {
    clearTimeout(timer);
    if (abort) signal?.removeEventListener('abort', abort);
  }
}
