// Folders of this machine that the emulator uses outside its data directory.
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { OptionValues } from './options.ts';

/** The folder of the local certificate authority: one for this user, whatever the data directory, so that it is trusted once. */
export function authorityDirectory({ AUTHORITY_DIR }: OptionValues, environment: Readonly<Record<string, string | undefined>>): string {
  if (AUTHORITY_DIR) return resolve(AUTHORITY_DIR);
  return join(environment['XDG_DATA_HOME'] || join(homedir(), '.local', 'share'), 'cloud-emulator', 'authority');
}
