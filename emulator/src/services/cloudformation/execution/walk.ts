// Runs one step per id, each as soon as its dependencies are done, in parallel where possible.
import type { Dependencies } from '#services/cloudformation/engine/graph';

export interface WalkOptions {
  /** After a failure, continues with ids that do not depend on the failed one. */
  readonly keepGoing?: boolean;
  /** Called before each step. If true, no further step begins. */
  stop?(): boolean;
}

/** Returns the ids whose step failed, after all steps under way have ended. Dependencies outside `ids` count as done. */
export async function walk(
  ids: readonly string[],
  needs: Dependencies,
  step: (id: string) => Promise<boolean>,
  { keepGoing = false, stop }: WalkOptions = {},
): Promise<string[]> {
  const left = new Map(ids.map((id) => [id, new Set((needs[id] ?? []).filter((other) => other !== id && ids.includes(other)))]));
  const waiting = new Map<string, string[]>();
  for (const [id, open] of left) for (const other of open) waiting.set(other, [...(waiting.get(other) ?? []), id]);
  const failed: string[] = [];
  const go = async (id: string): Promise<void> => {
    if (stop?.() || (failed.length > 0 && !keepGoing)) return;
    if (!(await step(id))) {
      failed.push(id);
      return;
    }
    const next = (waiting.get(id) ?? []).filter((other) => {
      const open = left.get(other)!;
      open.delete(id);
      return open.size === 0;
    });
    await Promise.all(next.map(go));
  };
  await Promise.all([...left].filter(([, open]) => open.size === 0).map(([id]) => go(id)));
  return failed;
}
