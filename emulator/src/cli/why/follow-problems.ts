// `emulator why --follow`: problems as they occur, and what follows from them.
import { askEmulator } from '#cli/endpoint';
import { linesOf } from '#cli/log-stream';
import { print } from '#cli/print';
import type { Problem } from '#core/problems/problem';
import { timeOf } from './names.ts';
import { lineOfConsequence, linesOfProblem } from './problem-view.ts';

interface FollowOptions {
  readonly url: string;
  readonly json: boolean | undefined;
}

/** Ends with the emulator. */
export async function followProblems(query: Readonly<Record<string, string>>, { url, json }: FollowOptions): Promise<void> {
  const answer = await askEmulator(`${url}/_emulator/problems?${new URLSearchParams({ ...query, lines: '0', follow: '1' })}`);
  /** How many consequences of a problem are shown, by its number. */
  const shown = new Map<number, number>();
  for await (const line of linesOf(answer)) {
    if (json) print(line);
    else showNew(JSON.parse(line) as Problem, shown);
  }
}

function showNew(problem: Problem, shown: Map<number, number>): void {
  const { number, atMs, consequences } = problem;
  const before = shown.get(number);
  shown.set(number, consequences.length);
  if (before === undefined) for (const line of linesOfProblem(problem, undefined, [])) print(`${timeOf(atMs)} ${line}`);
  else for (const each of consequences.slice(before)) print(`  ${lineOfConsequence(each)}`);
}
