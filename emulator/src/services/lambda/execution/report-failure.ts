// Reports an invocation that failed: in one line that says why, with the first lines of its stack and the place of its log.
import type { InvokeOutcome, InvokeReport } from '#containers/container-runtime';
import type { Ctx } from '#core/ctx';
import type { FailedRun } from '#core/traces/run';
import type { InvocationJob } from './invocation-job.ts';
import { FUNCTION_EXITED, FUNCTION_FAILED, FUNCTION_OUT_OF_MEMORY, FUNCTION_TIMED_OUT } from './messages.ts';

interface Failure {
  readonly outcome: Exclude<InvokeOutcome, { kind: 'response' }>;
  /** When the invocation began: performance.now(). */
  readonly startedMs: number;
  readonly done: Promise<InvokeReport>;
}

/** Waits for the report, which tells a process killed for its memory from others. An environment that the emulator stops is no failure. */
export function reportFailure(job: InvocationJob, { outcome, startedMs, done }: Failure, ctx: Ctx): void {
  const { kind, body, errorType } = outcome;
  if (kind === 'stopped') return;
  const { fn, requestId, settings, invokedArn } = job;
  const { reason, lines } = errorIn(body, errorType);
  const facts = { name: fn.name, requestId };
  const logGroup = settings.logging.group;
  const run: FailedRun = { what: 'function', resource: invokedArn, requestId, startedMs, depth: ctx.trace.depth + 1, lines, logGroup };
  if (kind === 'timeout') {
    const remedy = `aws lambda update-function-configuration --function-name ${fn.name} --timeout ${Math.min(900, 10 * settings.timeoutS)}`;
    ctx.report(FUNCTION_TIMED_OUT, { ...facts, timeoutS: settings.timeoutS }, { ...run, remedy });
  } else if (kind !== 'exit') ctx.report(FUNCTION_FAILED, { ...facts, errorType, errorMessage: reason }, run);
  else
    void ctx.track(
      done.then(({ maxMemoryUsedMb, memorySizeMb }) => {
        const isKilled = KILLED.test(reason) && maxMemoryUsedMb >= memorySizeMb;
        const remedy = `aws lambda update-function-configuration --function-name ${fn.name} --memory-size ${Math.min(10_240, 4 * memorySizeMb)}`;
        if (isKilled) ctx.report(FUNCTION_OUT_OF_MEMORY, { ...facts, memoryMb: memorySizeMb }, { ...run, remedy });
        else ctx.report(FUNCTION_EXITED, { ...facts, reason: reason.replace(/^RequestId: \S+ Error: /, '') }, run);
      }),
    );
}

/** As an engine and the embedded runtime end processes for their memory. */
const KILLED = /signal: killed|exit status 137/;
const MAX_CHARACTERS = 500;

/**
 * First line of the error's message; empty where the body has none. The second line follows if a module is not found: it says which files
 * are there and what to do, unless it begins Node's list of the files that required the module.
 */
function errorIn(body: Uint8Array, errorType: string): { readonly reason: string; readonly lines: readonly string[] } {
  try {
    const parsed = JSON.parse(Buffer.from(body).toString()) as Readonly<Record<string, unknown>>;
    const [first = '', advice = ''] = String(parsed['errorMessage'] ?? '').split('\n', 2);
    const hasAdvice = errorType === 'Runtime.ImportModuleError' && advice !== '' && !advice.startsWith('Require stack:');
    return { reason: (hasAdvice ? `${first}. ${advice}` : first).slice(0, MAX_CHARACTERS), lines: stackIn(parsed) };
  } catch {
    return { reason: '', lines: [] };
  }
}

/** Node calls it `trace` where nobody catches an error, Python and Java `stackTrace`. */
function stackIn({ trace, stackTrace }: Readonly<Record<string, unknown>>): string[] {
  const lines = Array.isArray(trace) ? trace.slice(1) : Array.isArray(stackTrace) ? stackTrace : [];
  return lines.map((line) => String(line).trim()).filter((line) => line !== '');
}
