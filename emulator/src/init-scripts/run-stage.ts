// Runs the scripts of one stage, one after the other.
import type { Log } from '#core/log';
import { withAwslocal } from './awslocal.ts';
import type { FoundScript } from './discover.ts';
import { SCRIPT_UNSIGNED } from './messages.ts';
import { type RunTools, runScript } from './run-script.ts';
import { scriptEnvironment } from './script-environment.ts';
import type { ScriptStatus } from './stage.ts';

export interface StageRun extends Pick<RunTools, 'signal' | 'workDirectory' | 'failed'> {
  readonly found: readonly FoundScript[];
  /** One status per script. */
  readonly statuses: readonly ScriptStatus[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly origin: string;
  /** Unsigned calls, counted by `InitScripts.watch`. */
  readonly unsigned: { count: number };
  readonly log: Log;
}

export async function runStage({ found, statuses, signal, workDirectory, failed, unsigned, log, ...given }: StageRun): Promise<void> {
  const environment = withAwslocal(scriptEnvironment(given.environment, given.origin), workDirectory);
  for (const [i, status] of statuses.entries()) {
    unsigned.count = 0;
    await runScript(found[i]!, status, { environment, signal, workDirectory, failed }, log);
    if (unsigned.count > 0) noteUnsigned(status, unsigned.count, log);
  }
}

function noteUnsigned(status: ScriptStatus, count: number, log: Log): void {
  const text = `${count} of the calls meanwhile arrived unsigned: its credentials are not set`;
  status.reason = status.reason ? `${status.reason}; ${text}` : text;
  log.write(SCRIPT_UNSIGNED, { path: status.path, problem: text });
}
