// The first line of a reason, which may be what a function answered when it failed.

/** Characters of a reason that are shown before somebody asks for more. */
const MAX_FIRST = 140;

/** The answer of a function that failed. */
interface FunctionError {
  readonly errorType?: unknown;
  readonly errorMessage?: unknown;
}

/** `States.TaskFailed: {"errorMessage": …}`: a code, and what a function answered. */
const WITH_CODE = /^([\w.]+): (\{[\s\S]*\})$/;

/** Undefined where the text is no such answer. */
export function answerIn(text: string): FunctionError | undefined {
  try {
    return JSON.parse(WITH_CODE.exec(text)?.[2] ?? text) as FunctionError;
  } catch {
    return undefined;
  }
}

/** `{"errorMessage": "no lines", "errorType": "Error"}` → `Error: no lines`; the first line of other text. */
export function firstLine(text: string, max = MAX_FIRST): string {
  const { errorMessage, errorType } = answerIn(text) ?? {};
  const whole = typeof errorMessage === 'string' ? `${typeof errorType === 'string' ? `${errorType}: ` : ''}${errorMessage}` : text;
  const [line = ''] = whole.trim().split('\n', 1);
  return line.length > max ? `${line.slice(0, max - 1)}…` : line;
}
