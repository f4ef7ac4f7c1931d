// A frame, message or batch that breaks the rules of Kafka's protocol: the connection that sent it cannot go on.

export class WireError extends Error {
  override readonly name = 'WireError';
}
