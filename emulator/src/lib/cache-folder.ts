// Where things of this user are kept that were made or fetched once and can be again.

import { homedir } from 'node:os';
import { join } from 'node:path';

export const cacheFolder = (name: string): string =>
  join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'cloud-emulator', name);
