// The body of an answer in pieces: a small one comes as a whole, a large one as a stream.

/** An absent body has no piece. */
export const piecesOf = (body: unknown): AsyncIterable<Uint8Array> | Iterable<Uint8Array> =>
  body instanceof Uint8Array ? [body] : ((body ?? []) as AsyncIterable<Uint8Array>);

/** A body of these pieces: operations that take bytes take them as a stream. */
export async function* inPieces(...pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* pieces;
}

/** The whole body in one buffer. */
export async function wholeBody(body: unknown): Promise<Buffer> {
  if (body instanceof Uint8Array) return Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const pieces: Uint8Array[] = [];
  for await (const piece of piecesOf(body)) pieces.push(piece);
  return Buffer.concat(pieces);
}
