// Names of callers by their access keys, for log lines: whoever issues keys to a function notes the function's name.

/** Keys remembered; the oldest are forgotten first. */
const MAX_CALLERS = 1000;

export interface Callers {
  /** `function orders`; lines of calls with this key then say `by function orders`. */
  note(accessKeyId: string, name: string): void;
  nameOf(accessKeyId: string | undefined): string | undefined;
}

export function createCallers(): Callers {
  const names = new Map<string, string>();
  return {
    note: (accessKeyId, name) => {
      if (names.size >= MAX_CALLERS) names.delete(names.keys().next().value!);
      names.set(accessKeyId, name);
    },
    nameOf: (accessKeyId) => (accessKeyId === undefined ? undefined : names.get(accessKeyId)),
  };
}
