import { expect, it } from 'vitest';
import { whyProbablyNoWall } from './likely-wall.ts';

it.each([
  ['another system than Linux, where nothing is run', 'darwin', [], 0],
  ['a machine where nothing works', 'linux', [], 3],
])('no wall is likely on %s', async (_name, platform, working: readonly string[], runs) => {
  const tried: string[] = [];
  const why = await whyProbablyNoWall(platform, async (command) => {
    tried.push(command);
    return working.includes(command);
  });
  expect(why).toMatchObject({ reason: expect.any(String), hint: expect.any(String) });
  expect(tried).toHaveLength(runs);
});

it('a wall is likely where one program may make namespaces, as a user or as root', async () => {
  expect(await whyProbablyNoWall('linux', async (command) => command === 'bwrap')).toBeUndefined();
  expect(await whyProbablyNoWall('linux', async (_command, words) => words.includes('--user'))).toBeUndefined();
});
