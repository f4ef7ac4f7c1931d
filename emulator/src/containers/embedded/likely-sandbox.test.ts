import { expect, it } from 'vitest';
import { whyProbablyNoSandbox } from './likely-sandbox.ts';

it.each([
  ['another system than Linux, where nothing is run', 'darwin', [], 0],
  ['a machine where nothing works', 'linux', [], 3],
])('no sandbox is likely on %s', async (_name, platform, working: readonly string[], runs) => {
  const tried: string[] = [];
  const why = await whyProbablyNoSandbox('auto', platform, async (command) => {
    tried.push(command);
    return working.includes(command);
  });
  expect(why).toMatchObject({ reason: expect.any(String), hint: expect.any(String) });
  expect(tried).toHaveLength(runs);
});

it('a sandbox is likely where one program may make namespaces, as a user or as root', async () => {
  expect(await whyProbablyNoSandbox('auto', 'linux', async (command) => command === 'bwrap')).toBeUndefined();
  expect(await whyProbablyNoSandbox('auto', 'linux', async (_command, words) => words.includes('--user'))).toBeUndefined();
});

it('no sandbox is likely where the option chooses none, and nothing is tried then', async () => {
  const works = () => Promise.reject(new Error('tried'));
  expect(await whyProbablyNoSandbox('plain', 'linux', works)).toMatchObject({ reason: expect.stringContaining('FUNCTION_SANDBOX=plain') });
});
