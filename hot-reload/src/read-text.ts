// Reads texts that people write, without the byte order mark that editors on Windows put before some.
import { readFileSync } from 'node:fs';

/** @throws Error of the system */
export const readText = (path: string): string => readFileSync(path, 'utf8').replace(/^\uFEFF/, '');
