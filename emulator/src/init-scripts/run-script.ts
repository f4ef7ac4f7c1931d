// Runs one script and records its status: state, duration, and why it failed.
import type { Log } from '#core/log';
import type { FoundScript } from './discover.ts';
import { SCRIPT_FAILED, SCRIPT_OUTPUT } from './messages.ts';
import { ScriptProblem, type ScriptRun } from './script-runner.ts';
import type { ScriptStatus } from './stage.ts';
import { whyNot } from './why-not.ts';

export interface RunTools extends Pick<ScriptRun, 'environment' | 'signal' | 'workDirectory'> {
  /** Is told why a script failed. */
  readonly failed?: ((path: string, reason: string) => void) | undefined;
}

/** The address that scripts are often written for, in the words of clients that do not reach it. */
const USUAL_PORT = /\b(?:localhost|127\.0\.0\.1|\[?::1\]?|0\.0\.0\.0|localhost\.localstack\.cloud)(?:\s*\([^)]*\))?(?::|,? port:? ?)4566\b/;

/** The end of the reason why a script failed that has named the usual address, where the emulator has another one. */
function elsewhere(endpoint: string | undefined): string {
  if (!endpoint || new URL(endpoint).port === '4566') return '';
  return `; it names port 4566, and the emulator listens at ${endpoint}: use $AWS_ENDPOINT_URL, which scripts are given`;
}

/** Never throws: a failed script stops nothing. */
export async function runScript(found: FoundScript, status: ScriptStatus, tools: RunTools, log: Log): Promise<void> {
  const { runner, path } = found;
  const why = whyNot(found, tools.environment['PATH']);
  if (!runner || why !== undefined) {
    status.state = 'ERROR';
    status.reason = why!;
    tools.failed?.(path, why!);
    return log.write(SCRIPT_FAILED, { path, problem: why! });
  }
  status.state = 'RUNNING';
  log.debug(() => `${status.stage} ${path} runs`);
  const startedMs = performance.now();
  let callsUsualPort = false;
  try {
    await runner.run({
      ...tools,
      path,
      line: (line) => {
        callsUsualPort ||= USUAL_PORT.test(line);
        log.write(SCRIPT_OUTPUT, { name: status.name, line });
      },
      at: (directory) => {
        status.directory = directory;
      },
    });
    status.state = 'SUCCESSFUL';
  } catch (error) {
    status.state = 'ERROR';
    status.reason =
      error instanceof ScriptProblem ? error.message : `the runner failed: ${error instanceof Error ? error.stack : String(error)}`;
    if (callsUsualPort) status.reason += elsewhere(tools.environment['AWS_ENDPOINT_URL']);
    tools.failed?.(path, status.reason);
    log.write(SCRIPT_FAILED, { path, problem: status.reason });
  }
  status.durationMs = Math.round(performance.now() - startedMs);
  log.debug(() => `${status.stage} ${path} ${status.state} after ${status.durationMs} ms`);
}
