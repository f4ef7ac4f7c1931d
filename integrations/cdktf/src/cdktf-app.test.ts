// Which stacks a command means, in which order.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { chosenStacks, findCdktfApp, stacksOf } from './cdktf-app.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cdktf-app-'));
  mkdirSync(join(folder, 'out'));
  mkdirSync(join(folder, 'src'));
  writeFileSync(join(folder, 'cdktf.json'), '{ "app": "node main.js", "output": "out", "context": { "a": 1 } }');
  const stack = (name: string, ...dependencies: string[]) => [name, { workingDirectory: `stacks/${name}`, dependencies }];
  const stacks = Object.fromEntries([stack('api', 'data'), stack('data', 'net'), stack('net'), stack('alone')]) as object;
  writeFileSync(join(folder, 'out/manifest.json'), JSON.stringify({ stacks }));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('finds the app from a folder within it', () => {
  expect(findCdktfApp(join(folder, 'src'))).toEqual({
    folder,
    command: 'node main.js',
    outputFolder: join(folder, 'out'),
    context: { a: 1 },
  });
  expect(findCdktfApp(tmpdir())).toBeUndefined();
});

it('takes stacks with what they need, and destroys them with what needs them', () => {
  const stacks = stacksOf(findCdktfApp(folder)!);
  const names = (chosen: readonly string[], dependents: boolean) => chosenStacks(stacks, chosen, dependents).map(({ name }) => name);
  expect(names([], false)).toEqual(['net', 'data', 'api', 'alone']);
  expect(names(['data'], false)).toEqual(['net', 'data']);
  expect(names(['data'], true)).toEqual(['data', 'api']);
});
