// The error for documents that cannot be read.

/** The message says why. */
export class DocumentError extends Error {}
