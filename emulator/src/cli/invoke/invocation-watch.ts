// Tells when an invocation is worth repeating: its event file has changed, or the code of its function.
import { watch } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { functionConfiguration } from '#cli/functions';
import type { LocatedFunction } from '#cli/locate-function';
import { followLog } from '#cli/log-stream';

export interface WatchOptions {
  readonly located: LocatedFunction;
  readonly eventFile: string | undefined;
  readonly signal: AbortSignal;
  /** Called once: no change after it is missed. */
  readonly watching: () => void;
  /** Called once for each burst of changes. */
  readonly changed: (reason: string) => void;
}

/** An editor writes a file in several steps. */
const SETTLE_MS = 50;
const LOOK_EVERY_MS = 25;

/** Resolves when the signal ends it or the emulator stops. @throws EmulatorError NOT_RUNNING */
export async function watchInvocation({ located, eventFile, signal, watching, changed }: WatchOptions): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const soon = (reason: string): void => {
    clearTimeout(timer);
    timer = setTimeout(() => changed(reason), SETTLE_MS);
  };
  const files =
    eventFile === undefined
      ? undefined
      : watch(dirname(resolve(eventFile)), { signal }, (_, name) => {
          if (name === basename(eventFile)) soon(`${eventFile} has changed`);
        });
  files?.on('error', () => undefined);
  try {
    const log = await followLog(located.scope.url, { lines: 0, signal });
    watching();
    for await (const { code, text } of log) {
      if (code === 'FUNCTION_RELOADED' && text.startsWith(`reloaded ${located.name} `)) soon(text);
      else if (isUpdate(text, located.name)) await settled(located).then(() => soon(`${located.name} was updated`));
    }
  } finally {
    clearTimeout(timer);
    files?.close();
  }
}

/** The line of a call: `lambda.UpdateFunctionCode orders 000000000000 us-east-1 ok 3 ms`. */
const isUpdate = (text: string, name: string): boolean =>
  /^lambda\.UpdateFunction(?:Code|Configuration) (\S+) .* ok /.exec(text)?.[1] === name;

/** An update takes effect a moment after its call has answered. */
async function settled({ name, qualifier, scope }: LocatedFunction): Promise<void> {
  for (;;) {
    const found = await functionConfiguration(name, qualifier, scope);
    if (!found || (found.LastUpdateStatus !== 'InProgress' && found.State !== 'Pending')) return;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}
