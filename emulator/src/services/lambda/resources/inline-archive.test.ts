import { expect, it } from 'vitest';
import { readArchive } from '#services/lambda/code/archive';
import { inlineArchive } from './inline-archive.ts';

const filesIn = async (source: string, runtime: string) =>
  (await readArchive(Buffer.from(inlineArchive(source, runtime)))).map(({ path, mode }) => `${path} ${mode.toString(8)}`);

it('names the source after its language, and adds the response module where the source asks for it', async () => {
  expect(await filesIn('exports.handler = async () => "é";', 'nodejs22.x')).toEqual(['index.js 644']);
  expect(await filesIn('import cfnresponse', 'python3.13')).toEqual(['index.py 644', 'cfnresponse.py 644']);
  expect(await filesIn('require("cfn-response")', 'nodejs20.x')).toEqual(['index.js 644', 'node_modules/cfn-response/index.js 644']);
});

it('makes the same of the same', () => {
  expect(inlineArchive('x', 'nodejs20.x')).toEqual(inlineArchive('x', 'nodejs20.x'));
});

it('takes source in Node and Python only', () => {
  expect(() => inlineArchive('x', 'java21')).toThrow(/nodejs or python, found: java21/);
});
