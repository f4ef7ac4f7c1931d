// An expression that cannot be evaluated; the message is a sentence for the client.
export class MathError extends Error {}
