// `emulator dev`, as it was built, in folders of each kind: deploys, reloads code, deploys changes, survives errors, and leaves nothing behind.
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Lambda } from '@aws-sdk/client-lambda';
import { expect, it } from 'vitest';
import { type DevLine, type DevProcess, startDev } from '../support/dev-process.ts';
import { startTestEmulator } from '../support/emulator.ts';

const MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url));

const addressOf = (deployed: DevLine): string => (deployed['addresses'] as { url: string }[])[0]!.url;
const answerOf = async (url: string): Promise<string> => (await fetch(url)).text();
/** From the save of a file until the new code answers. */
async function changed(loop: DevProcess, files: Readonly<Record<string, string>>, url: string): Promise<{ text: string; ms: number }> {
  const startedMs = performance.now();
  loop.write(files);
  await loop.next('reloaded');
  const text = await answerOf(url);
  return { text, ms: Math.round(performance.now() - startedMs) };
}

it('runs a handler in JavaScript at a URL, and reloads it', async () => {
  await using loop = await startDev({ 'index.mjs': 'export const handler = async () => { console.log("asked"); return "one"; };\n' });
  expect(await loop.next('project')).toMatchObject({ started: true, url: loop.url, project: { kind: 'handler', file: 'index.mjs' } });
  const url = addressOf(await loop.next('deployed'));
  expect(await answerOf(url)).toBe('one');
  expect(await loop.next('log')).toBeDefined();
  const { text, ms } = await changed(loop, { 'index.mjs': 'export const handler = async () => "two";\n' }, url);
  console.log(`JavaScript: the new code answered ${ms} ms after the save`);
  expect(text).toBe('two');
  loop.write({ 'index.mjs': 'export const other = async () => "three";\n' });
  await loop.next('deployed');
  expect(await answerOf(url)).toBe('three');
  expect(await loop.end()).toMatchObject({ code: 0, left: [] });
});

it('runs a handler in TypeScript as it is', async () => {
  const files = {
    'package.json': '{"type":"module"}',
    'src/word.ts': 'export const word: string = "one";\n',
    'src/index.ts': 'import { word } from "./word";\nexport const handler = async (): Promise<string> => word;\n',
  };
  await using loop = await startDev(files, [], undefined, (folder) => symlinkSync(MODULES, join(folder, 'node_modules')));
  const url = addressOf(await loop.next('deployed'));
  expect(await answerOf(url)).toBe('one');
  const { text, ms } = await changed(loop, { 'src/word.ts': 'export const word: string = "two";\n' }, url);
  console.log(`TypeScript: the new code answered ${ms} ms after the save`);
  expect(text).toBe('two');
  expect(await loop.end()).toMatchObject({ code: 0, left: [] });
});

it('runs a handler in Python, and says what is wrong with one that has none', async () => {
  await using loop = await startDev({ 'app.py': 'def lambda_handler(event, context):\n    return "one"\n' });
  const url = addressOf(await loop.next('deployed'));
  expect(await answerOf(url)).toBe('one');
  const { text, ms } = await changed(loop, { 'app.py': 'def lambda_handler(event, context):\n    return "two"\n' }, url);
  console.log(`Python: the new code answered ${ms} ms after the save`);
  expect(text).toBe('two');
  loop.write({ 'app.py': 'VALUE = 1\n' });
  expect(await loop.next('failed')).toMatchObject({ text: 'app.py has no function that is plainly the handler.' });
  loop.write({ 'app.py': 'def handler(event, context):\n    return "three"\n' });
  await loop.next('deployed');
  expect(await answerOf(url)).toBe('three');
  expect(await loop.end()).toMatchObject({ code: 0, left: [] });
});

const SAM = (name: string) => `Transform: AWS::Serverless-2016-10-31
Resources:
  ${name}:
    Type: AWS::SQS::Queue
  Orders:
    Type: AWS::Serverless::Function
    Properties:
      Runtime: nodejs20.x
      Handler: orders.handler
      CodeUri: src
      FunctionUrlConfig: { AuthType: NONE }
Outputs:
  Url: { Value: !GetAtt OrdersUrl.FunctionUrl }
  Queue: { Value: !GetAtt ${name}.QueueName }
`;

it('deploys a SAM template, reloads its code without a deployment, deploys its changes, and survives errors', async () => {
  await using loop = await startDev({
    'template.yaml': SAM('First'),
    'src/orders.js': 'exports.handler = async () => "one";\n',
  });
  const deployed = await loop.next('deployed');
  expect(deployed).toMatchObject({ subject: 'the stack shop', isChanged: true, outputs: { Queue: expect.stringContaining('First') } });
  expect(deployed['functions']).toEqual([expect.objectContaining({ label: 'shop/Orders', folder: join(loop.folder, 'src') })]);
  const url = addressOf(deployed);
  expect(await answerOf(url)).toBe('one');
  const { text, ms } = await changed(loop, { 'src/orders.js': 'exports.handler = async () => "two";\n' }, url);
  console.log(`SAM: the new code answered ${ms} ms after the save`);
  expect(text).toBe('two');
  loop.write({ 'template.yaml': 'Resources: [' });
  expect(await loop.next('failed')).toBeDefined();
  loop.write({ 'template.yaml': SAM('Second') });
  const again = await loop.next('deployed');
  expect(again).toMatchObject({ isChanged: true, outputs: { Queue: expect.stringContaining('Second') } });
  console.log(`SAM: the changed template was deployed in ${String(again['ms'])} ms`);
  expect(await answerOf(url)).toBe('two');
  expect(await loop.end()).toMatchObject({ code: 0, left: [] });
});

it('joins an emulator that runs, and takes its function out of it at the end', async () => {
  await using emulator = await startTestEmulator();
  const lambda = emulator.client(Lambda);
  await using loop = await startDev({ 'index.mjs': 'export const handler = async () => "joined";\n' }, ['--endpoint', emulator.url]);
  expect(await loop.next('project')).toMatchObject({ started: false, url: emulator.url });
  expect(await answerOf(addressOf(await loop.next('deployed')))).toBe('joined');
  expect((await lambda.listFunctions({})).Functions?.map((each) => each.FunctionName)).toEqual(['shop']);
  expect(await loop.end()).toMatchObject({ code: 0, left: [] });
  expect((await lambda.listFunctions({})).Functions).toEqual([]);
});
