// Parses an extension's registration, with the checks of the cloud. Pure.

import { forbidden, type Refusal } from '#runtime-init/http-answers';

export type ExtensionEvent = 'INVOKE' | 'SHUTDOWN';

/** The events without duplicates, or the refusal. Only extensions with a process of their own get the shutdown event. */
export function parseEvents(body: Uint8Array, external: boolean): readonly ExtensionEvent[] | Refusal {
  let parsed: unknown;
  try {
    parsed = body.length === 0 ? {} : JSON.parse(Buffer.from(body).toString());
  } catch (error) {
    return forbidden('InvalidRequestFormat', (error as Error).message);
  }
  const events = (parsed as { events?: unknown } | null)?.events ?? [];
  if (!Array.isArray(events)) return forbidden('InvalidRequestFormat', 'events should be a list');
  for (const event of events as unknown[]) {
    if (event !== 'INVOKE' && event !== 'SHUTDOWN') return forbidden('Extension.InvalidEventType', `${event}: ErrorInvalidEventType`);
    if (event === 'SHUTDOWN' && !external)
      return forbidden('Extension.InvalidEventType', 'SHUTDOWN: ShutdownEventNotSupportedForInternalExtension');
  }
  return [...new Set(events as ExtensionEvent[])];
}

/** Variables of the runtime that extensions do not see (developer guide, "Lambda extensions"). */
const RUNTIME_ONLY = new Set([
  'AWS_EXECUTION_ENV',
  'AWS_LAMBDA_LOG_GROUP_NAME',
  'AWS_LAMBDA_LOG_STREAM_NAME',
  'LAMBDA_TASK_ROOT',
  'LAMBDA_RUNTIME_DIR',
  'NODE_OPTIONS',
]);

export function extensionVariables(env: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('_') && !RUNTIME_ONLY.has(name)));
}
