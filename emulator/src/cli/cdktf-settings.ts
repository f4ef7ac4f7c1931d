// Reads the cdktf.json of an app, and refuses one that is no JSON.
import { EmulatorError } from '#lib/emulator-error';
import { CDKTF_APP_MISSING } from './messages.ts';

/** What `find` returns. @throws EmulatorError CDKTF_APP_MISSING */
export function readApp<T>(find: () => T): T {
  try {
    return find();
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'InvalidSettings') throw error;
    throw new EmulatorError(CDKTF_APP_MISSING, error.message, {
      hint: 'It is a JSON document: { "app": "npx tsx main.ts" }.',
      cause: error,
    });
  }
}
