// Completion in the shells themselves: what each offers for the words on its command line.
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandWords } from '../support/command.ts';
import { isMissing } from '../support/is-missing.ts';

const SHELLS = ['bash', 'zsh', 'fish'] as const;

const whyNo = (shell: string): string | undefined => {
  try {
    execFileSync(shell, ['-c', 'exit 0']);
    return undefined;
  } catch {
    return `needs ${shell}: no ${shell} in PATH`;
  }
};
const emulator = async (...words: string[]): Promise<string> =>
  (await promisify(execFile)(process.execPath, [...(await commandWords()), ...words])).stdout;

const folder = mkdtempSync(join(tmpdir(), 'completion-'));
const file = (shell: string): string => join(folder, `emulator.${shell}`);
beforeAll(async () => {
  await Promise.all(SHELLS.map(async (shell) => writeFileSync(file(shell), await emulator('completion', shell))));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The words that the shell offers for the last one; descriptions are cut off. */
const offers: Record<(typeof SHELLS)[number], (words: readonly string[]) => string[]> = {
  bash: (words) => {
    const line = words.map((word) => `'${word}'`).join(' ');
    const script = `source ${file('bash')}; COMP_WORDS=(${line}); COMP_CWORD=${words.length - 1}; _emulator; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return lines(execFileSync('bash', ['--norc', '-uc', script], { encoding: 'utf8' }));
  },
  // The function with stand-ins for what the line editor provides: it says what it would describe.
  zsh: (words) => {
    const line = words.map((word) => `'${word}'`).join(' ');
    const tools = `compdef() { }; _describe() { for one in "\${(@P)2}"; do print -r -- "\${one%%:*}"; done }`;
    const script = `${tools}; source ${file('zsh')}; words=(${line}); CURRENT=${words.length}; _emulator`;
    const all = lines(execFileSync('zsh', ['-fc', `${script} || true`], { encoding: 'utf8' }));
    return all.filter((word) => word.startsWith(words.at(-1)!));
  },
  fish: (words) => {
    const script = `source ${file('fish')}; complete --do-complete '${words.join(' ')}'`;
    return lines(execFileSync('fish', ['--no-config', '-c', script], { encoding: 'utf8', env: { ...process.env, HOME: folder } })).map(
      (line) => line.split('\t')[0]!,
    );
  },
};
const lines = (text: string): string[] => text.split('\n').filter(Boolean);

describe.each(SHELLS)('%s', (shell) => {
  const shells = it.skipIf(isMissing(`completion in ${shell}`, whyNo(shell)));

  shells.each([
    ['commands', ['emulator', 'st'], ['start', 'status', 'stop', 'stub']],
    ['commands below a command', ['emulator', 'runtimes', ''], ['add', 'list', 'remove']],
    [
      'options of a command',
      ['emulator', 'start', '--'],
      ['--background', '--endpoint', '--for-tests', '--help', '--json', '--port', '--quiet'],
    ],
    ['options behind an option and its value', ['emulator', 'start', '--port', '0', '--q'], ['--quiet']],
    ['options below two commands', ['emulator', 'runtimes', 'add', '--j'], ['--json']],
    ['the values of an argument', ['emulator', 'completion', 'z'], ['zsh']],
    ['nothing where a value of its own belongs', ['emulator', 'stop', '--endpoint', ''], []],
  ])('offers %s', (_what, words, expected) => {
    const found = offers[shell](words).filter((word) => expected.length === 0 || words.at(-1) !== '' || !word.startsWith('-'));
    expect(found.filter((word) => word !== 'help').sort()).toEqual(expected);
  });

  shells('has a script that its parser accepts', () => {
    execFileSync(shell, ['-n', file(shell)]);
  });
});

it('the help lists the commands in groups', async () => {
  const help = await emulator('--help');
  const groups = [...help.matchAll(/^(\S.*):$/gm)].map(([, name]) => name);
  expect(groups).toEqual(['Options', 'The emulator', 'Functions and deployments', 'Help and set-up']);
});
