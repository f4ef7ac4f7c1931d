// Finds the recorded cases: every file below `cases` exports some, as `recorded`.
import { readdirSync } from 'node:fs';
import type { RecordedCases } from './case.ts';

/** By service, in alphabetical order. */
export async function recordedCases(): Promise<RecordedCases[]> {
  const folder = new URL('./cases/', import.meta.url);
  const names = readdirSync(folder).sort();
  // A whole address: of a relative one, the compiler of the tests would list the files, and know no later ones.
  const files = await Promise.all(
    names.map((name) => import(/* @vite-ignore */ new URL(name, folder).href) as Promise<{ recorded: RecordedCases }>),
  );
  const byService = new Map<string, RecordedCases['cases']>();
  for (const { recorded } of files) byService.set(recorded.service, [...(byService.get(recorded.service) ?? []), ...recorded.cases]);
  return [...byService].map(([service, cases]) => ({ service, cases }));
}
