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

/**
 * Reports it, and answers the reason in a few words: `TypeError: no table`. Undefined where the emulator stopped the environment, which is no
 * failure. Where a process was killed, it waits for the report, which tells whether its memory was used up.
 */
export async function reportFailure(job: InvocationJob, { outcome, startedMs, done }: Failure, ctx: Ctx): Promise<string | undefined> {
  const { kind, body, errorType, reportedType } = outcome;
  if (kind === 'stopped') return undefined;
  const { fn, requestId, settings, invokedArn, attempts } = job;
  const { name } = fn;
  const { reason, lines } = errorIn(body, errorType);
  const facts = { name, requestId };
  const { timeoutS } = settings;
  const run = { what: 'function', resource: invokedArn, requestId, startedMs, depth: ctx.trace.depth + 1, lines, attempts } as const;
  const { memoryMb, isUsedUp } = kind === 'exit' ? await memoryOf(reason, reportedType, done) : UNKNOWN;
  const told = (why: string, remedy?: string): FailedRun & { readonly text: string } => {
    const text = kind === 'error' || kind === 'oversize' ? `failed: ${why}` : why;
    return { ...run, text: why, cause: `${name} ${text}`, remedy, logGroup: settings.logging.group };
  };
  const update = `aws lambda update-function-configuration --function-name ${name}`;
  if (kind === 'timeout') {
    const failed = told(`timed out after ${timeoutS} s`, `${update} --timeout ${Math.min(MAX_TIMEOUT_S, 10 * timeoutS)}`);
    ctx.report(FUNCTION_TIMED_OUT, { ...facts, timeoutS }, failed);
    return failed.text;
  }
  if (kind === 'exit' && isUsedUp) {
    const failed = told(`used more than its ${memoryMb} MB of memory`, `${update} --memory-size ${Math.min(MAX_MEMORY_MB, 4 * memoryMb)}`);
    ctx.report(FUNCTION_OUT_OF_MEMORY, { ...facts, memoryMb }, failed);
    return failed.text;
  }
  if (kind === 'exit') {
    const exit = reason.replace(/^RequestId: \S+ Error: /, '');
    const failed = told(`ended before it answered: ${exit}`);
    ctx.report(FUNCTION_EXITED, { ...facts, reason: exit }, failed);
    return failed.text;
  }
  const failed = told(`${errorType}${reason && `: ${reason}`}`);
  ctx.report(FUNCTION_FAILED, { ...facts, errorType, errorMessage: reason }, failed);
  return failed.text;
}

/** As the runtime driver of a container says it before its report. */
const OUT_OF_MEMORY = 'Runtime.OutOfMemory';
/** As an engine and the embedded runtime end processes for their memory. */
const KILLED = /signal: killed|exit status 137/;
const UNKNOWN = { memoryMb: 0, isUsedUp: false };
/** The largest that the service takes. */
const MAX_TIMEOUT_S = 900;
const MAX_MEMORY_MB = 10_240;

async function memoryOf(reason: string, reportedType: string | undefined, done: Promise<InvokeReport>): Promise<typeof UNKNOWN> {
  if (reportedType !== OUT_OF_MEMORY && !KILLED.test(reason)) return UNKNOWN;
  const { memorySizeMb: memoryMb, maxMemoryUsedMb } = await done;
  return { memoryMb, isUsedUp: reportedType === OUT_OF_MEMORY || maxMemoryUsedMb >= memoryMb };
}

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

/** Lines of a stack that lie in the runtime, below the handler. */
const OF_THE_RUNTIME = /\/var\/runtime\/|\bnode:internal\/|^at new Promise \(<anonymous>\)$/;

/** Node calls it `trace` where nobody catches an error, Python and Java `stackTrace`. */
function stackIn({ trace, stackTrace }: Readonly<Record<string, unknown>>): string[] {
  const lines = Array.isArray(trace) ? trace.slice(1) : Array.isArray(stackTrace) ? stackTrace : [];
  return lines.map((line) => String(line).trim()).filter((line) => line !== '' && !OF_THE_RUNTIME.test(line));
}
