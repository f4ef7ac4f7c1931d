// Reads the cdktf.json of an app, and refuses a file that is no JSON.
import { EmulatorError } from '#lib/emulator-error';
import { CDKTF_APP_MISSING } from './messages.ts';

/** Calls `find`, which reads the settings, and returns its result. @throws EmulatorError CDKTF_APP_MISSING for settings that are no JSON */
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
