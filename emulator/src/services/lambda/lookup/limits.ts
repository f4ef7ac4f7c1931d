// The quotas of a new account. Pure.

export const ACCOUNT_CONCURRENCY = 1000;
/** Limit: concurrency that reservations must leave for all other functions. */
export const MIN_UNRESERVED = 100;
/** Limit: bytes of the code of all functions and layers of an account in a region. */
export const MAX_CODE_BYTES = 80_530_636_800;
/** Limit: bytes of an archive that a request carries. */
export const MAX_ZIPPED_BYTES = 52_428_800;
/** Limit: bytes of the payload of a synchronous invocation. */
export const MAX_PAYLOAD_BYTES = 6_291_456;
/** Limit: bytes of the payload of an asynchronous invocation. */
export const MAX_EVENT_BYTES = 1_048_576;
/** Limit: retries of an asynchronous invocation. */
export const MAX_RETRIES = 2;
/** Limit: age of an event of an asynchronous invocation. */
export const MAX_EVENT_AGE_S = 21_600;
/** Limit: timeout of a function. */
export const MAX_TIMEOUT_S = 900;
