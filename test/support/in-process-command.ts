// The command `emulator` in the process of the test: a process of its own for each command would take longer than everything else.
import { stripVTControlCharacters } from 'node:util';
import { vi } from 'vitest';
import { runEmulator } from '../../emulator/src/cli/run-emulator.ts';

export interface CommandOutcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs it in that region, one command at a time. */
export async function inProcessCommand(words: readonly string[], region = 'us-east-1'): Promise<CommandOutcome> {
  const { exitCode } = process;
  const said = { stdout: '', stderr: '' };
  const writing = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((piece) => {
      said[name] += stripVTControlCharacters(String(piece));
      return true;
    }),
  );
  vi.stubEnv('AWS_REGION', region);
  try {
    process.exitCode = 0;
    await runEmulator(words);
    return { code: Number(process.exitCode), ...said };
  } finally {
    vi.unstubAllEnvs();
    for (const each of writing) each.mockRestore();
    process.exitCode = exitCode;
  }
}
