// Objects with a lifetime that belong to one emulator.

/** An object with a lifetime: a pool, a server. */
export interface Owned {
  stop(): Promise<void>;
}

/** The object of that name, made at its first use. */
export function ownedBy<T extends Owned>(owned: Map<string, Owned>, name: string, make: () => T): T {
  const found = owned.get(name) as T | undefined;
  if (found) return found;
  const made = make();
  owned.set(name, made);
  return made;
}
