// A promise that is not waited for longer than so long.

/** A client's own timeouts see a silent connection only: they do not end an answer that trickles in, nor a connection that is never made. */
export async function within<T>(ms: number, promise: Promise<T>, otherwise: T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<T>((resolve) => {
    timer = setTimeout(resolve, ms, otherwise);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
