// The operations that the function is given: children of a context that has ended are left out, unless the context asked for them.
import type { Operation } from './operation.ts';

/** `all`: in any order; the answer is in the order of their starts. */
export function visibleOf(all: readonly Operation[]): Operation[] {
  const byId = new Map(all.map((operation) => [operation.id, operation]));
  const hidden = new Map<string, boolean>();
  const isHidden = ({ parentId }: Operation): boolean => {
    const parent = parentId === undefined ? undefined : byId.get(parentId);
    if (!parent) return false;
    let away = hidden.get(parent.id);
    if (away === undefined) hidden.set(parent.id, (away = isClosed(parent) || isHidden(parent)));
    return away;
  };
  return all.filter((operation) => !isHidden(operation)).sort((a, b) => a.position - b.position);
}

const isClosed = ({ status, replayChildren }: Operation): boolean => (status === 'SUCCEEDED' || status === 'FAILED') && !replayChildren;
