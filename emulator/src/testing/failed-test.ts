// Shows the ledger of problems with a test that failed, under its assertion. A test that passed shows nothing.

/** The context that a runner hands to its hooks: Vitest has the errors of the task, node:test the error of the test. Jest hands over nothing: `errorInJest`. */
interface HookContext {
  readonly task?: { readonly result?: { readonly state?: string; readonly errors?: readonly TestError[] | undefined } | undefined };
  readonly error?: (TestError & { readonly cause?: unknown }) | null;
}

interface TestError {
  message: string;
  stack?: string | undefined;
}

/** The members of a problem in the ledger that are shown. */
interface Problem {
  readonly cause: string;
  readonly lines: readonly string[];
  readonly count: number;
  readonly remedy?: string;
  readonly consequences: readonly { readonly text: string }[];
}

/** Appends the problems since `sinceMs`, on the emulator's clock, to the error of the test. `url`: of an emulator that may have ended. */
export async function explainFailure(context: unknown, url: string, sinceMs: number): Promise<void> {
  const error = context === undefined ? errorInJest() : errorOf(context as HookContext);
  if (!error) return;
  const ledger = await ledgerOf(url, sinceMs).catch(() => '');
  if (ledger === '') return;
  // The stack is read before the message changes: it may be made of it at the first look.
  const { message, stack } = error;
  error.message = `${message}\n\n${ledger}`;
  // Runners print one of the two; the message is at the head of the stack.
  if (stack !== undefined)
    error.stack = stack.includes(message) ? stack.replace(message, () => error.message) : `${error.message}\n${stack}`;
}

/**
 * The state of Jest's runner, jest-circus, under a symbol among the globals of its tests, with the errors of the test that runs. It is documented for
 * environments of tests alone: where a version keeps none, no test is explained. https://jestjs.io/docs/configuration#testenvironment-string
 */
function errorInJest(): TestError | undefined {
  const symbol = Object.getOwnPropertySymbols(globalThis).find(({ description }) => description === 'JEST_STATE_SYMBOL');
  const state = symbol && (globalThis as unknown as Record<symbol, JestState | undefined>)[symbol];
  const [first] = state?.currentlyRunningTest?.errors ?? [];
  const error = Array.isArray(first) ? first[0] : first;
  return typeof error?.message === 'string' ? error : undefined;
}

interface JestState {
  /** Its errors, each beside the place of the test. */
  readonly currentlyRunningTest?: { readonly errors?: readonly (TestError | readonly (TestError | undefined)[])[] } | null;
}

function errorOf({ task, error }: HookContext): TestError | undefined {
  if (task) return task.result?.state === 'fail' ? task.result.errors?.[0] : undefined;
  const cause = error?.cause;
  return cause instanceof Error ? cause : (error ?? undefined);
}

async function ledgerOf(url: string, sinceMs: number): Promise<string> {
  const text = await (await fetch(`${url}/_emulator/problems?lines=20&since=${sinceMs}`)).text();
  const problems = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Problem);
  if (problems.length === 0) return '';
  return ['The emulator had problems during this test:', ...problems.flatMap(linesOf)].join('\n');
}

function linesOf({ cause, lines, remedy, consequences, count }: Problem): string[] {
  const times = count > 1 ? ` (${count} times)` : '';
  return [
    `  ${cause}${times}`,
    ...lines.slice(0, 2).map((line) => `    ${line}`),
    ...consequences.map(({ text }) => `    then: ${text}`),
    ...(remedy === undefined ? [] : [`    ${remedy}`]),
  ];
}
