// Folders of this machine that the emulator uses outside its data directory.
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { COMPAT_INIT_DIRECTORY } from './compat/paths.ts';
import type { Environment } from './option-names.ts';
import { OPTIONS, type OptionValues } from './options.ts';

/** The folder of the local certificate authority: one per user for all data directories, so that it needs to be trusted only once. */
export function authorityDirectory({ AUTHORITY_DIR }: OptionValues, environment: Environment): string {
  if (AUTHORITY_DIR) return resolve(AUTHORITY_DIR);
  return join(environment['XDG_DATA_HOME'] || join(homedir(), '.local', 'share'), 'cloud-emulator', 'authority');
}

/** Folders that hold `boot.d`, `start.d`, `ready.d` and `shutdown.d`, in the order in which they are read. */
export const initDirectories = ({ EMULATOR_INIT_DIR, EMULATOR_PARITY }: OptionValues): string[] => [
  ...new Set([resolve(EMULATOR_INIT_DIR), ...(EMULATOR_PARITY ? [COMPAT_INIT_DIRECTORY] : [])]),
];

/** The default folders. */
export const USUAL_INIT_DIRECTORIES: readonly string[] = [OPTIONS.EMULATOR_INIT_DIR.default, COMPAT_INIT_DIRECTORY];
