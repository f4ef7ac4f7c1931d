// Finds the machine's own programs that build sandboxes.

import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The function's own PATH must not decide which program builds its sandbox. */
export function systemCommand(name: string): string | undefined {
  return ['/usr/bin', '/bin', '/usr/local/bin', '/usr/sbin', '/sbin'].map((dir) => join(dir, name)).find((path) => existsSync(path));
}
