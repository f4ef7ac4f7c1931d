// Loads something for a page: again when the page's address changes, when something in the emulator changes, and on demand. It waits until changes are
// heard of, so that nothing has to be read a second time for fear that it changed meanwhile.
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { connection, useChanges } from '#shell/live.ts';

export interface Loaded<T> {
  /** The last value that was read, also while it is read again. */
  readonly value: T | undefined;
  readonly error: unknown;
  readonly loading: boolean;
  reload(): void;
}

/**
 * @param key identifies what is loaded; another key drops the value
 * @param load gets `show`, with which it shows a part before all is there
 */
export function useLoaded<T>(key: string, load: (show: (part: T) => void) => Promise<T>, { live = true } = {}): Loaded<T> {
  const [state, setState] = useState<{ key: string; value?: T; error?: unknown; loading: boolean }>({ key, loading: true });
  const latest = useRef({ load, run: 0 });
  latest.current.load = load;
  const reload = useCallback((): void => {
    const run = ++latest.current.run;
    const current = (): boolean => latest.current.run === run;
    const show = (value: T, loading: boolean): void => {
      if (current()) setState({ key, value, loading });
    };
    let first = true;
    latest.current
      .load((part) => {
        // A list that is read again stays whole until the new one is.
        setState((now) => {
          if (!current() || (now.key === key && now.value !== undefined && !first && !now.loading)) return now;
          return { key, value: part, loading: true };
        });
        first = false;
      })
      .then(
        (value) => show(value, false),
        (error: unknown) => {
          if (current())
            setState((now) => ({ ...(now.key === key && now.value !== undefined && { value: now.value }), key, error, loading: false }));
        },
      );
  }, [key]);
  const isHearing = connection.value !== 'connecting';
  useEffect(() => {
    if (isHearing) reload();
    return () => {
      latest.current.run++;
    };
  }, [reload, isHearing]);
  useChanges(() => {
    if (live) reload();
  });
  const mine = state.key === key;
  return { value: mine ? state.value : undefined, error: mine ? state.error : undefined, loading: mine ? state.loading : true, reload };
}
