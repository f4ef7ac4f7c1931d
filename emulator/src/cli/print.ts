// Prints for people and for programs. Names and texts in it are often others': a terminal must not obey them, programs get them unchanged.
import { terminalText } from '#lib/terminal-text';

export function printTo(stream: { readonly isTTY?: boolean; write(text: string): unknown }, text: string): void {
  stream.write(stream.isTTY ? terminalText(text) : text);
}

export const print = (line: string): void => printTo(process.stdout, `${line}\n`);
