// One stream from the emulator, its log: it feeds the pages of calls, and tells pages that something has changed, so that they read again. A browser
// opens only six connections to one origin for all tabs: tabs in sight share one stream, and those out of sight read nothing.
import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { follow, type LogLine, recentLog } from '#api/management.ts';
import { isRead } from '#api/reads.ts';
import { callOfLine } from './call-line.ts';

const MAX_LINES = 5_000;
const HISTORY_LINES = 200;
/** Milliseconds between a change and the reading that it causes, and between two such readings. */
const SETTLE_MS = 120;
const MIN_BETWEEN_MS = 600;
const MAX_RETRY_MS = 5_000;

export type Connection = 'connecting' | 'open' | 'lost';

export const connection = signal<Connection>('connecting');
/** Newest last. */
export const lines = signal<readonly LogLine[]>([]);
/** Grows with everything that may have changed something: calls, and background work that has ended. */
export const changes = signal(0);

/** Names the lock that the tab which reads the stream holds, and the channel on which it passes lines on to the other tabs. */
const STREAM = 'explorer-log';

type Message = { readonly lines: readonly LogLine[] } | { readonly connection: Connection } | { readonly worked: true };

const channel = new BroadcastChannel(STREAM);
let waiting: { readonly line: LogLine; readonly heard: boolean; readonly changes: boolean }[] = [];

/** Lines of one frame are shown together; those that were not heard from another tab are passed on. */
function take(line: LogLine, heard: boolean): void {
  // Pages read nothing before the first connection: what happened earlier they read with the rest.
  waiting.push({ line, heard, changes: connection.value !== 'connecting' && mayChange(line) });
  if (waiting.length > 1) return;
  requestAnimationFrame(() => {
    const taken = waiting;
    waiting = [];
    lines.value = [...lines.value, ...taken.map((one) => one.line)].slice(-MAX_LINES);
    const own = taken.filter((one) => !one.heard).map((one) => one.line);
    if (own.length > 0) tell({ lines: own });
    if (taken.some((one) => one.changes)) changes.value++;
  });
}

const tell = (message: Message): void => channel.postMessage(message);

function become(state: Connection): void {
  if (state === 'open' && connection.value === 'lost') changes.value++;
  connection.value = state;
}

function mayChange(line: LogLine): boolean {
  const call = callOfLine(line);
  return call === undefined || !isRead(call.operation);
}

/** Passes lines on to `see`, apart from those at the beginning that are known: a history repeats some. Times cannot tell, for the clock may stand still. */
function after(known: readonly LogLine[], see: (line: LogLine) => void): (line: LogLine) => void {
  const texts = new Set(known.slice(-HISTORY_LINES).map((line) => JSON.stringify(line)));
  return (line) => {
    if (texts.size > 0 && texts.has(JSON.stringify(line))) return;
    texts.clear();
    see(line);
  };
}

/** Reads the stream while the tab is in sight. */
export function startLive(): void {
  let sight: AbortController | undefined;
  const look = (): void => {
    sight?.abort();
    // Back in sight, pages read again: what happened meanwhile they have not heard.
    if (document.hidden) return void (connection.value = 'connecting');
    sight = new AbortController();
    void read(sight.signal);
  };
  document.addEventListener('visibilitychange', look);
  look();
}

/** Reads the stream, or hears the tab that reads it until that one ends. Where the page is not secure, there are no locks: each tab reads for itself. */
async function read(signal: AbortSignal): Promise<void> {
  const lead = (): Promise<boolean> => followUntil(signal);
  const locks = navigator.locks as LockManager | undefined;
  if (!locks) return void lead();
  const led = await locks.request(STREAM, { ifAvailable: true }, async (lock) => lock !== null && lead());
  if (led || signal.aborted) return;
  const hearing = new AbortController();
  const end = (): void => hearing.abort();
  signal.addEventListener('abort', end);
  void hear(hearing.signal);
  await locks
    .request(STREAM, { signal }, () => {
      end();
      return lead();
    })
    .catch(() => undefined);
}

/** Takes over what the tab that reads the stream passes on. */
async function hear(signal: AbortSignal): Promise<void> {
  const early: LogLine[] = [];
  let show = (line: LogLine): void => void early.push(line);
  channel.addEventListener(
    'message',
    ({ data }: MessageEvent<Message>) => {
      if ('connection' in data) become(data.connection);
      else if ('worked' in data) changes.value++;
      else for (const line of data.lines) show(line);
    },
    { signal },
  );
  const earlier = await recentLog(HISTORY_LINES, signal).catch(() => undefined);
  if (signal.aborted) return;
  const hearing = (line: LogLine): void => take(line, true);
  (earlier ?? []).forEach(after(lines.value, hearing));
  show = hearing;
  early.forEach(after(earlier ?? [], hearing));
  become(earlier ? 'open' : 'lost');
}

/** Opens the stream, again after each interruption, until the signal aborts. */
async function followUntil(signal: AbortSignal): Promise<boolean> {
  let retryMs = 250;
  const opened = (): void => {
    retryMs = 250;
    become('open');
    tell({ connection: 'open' });
  };
  const worked = (): void => {
    changes.value++;
    tell({ worked: true });
  };
  for (;;) {
    const onLine = after(lines.value, (line) => take(line, false));
    await follow(HISTORY_LINES, signal, { onOpen: opened, onLine, onWork: worked }).catch(() => undefined);
    if (signal.aborted) return true;
    become('lost');
    tell({ connection: 'lost' });
    retryMs = Math.min(retryMs * 2, MAX_RETRY_MS);
    await new Promise((resolve) => setTimeout(resolve, retryMs));
    if (signal.aborted) return true;
  }
}

/** Calls `reload` soon after changes, and some time apart. */
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
