// Values that are made when they are first asked for.

/** `make`, run at the first call; later calls get its value. What failed is not kept: an error, or a promise that is rejected, is tried again. */
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
