// The help of every command has examples that it takes, and its exit codes.
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { HELP } from '#cli/help-examples';
import { createProgram } from '../../emulator/src/cli/run-emulator.ts';
import { inProcessCommand } from '../support/in-process-command.ts';

/** Commands that do something, by their words. */
const leaves = (command: Command, before: readonly string[] = []): (readonly [words: string, command: Command])[] =>
  command.commands.flatMap((one) => {
    const words = [...before, one.name()];
    if (one.name() === 'help') return [];
    return one.commands.length > 0
      ? [...(one.registeredArguments.length > 0 ? [[words.join(' '), one] as const] : []), ...leaves(one, words)]
      : [[words.join(' '), one] as const];
  });
const COMMANDS = leaves(createProgram());

/** They pass on what other programs print, or print a script, or speak a protocol. */
const WITHOUT_JSON = ['tf', 'cdktf', 'completion', 'mcp serve'];

/** Words behind these go to the tool itself. */
const PASS_ON = ['cdk', 'tf'];

it('has examples for the commands that there are', () => {
  expect(Object.keys(HELP).sort()).toEqual(COMMANDS.map(([words]) => words).sort());
});

describe.each(COMMANDS)('emulator %s', (words, command) => {
  it('has examples with options that it takes', () => {
    const known = ['--help', ...command.options.map(({ long }) => long)];
    for (const [example] of HELP[words]!.examples) {
      const [own = ''] = example.split(' -- ');
      const given = [...own.replaceAll(/'[^']*'|"[^"]*"/g, '').matchAll(/(?<= )--[a-z-]+/g)].map(([option]) => option);
      if (!PASS_ON.includes(words)) expect(known, example).toEqual(expect.arrayContaining(given));
    }
  });

  it('prints them in its help, with the exit codes', async () => {
    const { stdout, code } = await inProcessCommand([...words.split(' '), '--help']);
    expect(code).toBe(0);
    expect(stdout).toContain(`  emulator ${HELP[words]!.examples[0]![0]}`);
    expect(stdout).toMatch(/Exit codes: 0 .+1 .+2 wrong arguments/);
  });

  it('answers as JSON, and takes the port for the address', () => {
    const options = command.options.map(({ long }) => long);
    if (!WITHOUT_JSON.includes(words)) expect(options).toContain('--json');
    if (options.includes('--endpoint')) expect(options).toContain('--port');
  });
});

it('finds the emulator by its port', async () => {
  const { code, stderr } = await inProcessCommand(['status', '--port', '1']);
  expect([code, stderr]).toEqual([3, expect.stringContaining('http://127.0.0.1:1') as string]);
  expect((await inProcessCommand(['status', '--port', 'x'])).stderr).toContain('is not a port');
});
