// The quotas of a new account. Pure.

export const ACCOUNT_CONCURRENCY = 1000;
/** Concurrency that reservations must leave for all other functions. */
export const MIN_UNRESERVED = 100;
export const MAX_CODE_BYTES = 80_530_636_800;
export const MAX_ZIPPED_BYTES = 52_428_800;
export const MAX_PAYLOAD_BYTES = 6_291_456;
export const MAX_EVENT_BYTES = 1_048_576;
export const MAX_RETRIES = 2;
export const MAX_EVENT_AGE_S = 21_600;
