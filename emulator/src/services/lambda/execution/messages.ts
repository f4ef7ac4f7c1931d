// Messages about invocations: their output, their failures, and events that are given up.
import type { DebuggerState } from '#containers/container-runtime';
import { defineMessage } from '#lib/message';
import { debuggerLine } from '#runtime-init/telemetry/platform-lines';

export const FUNCTION_OUTPUT = defineMessage({
  code: 'FUNCTION_OUTPUT',
  level: 'info',
  description: "A line of a function's log. `emulator logs <function>` shows its whole log.",
  hint: '`FUNCTION_TRUNCATE_STDOUT` is the length at which lines are cut here.',
  text: ({ name, line, maxCharacters }: { name: string; line: string; maxCharacters: number }) =>
    `${name}: ${line.length > maxCharacters ? `${line.slice(0, maxCharacters)}…` : line}`,
});

export const RUNTIME_DIFFERS = defineMessage({
  code: 'RUNTIME_DIFFERS',
  level: 'warn',
  description: 'A function runs on an interpreter of another version, or on another architecture. Written once for each function.',
  hint: 'The line says which; `FUNCTION_EXACT_VERSIONS` refuses such functions.',
  text: ({ name, difference }: { name: string; difference: string }) => `${name}: ${difference}`,
});

export const FUNCTION_RELOADED = defineMessage({
  code: 'FUNCTION_RELOADED',
  level: 'info',
  description:
    'Files in the folder of a function or of its layer have changed: its next invocation runs the new code. An invocation under way finishes with the old one.',
  hint: 'The time is from the first change of a file until the function can be invoked. Files that git ignores and packages do not count.',
  text: ({ name, ms, files }: { name: string; ms: number; files: number }) =>
    `reloaded ${name} in ${Math.round(ms)} ms (${files} file${files === 1 ? '' : 's'})`,
});

export const BUNDLE_FAILED = defineMessage({
  code: 'BUNDLE_FAILED',
  level: 'warn',
  description: 'The handler of a function is TypeScript that cannot be bundled: invocations fail with the reason until it can.',
  hint: '`npm i -D esbuild` in the project installs what bundles it; otherwise mend the line that the message names.',
  text: ({ name, failure }: { name: string; failure: string }) => `${name} cannot be bundled: ${failure}`,
});

export const LINK_HIDDEN = defineMessage({
  code: 'LINK_HIDDEN',
  level: 'warn',
  description: 'A link in the folder of a function leads to a place that code may not see (hot reload): in the function it leads nowhere.',
  hint: '`HOT_RELOAD_FOLDERS` lists the folders below which code, and what its links lead to, may lie.',
  text: ({ folder, target, refusal }: { folder: string; target: string; refusal: string }) =>
    `A link in ${folder} leads nowhere in the function, because its target ${target} ${refusal}.`,
});

export const LINK_COVERED = defineMessage({
  code: 'LINK_COVERED',
  level: 'warn',
  description:
    'A link in the folder of a function leads to a path that is another place inside the function (hot reload): its own `/tmp`, above all.',
  hint: 'A relative link (`ln -sr TARGET LINK`) leads to its target inside, too.',
  text: ({ link, path }: { link: string; path: string }) =>
    `The link ${link} leads nowhere in the function, which has a ${path.split('/').slice(0, 2).join('/')} of its own: ${path} is not shown there.`,
});

export const FOLDER_GONE = defineMessage({
  code: 'FOLDER_GONE',
  level: 'warn',
  description:
    'The folder from which a function runs was removed. Its next invocation looks for the folder again, and fails if it is not there.',
  text: ({ name, folder }: { name: string; folder: string }) => `The folder of ${name} is gone: ${folder}`,
});

export const FOLDER_POLLED = defineMessage({
  code: 'FOLDER_POLLED',
  level: 'warn',
  description: 'The folder of a function is polled, because this machine watches as many files as it can already.',
  hint: '`sysctl fs.inotify.max_user_watches=524288` makes room; patterns in a `.gitignore` of the folder leave files out.',
  text: ({ folder, reason }: { folder: string; reason: string }) => `${folder} is looked at ten times a second from now on: ${reason}`,
});

export const FUNCTION_LOG_FAILED = defineMessage({
  code: 'FUNCTION_LOG_FAILED',
  level: 'warn',
  description: "A function's log could not be written to its log group.",
  text: ({ name, reason }: { name: string; reason: string }) => `The log of ${name} could not be written: ${reason}`,
});

export const EVENT_GIVEN_UP = defineMessage({
  code: 'EVENT_GIVEN_UP',
  level: 'warn',
  description:
    'An asynchronous invocation failed for the last time, and the function has neither a destination for failures nor a dead-letter queue.',
  hint: 'Mend the function, or give it a destination: `aws lambda put-function-event-invoke-config`.',
  text: ({ requestId, arn, condition }: { requestId: string; arn: string; condition: string }) =>
    `The event ${requestId} for ${arn} is given up (${condition}), and no destination or dead-letter queue is configured for it.`,
});

export const EVENT_DROPPED = defineMessage({
  code: 'EVENT_DROPPED',
  level: 'warn',
  description: 'An asynchronous invocation was dropped because its function is gone.',
  text: ({ requestId, name, reason }: { requestId: string; name: string; reason: string }) =>
    `The event ${requestId} for ${name} is dropped: ${reason}`,
});

export const DEBUGGER = defineMessage({
  code: 'DEBUGGER',
  level: 'warn',
  description: 'A debugger is awaited by the process of a function, or is attached to it, or is gone with it.',
  hint: 'Attach a debugger at the address in the line. While one is awaited or attached, no time limit ends the function.',
  text: ({ name, state }: { name: string; state: DebuggerState }) => `${name}: ${debuggerLine('Text', 0, state)}`,
});

interface FailedRun {
  readonly name: string;
  readonly requestId: string;
}

export const FUNCTION_FAILED = defineMessage({
  code: 'FUNCTION_FAILED',
  level: 'error',
  description: 'A function answered an invocation with an error, or could not be initialised.',
  hint: '`emulator logs <function>` shows the stack.',
  text: ({ name, requestId, errorType, errorMessage }: FailedRun & { errorType: string; errorMessage: string }) =>
    `${name} failed: ${errorType}${errorMessage && `: ${errorMessage}`} (request ${requestId})`,
});

export const FUNCTION_TIMED_OUT = defineMessage({
  code: 'FUNCTION_TIMED_OUT',
  level: 'error',
  description: 'A function ran longer than its timeout and was ended.',
  hint: '`aws lambda update-function-configuration --function-name <function> --timeout 30` gives it more time.',
  text: ({ name, requestId, timeoutS }: FailedRun & { timeoutS: number }) => `${name} timed out after ${timeoutS} s (request ${requestId})`,
});

export const FUNCTION_OUT_OF_MEMORY = defineMessage({
  code: 'FUNCTION_OUT_OF_MEMORY',
  level: 'error',
  description: 'A function used more memory than it has and was ended.',
  hint: '`aws lambda update-function-configuration --function-name <function> --memory-size 512` gives it more.',
  text: ({ name, requestId, memoryMb }: FailedRun & { memoryMb: number }) =>
    `${name} was ended because it used more than its ${memoryMb} MB of memory (request ${requestId})`,
});

export const FUNCTION_EXITED = defineMessage({
  code: 'FUNCTION_EXITED',
  level: 'error',
  description: "A function's process ended before it answered.",
  hint: '`emulator logs <function>` shows its last lines.',
  text: ({ name, requestId, reason }: FailedRun & { reason: string }) =>
    `${name} ended before it answered: ${reason} (request ${requestId})`,
});

interface WaitingEvent extends FailedRun {
  /** Seconds until the next attempt. */
  readonly inS: number;
}

export const EVENT_RETRIED = defineMessage({
  code: 'EVENT_RETRIED',
  level: 'info',
  tone: 'notice',
  description: 'An asynchronous invocation failed and is repeated later.',
  hint: '`POST /_emulator/clock {"advance": "1m"}` moves the clock to it; `FUNCTION_RETRY_BASE_DELAY` shortens the delay.',
  text: ({ name, requestId, attempt, maxAttempts, inS }: WaitingEvent & { attempt: number; maxAttempts: number }) =>
    `The event ${requestId} for ${name} failed (attempt ${attempt} of ${maxAttempts}), again in ${inS} s`,
});

export const EVENT_THROTTLED = defineMessage({
  code: 'EVENT_THROTTLED',
  level: 'info',
  tone: 'notice',
  description: 'An asynchronous invocation waits, because the function has no free concurrency or no environment could be started.',
  text: ({ name, requestId, inS }: WaitingEvent) => `The event ${requestId} for ${name} waits for a free environment, again in ${inS} s`,
});

export const EVENT_SENT_ON = defineMessage({
  code: 'EVENT_SENT_ON',
  level: 'warn',
  description:
    "An asynchronous invocation failed for the last time; it goes to the function's destination for failures or dead-letter queue.",
  text: ({ requestId, arn, condition, to }: { requestId: string; arn: string; condition: string; to: string }) =>
    `The event ${requestId} for ${arn} is given up (${condition}) and goes to ${to}`,
});

interface ReturnedBatch {
  readonly sourceArn: string;
  readonly name: string;
  readonly count: number;
  readonly of: number;
  /** By default that the function failed. */
  readonly reason: string | undefined;
}

/** `1 of 3 messages returns to jobs, because orders did not process it` */
export function batchReturns({ sourceArn, name, count, of, reason }: ReturnedBatch, when = ''): string {
  const queue = sourceArn.slice(sourceArn.lastIndexOf(':') + 1);
  const why = reason ?? `${name} did not process ${count === 1 ? 'it' : 'them'}`;
  return `${count} of ${of} message${of === 1 ? '' : 's'} return${count === 1 ? 's' : ''} to ${queue}${when}, because ${why}`;
}

export const BATCH_RETURNS = defineMessage({
  code: 'BATCH_RETURNS',
  level: 'info',
  tone: 'notice',
  description: 'A function failed at records of a source, which return to it.',
  hint: "The time is the queue's visibility timeout; a redrive policy ends the repetition.",
  text: (returned: ReturnedBatch & { readonly inS: number }) => batchReturns(returned, ` in ${returned.inS} s`),
});

interface RetriedBatch {
  readonly sourceArn: string;
  readonly name: string;
  readonly count: number;
  readonly reason: string;
}

/** `3 records of stream/clicks go to count again: the function failed` */
export const batchRetried = ({ sourceArn, name, count, reason }: RetriedBatch, when = ''): string =>
  `${count} record${count === 1 ? '' : 's'} of ${streamName(sourceArn)} go${count === 1 ? 'es' : ''} to ${name} again${when}: ${reason}`;

export const BATCH_RETRIED = defineMessage({
  code: 'BATCH_RETRIED',
  level: 'info',
  tone: 'notice',
  description: 'A function failed at records of a stream, which it gets again later. The records behind them in their shard wait.',
  hint: '`MaximumRetryAttempts`, `BisectBatchOnFunctionError` and a destination for failures of the mapping keep one record from blocking a shard.',
  text: (retried: RetriedBatch & { readonly inS: number }) => batchRetried(retried, ` in ${retried.inS} s`),
});

export const SOURCE_UNREADABLE = defineMessage({
  code: 'SOURCE_UNREADABLE',
  level: 'warn',
  description: 'An event source mapping cannot read its source. Written once for each reason.',
  hint: '`aws lambda get-event-source-mapping` shows the reason as LastProcessingResult. The mapping reads on as soon as it can.',
  text: ({ sourceArn, name, problem }: { sourceArn: string; name: string; problem: string }) =>
    `${sourceArn} cannot be read for ${name}: ${problem}`,
});

export const MAPPING_FILTERED = defineMessage({
  code: 'MAPPING_FILTERED',
  level: 'info',
  tone: 'notice',
  description:
    'Records matched none of the filters of an event source mapping. They are deleted from a queue, and passed over in a stream, as in the cloud; the function does not see them.',
  hint: '`GetEventSourceMapping` shows the filters (`FilterCriteria`), and so does the tab Triggers of the function in the explorer.',
  text: ({ sourceArn, name, count }: { sourceArn: string; name: string; count: number }) =>
    `${count} record${count === 1 ? '' : 's'} of ${sourceArn} for ${name} matched no filter and ${count === 1 ? 'is' : 'are'} dropped`,
});

export const STREAM_RECORDS_LOST = defineMessage({
  code: 'STREAM_RECORDS_LOST',
  level: 'warn',
  description: 'Records of a stream are given up, because a function failed at them too often, or because they are too old.',
  hint: 'A destination for failures of the mapping (`--destination-config`) receives where in the stream they are.',
  text: (lost: { sourceArn: string; name: string; count: number; condition: string; attempts: number; to: string | undefined }) =>
    `${lost.count} record${lost.count === 1 ? '' : 's'} of ${streamName(lost.sourceArn)} for ${lost.name} ${lost.count === 1 ? 'is' : 'are'} given up (${lost.condition}, ${lost.attempts} attempt${lost.attempts === 1 ? '' : 's'})${lost.to === undefined ? ', and no destination is configured' : ` and told to ${lost.to}`}`,
});

/** `table/orders/stream/2026-01-01T00:00:00.000` */
const streamName = (arn: string): string => arn.split(':').slice(5).join(':');
