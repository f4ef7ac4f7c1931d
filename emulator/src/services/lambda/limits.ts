// The quotas of an account, as a new one has them. Pure.

export const ACCOUNT_CONCURRENCY = 1000;
/** What reservations must leave for all other functions. */
export const LEAST_UNRESERVED = 100;
export const MOST_CODE_BYTES = 80_530_636_800;
export const MOST_ZIPPED_BYTES = 52_428_800;
export const MOST_PAYLOAD_BYTES = 6_291_456;
export const MOST_EVENT_BYTES = 1_048_576;
export const MOST_RETRIES = 2;
export const MOST_EVENT_AGE_S = 21_600;
