// Reads texts that people write. Editors on Windows put a byte order mark before some, which is no part of them.
import { readFileSync } from 'node:fs';

export const BYTE_ORDER_MARK = '\ufeff';

export const withoutMark = (text: string): string => (text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text);

/** @throws Error of the system */
export const readText = (path: string): string => withoutMark(readFileSync(path, 'utf8'));
