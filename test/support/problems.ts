// The ledger of problems of an emulator under test, and the runs in its traces, as tests compare them.
import type { Problem } from '#core/problems/problem';
import type { RunStep, TraceStep } from '#core/traces/trace';

const linesAt = async <T>(url: string): Promise<T[]> => {
  const text = await (await fetch(url)).text();
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T);
};

/** The oldest first. */
export const problemsOf = ({ url }: { readonly url: string }): Promise<Problem[]> => linesAt(`${url}/_emulator/problems?lines=1000`);

/** Cause, and the texts of what followed. */
export const told = async (emulator: { readonly url: string }): Promise<[string, string[]][]> =>
  (await problemsOf(emulator)).map(({ cause, consequences }) => [cause, consequences.map(({ text }) => text)]);

/** The runs of all traces, of a kind, the oldest first. */
export async function runsOf({ url }: { readonly url: string }, what: RunStep['what']): Promise<RunStep[]> {
  const traces = await linesAt<{ id: string }>(`${url}/_emulator/traces?lines=10000`);
  const runs: RunStep[] = [];
  for (const { id } of traces) {
    const { steps } = (await (await fetch(`${url}/_emulator/traces/${id}`)).json()) as { steps: TraceStep[] };
    for (const step of steps) if (step.kind === 'run' && step.what === what) runs.push(step);
  }
  return runs;
}
