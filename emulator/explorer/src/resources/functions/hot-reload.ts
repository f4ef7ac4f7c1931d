// The log's lines about the code of functions that is a folder (docs/hot-reload.md).
import type { LogLine } from '#api/management.ts';
import { lines } from '#shell/live.ts';

const CODES = new Set(['FUNCTION_RELOADED', 'BUNDLE_FAILED', 'LINK_HIDDEN', 'FOLDER_GONE']);

/** Lines about hot reload of this function, newest last. */
export const reloadLines = (name: string): readonly LogLine[] =>
  lines.value.filter(({ code, text }) => code !== undefined && CODES.has(code) && text.includes(name));

/** The time of the last reload in milliseconds; undefined where there was none. */
export const lastReload = (name: string): number | undefined =>
  reloadLines(name).findLast(({ code }) => code === 'FUNCTION_RELOADED')?.atMs;
