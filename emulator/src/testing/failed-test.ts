// Shows the ledger of problems with a test that failed, under its assertion. A test that passed shows nothing.

/** The context that a runner hands to its hooks: Vitest has the errors of the task, node:test the error of the test. Jest hands over nothing. */
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
  const error = errorOf(context as HookContext | undefined);
  if (!error) return;
  const ledger = await ledgerOf(url, sinceMs).catch(() => '');
  if (ledger === '') return;
  const { message } = error;
  error.message = `${message}\n\n${ledger}`;
  // Runners print one of the two; the message is at the head of the stack.
  if (error.stack !== undefined)
    error.stack = error.stack.includes(message) ? error.stack.replace(message, () => error.message) : `${error.message}\n${error.stack}`;
}

function errorOf({ task, error }: HookContext = {}): TestError | undefined {
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
