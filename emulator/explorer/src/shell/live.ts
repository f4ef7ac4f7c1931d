// One stream from the emulator, its log: it feeds the pages of calls, and tells pages that something has changed, so that they read again. It is closed
// while the tab is hidden, because a browser opens only six connections to one origin for all tabs.
import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { followLog, type LogLine } from '#api/management.ts';
import { isRead } from '#api/reads.ts';
import { callOfLine } from './call-line.ts';

const MAX_LINES = 5_000;
const HISTORY_LINES = 200;
/** Milliseconds between a change and the reading that it causes, and between two such readings. */
const SETTLE_MS = 120;
const MIN_BETWEEN_MS = 1_000;
const MAX_RETRY_MS = 5_000;

export type Connection = 'connecting' | 'open' | 'lost';

export const connection = signal<Connection>('connecting');
/** Newest last. */
export const lines = signal<readonly LogLine[]>([]);
/** Grows with every call that may have changed something. */
export const changes = signal(0);

let waiting: LogLine[] = [];
let flushing = false;

/** Lines of one frame are shown together. */
function take(line: LogLine): void {
  waiting.push(line);
  if (flushing) return;
  flushing = true;
  requestAnimationFrame(() => {
    flushing = false;
    const taken = waiting;
    waiting = [];
    lines.value = [...lines.value, ...taken].slice(-MAX_LINES);
    if (taken.some(mayChange)) changes.value++;
  });
}

function mayChange(line: LogLine): boolean {
  const call = callOfLine(line);
  return call === undefined || !isRead(call.operation);
}

/** Opens the stream, again after each interruption, while the tab is visible. */
export function startLive(): void {
  let stop: AbortController | undefined;
  let retryMs = 250;
  const open = async (): Promise<void> => {
    const own = new AbortController();
    stop = own;
    try {
      const had = lines.value.length > 0;
      let skipped: LogLine[] | undefined = had ? [] : undefined;
      const last = lines.value.at(-1)?.atMs ?? 0;
      await followLog(
        HISTORY_LINES,
        own.signal,
        (line) => {
          // After an interruption the history repeats lines that are shown already.
          if (skipped && line.atMs <= last) return;
          skipped = undefined;
          take(line);
        },
        () => {
          retryMs = 250;
          if (connection.value !== 'open') changes.value++;
          connection.value = 'open';
        },
      );
    } catch {}
    if (own.signal.aborted) return;
    connection.value = 'lost';
    retryMs = Math.min(retryMs * 2, MAX_RETRY_MS);
    setTimeout(() => {
      if (!own.signal.aborted) void open();
    }, retryMs);
  };
  document.addEventListener('visibilitychange', () => {
    stop?.abort();
    if (!document.hidden) void open();
  });
  if (!document.hidden) void open();
}

/** Calls `reload` after changes, at most once a second. */
export function useChanges(reload: () => void): void {
  const latest = useRef(reload);
  latest.current = reload;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let lastAt = 0;
    let first = true;
    const off = changes.subscribe(() => {
      if (first) {
        first = false;
        return;
      }
      if (timer !== undefined) return;
      const wait = Math.max(SETTLE_MS, lastAt + MIN_BETWEEN_MS - performance.now());
      timer = setTimeout(() => {
        timer = undefined;
        lastAt = performance.now();
        latest.current();
      }, wait);
    });
    return () => {
      off();
      clearTimeout(timer);
    };
  }, []);
}
