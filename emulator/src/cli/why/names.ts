// Names, times and marks in the lines of `emulator why`.
import pc from 'picocolors';

/** `12:03:04.123` */
export const timeOf = (ms: number): string => pc.dim(new Date(ms).toISOString().slice(11, 23));

/** The last part of an ARN or a URL. */
export const nameOf = (text: string): string =>
  text.slice(Math.max(text.lastIndexOf('/'), text.startsWith('arn:') ? text.lastIndexOf(':') : -1) + 1);

export const msOf = (ms: number): string => pc.dim(`${Math.round(ms * 10) / 10} ms`);
