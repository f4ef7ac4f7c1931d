// Why a script will not run, as far as this is known beforehand.
import type { FoundScript } from './discover.ts';

export function whyNot({ runner, reason, path }: FoundScript, searchPath = ''): string | undefined {
  if (!runner) return reason;
  try {
    return runner.whyNot?.(path, searchPath);
  } catch (error) {
    return `it cannot be read: ${(error as Error).message}`;
  }
}
