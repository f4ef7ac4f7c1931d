// Values that are made when they are first needed.

/** Runs `make` at the first call; later calls get its value. After a failure (error or rejected promise) the next call tries again. */
export function lazy<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    if (made) return made.value;
    const now = { value: make() };
    made = now;
    const { value } = now;
    if (value instanceof Promise)
      value.catch(() => {
        if (made === now) made = undefined;
      });
    return value;
  };
}
