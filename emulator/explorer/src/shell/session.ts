// The state of the whole session: options of the emulator, its time, the message of the last action, and the user's preferences, which the browser keeps:
// theme, last account and region, saved test events.
import { signal } from '@preact/signals';
import { send } from '#api/call.ts';
import { type Clock, readClock, readConfig, readInfo, sendJson } from '#api/management.ts';
import type { Call, Scope } from '#api/model.ts';
import { isRead } from '#api/reads.ts';

export const readOnly = signal(false);
export const version = signal('');
export const clock = signal<Clock | undefined>(undefined);
/** Said politely by screen readers, and shown for a few seconds. */
export const status = signal<{ readonly text: string; readonly tone: 'good' | 'bad' } | undefined>(undefined);

const SHOWN_MS = 6_000;

export function say(text: string, tone: 'good' | 'bad' = 'good'): void {
  const said = { text, tone };
  status.value = said;
  setTimeout(() => {
    if (status.value === said) status.value = undefined;
  }, SHOWN_MS);
}

async function readSession(): Promise<void> {
  const [config, info, time] = await Promise.all([readConfig(), readInfo(), readClock()]);
  readOnly.value = config['EXPLORER_READONLY']?.value === true;
  version.value = info.version;
  clock.value = time;
}

let session: Promise<void> | undefined;

/** Reads the options once; again after a failure. */
export function loadSession(): Promise<void> {
  session ??= readSession().catch((error: unknown) => {
    session = undefined;
    throw error;
  });
  return session;
}

/**
 * Makes a call on behalf of a form or a button.
 * @throws Fault in the words of the service; Error where the explorer only reads and the call would change something
 */
export async function perform(scope: Scope, call: Call): Promise<unknown> {
  if (!isRead(call.operation)) await loadSession();
  if (readOnly.value && !isRead(call.operation)) throw new Error('EXPLORER_READONLY is set: the explorer changes nothing.');
  return send(scope, call);
}

/**
 * Calls an endpoint of the emulator itself that changes something.
 * @throws Fault in its words; Error where the explorer only reads
 */
export async function manage<T>(method: 'POST' | 'DELETE', path: string, body?: object): Promise<T> {
  await loadSession();
  if (readOnly.value) throw new Error('EXPLORER_READONLY is set: the explorer changes nothing.');
  return sendJson<T>(method, path, body);
}

/** Moves the emulator's time ahead; resolves when the work that fell due has run. */
export async function advanceClock(move: { readonly advance: string } | { readonly to: string }): Promise<Clock> {
  const moved = await manage<Clock>('POST', '/clock', move);
  clock.value = moved;
  return moved;
}

const PREFIX = 'explorer.';

/** Undefined where nothing is kept, or the browser keeps nothing (private windows). */
export function preference<T>(name: string): T | undefined {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? undefined : (JSON.parse(text) as T);
  } catch {
    return undefined;
  }
}

export function keepPreference(name: string, value: unknown): void {
  try {
    if (value === undefined) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {}
}

export type Theme = 'system' | 'light' | 'dark';

export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}
