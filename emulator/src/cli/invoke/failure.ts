// Says why an invocation failed: from the error that the function answered, and from what the platform reports. Pure.
import type { FunctionConfiguration } from '#cli/functions';
import type { InvocationReport } from './report-line.ts';

export interface Failure {
  /** `error`: the code threw. `init`: it could not be loaded. `exit`: its process ended. */
  readonly kind: 'error' | 'init' | 'timeout' | 'memory' | 'exit' | 'size';
  readonly type: string;
  readonly message: string;
  /** One frame per line, as the runtime wrote them. */
  readonly stack: readonly string[];
  /** `orders ran longer than its time-out of 3 s.` */
  readonly sentence: string;
  readonly hint?: string | undefined;
}

type Settings = Pick<FunctionConfiguration, 'FunctionName' | 'Timeout' | 'MemorySize'>;

/** `answer`: the payload of an answer with `X-Amz-Function-Error`, parsed where it is JSON. */
export function failureOf(answer: unknown, report: InvocationReport, settings: Settings): Failure {
  const body = typeof answer === 'object' && answer !== null ? (answer as Readonly<Record<string, unknown>>) : {};
  const type = textOf(body['errorType']) ?? 'Unhandled';
  const message = (textOf(body['errorMessage']) ?? (typeof answer === 'string' ? answer : JSON.stringify(answer))) || '';
  const facts = { type, message, stack: stackOf(body, type, message) };
  return { ...facts, ...cause(facts, report, settings) };
}

type Facts = Pick<Failure, 'type' | 'message' | 'stack'>;

function cause({ type, message, stack }: Facts, report: InvocationReport, settings: Settings): Pick<Failure, 'kind' | 'sentence' | 'hint'> {
  const { FunctionName: name, Timeout, MemorySize } = settings;
  const update = (flags: string) => `aws lambda update-function-configuration --function-name ${name} ${flags}`;
  if (type === 'Sandbox.Timedout' || / Task timed out after /.test(message))
    return {
      kind: 'timeout',
      sentence: `${name} ran longer than its time-out of ${Timeout} s.`,
      hint: `\`${update(`--timeout ${Math.min(900, Timeout * 10)}`)}\` gives it more time.`,
    };
  const isExit = type === 'Runtime.ExitError';
  if (isExit && /signal: killed/.test(message) && (report.maxMemoryMb ?? 0) >= MemorySize * 0.95)
    return {
      kind: 'memory',
      sentence: `${name} used more than its ${MemorySize} MB of memory.`,
      hint: `\`${update(`--memory-size ${Math.min(10_240, MemorySize * 2)}`)}\` gives it more.`,
    };
  if (type === 'Function.ResponseSizeTooLarge') return { kind: 'size', sentence: `The answer of ${name} is too large: ${message}` };
  if (
    report.initFailed ||
    /^Runtime\.(ImportModuleError|HandlerNotFound|UserCodeSyntaxError|MalformedHandlerName|InvalidEntrypoint)$/.test(type)
  )
    return {
      kind: 'init',
      sentence: `The code of ${name} could not be loaded: ${type}: ${message}`,
      ...(isExit ? { hint: 'The process ended while it loaded the code; its log has its last lines.' } : {}),
    };
  if (isExit)
    return { kind: 'exit', sentence: `The process of ${name} ended before it answered: ${message.replace(/^RequestId: \S+ Error: /, '')}` };
  const hint = stack.length === 0 ? 'The error has no stack.' : undefined;
  return { kind: 'error', sentence: `${name} failed: ${type}: ${message}`, ...(hint === undefined ? {} : { hint }) };
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** `trace` of Node.js, without the line that repeats the message; `stackTrace` of Python, Ruby and Java. */
function stackOf(body: Readonly<Record<string, unknown>>, type: string, message: string): string[] {
  const lines = [body['trace'], body['stackTrace']].find((value) => Array.isArray(value)) ?? [];
  const frames = (lines as readonly unknown[]).flatMap((line) => String(line).replace(/\n$/, '').split('\n'));
  const head = `${type}: ${message}`.split('\n');
  return head.every((line, at) => frames[at] === line) ? frames.slice(head.length) : frames;
}
