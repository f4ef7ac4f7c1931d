// Names of the due work of durable executions, and the key of their ends.

/** The first moment at which something happens to an execution by itself. */
export const DUE = 'lambda.durable-due';
/** An invocation of the function. */
export const INVOKE = 'lambda.durable-invoke';
/** A chained invocation of a function that is not durable. */
export const CHAINED = 'lambda.durable-chained';
export const DEAD_LETTER = 'lambda.durable-dead-letter';
/** The end of the retention. */
export const FORGET = 'lambda.forget-durable';

/** The key on which callers wait for the end of an execution. */
export const endKey = (id: string): string => `lambda/durable/${id}`;
