// Long work in steps: the event loop serves others in between.

/** Resolves in the next turn of the event loop. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Repeats a step while it returns true, each in a turn of its own. */
export async function whileMore(step: () => boolean): Promise<void> {
  while (step()) await nextTurn();
}
