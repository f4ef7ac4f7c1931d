// The emulator's address in numbers.

/** Buckets at an address of four numbers are reached by path: names below localhost do not resolve everywhere. */
export const byNumbers = (url: string): string => url.replace(/^(https?:\/\/)localhost(?=[:/]|$)/, '$1127.0.0.1');
