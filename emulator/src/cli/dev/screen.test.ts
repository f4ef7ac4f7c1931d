// The terminal of the development loop, replayed on a terminal of the test's own.
import { expect, it } from 'vitest';
import { readKeys } from './dev-keys.ts';
import { cut, Screen } from './screen.ts';

/** A terminal that understands what the screen writes. */
function terminal(columns: number) {
  let rows: string[] = [''];
  const write = (text: string) => {
    for (const part of text.split(/(\x1b\[1A\x1b\[2K|\x1b\[2J\x1b\[3J\x1b\[H|\n)/)) {
      if (part === '\n') rows.push('');
      else if (part.startsWith('\x1b[1A')) rows = [...rows.slice(0, -2), ''];
      else if (part.startsWith('\x1b[2J')) rows = [''];
      else rows[rows.length - 1] += part;
    }
  };
  return { columns, write, rows: () => rows };
}

it('keeps the last lines where they are while others pass', () => {
  const stream = terminal(40);
  const screen = new Screen(stream);
  screen.footer(['── footer', 'r redeploy']);
  screen.print('one\ntwo');
  screen.footer(['── footer', 'state', 'r redeploy']);
  screen.print('three');
  expect(stream.rows()).toEqual(['one', 'two', 'three', '── footer', 'state', 'r redeploy', '']);
  screen.clear();
  expect(stream.rows()).toEqual(['── footer', 'state', 'r redeploy', '']);
  screen.close();
  screen.print('end');
  expect(stream.rows()).toEqual(['end', '']);
});

it('cuts lines of the footer to one row, wide characters included', () => {
  expect(cut('\x1b[31mshort\x1b[39m', 10)).toBe('\x1b[31mshort\x1b[39m');
  expect(cut('\x1b[31mmuch too long\x1b[39m', 10)).toBe('much too …');
  expect(cut('注文注文注文', 8)).toBe('注文注…');
});

it('reads keys and digits, and gives the terminal back', () => {
  const raw: boolean[] = [];
  let read: (bytes: Buffer) => void = () => {};
  const stdin = {
    setRawMode: (mode: boolean) => raw.push(mode),
    on: (_: string, listener: (bytes: Buffer) => void) => {
      read = listener;
    },
    off: () => {
      read = () => {};
    },
    resume: () => {},
    pause: () => {},
  };
  const pressed: unknown[] = [];
  const giveBack = readKeys(stdin as never, (key) => pressed.push(key));
  read(Buffer.from('ri2x\x1b[Acq\x03'));
  expect(pressed).toEqual(['redeploy', 'invoke', 2, 'clear', 'quit', 'quit']);
  giveBack();
  read(Buffer.from('q'));
  expect([raw, pressed.length]).toEqual([[true, false], 6]);
});
