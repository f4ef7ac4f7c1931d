// Logs an invocation that failed, in one line that says why.
import type { InvokeOutcome, InvokeReport } from '#containers/container-runtime';
import type { Ctx } from '#core/ctx';
import type { InvocationJob } from './invocation-job.ts';
import { FUNCTION_EXITED, FUNCTION_FAILED, FUNCTION_OUT_OF_MEMORY, FUNCTION_TIMED_OUT } from './messages.ts';

type Failure = Exclude<InvokeOutcome, { kind: 'response' }>;

/** Waits for the report, which tells a process killed for its memory from others. An environment that the emulator stops is no failure. */
export function logFailure(
  { fn: { name }, requestId, settings }: InvocationJob,
  { kind, body, errorType }: Failure,
  done: Promise<InvokeReport>,
  ctx: Ctx,
): void {
  const { log } = ctx;
  const errorMessage = reasonIn(body, errorType);
  const facts = { name, requestId };
  if (kind === 'stopped') return;
  if (kind === 'timeout') log.write(FUNCTION_TIMED_OUT, { ...facts, timeoutS: settings.timeoutS });
  else if (kind !== 'exit') log.write(FUNCTION_FAILED, { ...facts, errorType, errorMessage });
  else
    void ctx.track(
      done.then(({ maxMemoryUsedMb, memorySizeMb }) => {
        const isKilled = KILLED.test(errorMessage) && maxMemoryUsedMb >= memorySizeMb;
        if (isKilled) log.write(FUNCTION_OUT_OF_MEMORY, { ...facts, memoryMb: memorySizeMb });
        else log.write(FUNCTION_EXITED, { ...facts, reason: errorMessage.replace(/^RequestId: \S+ Error: /, '') });
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
function reasonIn(body: Uint8Array, errorType: string): string {
  try {
    const { errorMessage } = JSON.parse(Buffer.from(body).toString()) as { errorMessage?: unknown };
    const [first = '', advice = ''] = String(errorMessage ?? '').split('\n', 2);
    const hasAdvice = errorType === 'Runtime.ImportModuleError' && advice !== '' && !advice.startsWith('Require stack:');
    return (hasAdvice ? `${first}. ${advice}` : first).slice(0, MAX_CHARACTERS);
  } catch {
    return '';
  }
}
