// `emulator dev` in a CDK app: deploys with the real CDK, reloads code without it, deploys changes of the app, and survives its errors.
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { Lambda } from '@aws-sdk/client-lambda';
import { describe, expect, it } from 'vitest';
import { CDK_MODULES, whyNoCdk } from '../support/cdk.ts';
import { startDev } from '../support/dev-process.ts';
import { startTestEmulator } from '../support/emulator.ts';
import { isMissing } from '../support/is-missing.ts';
import { whyNoLongScenario } from '../support/long-scenario.ts';

const APP = (queue: string) => `
import { Code, Function as Lambda, FunctionUrlAuthType, Runtime } from 'aws-cdk-lib/aws-lambda';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { App, CfnOutput, Stack } from 'aws-cdk-lib/core';
const stack = new Stack(new App(), 'Shop');
const orders = new Lambda(stack, 'Orders', { runtime: Runtime.NODEJS_20_X, handler: 'index.handler', code: Code.fromAsset('orders') });
new CfnOutput(stack, 'Url', { value: orders.addFunctionUrl({ authType: FunctionUrlAuthType.NONE }).url });
new CfnOutput(stack, 'Queue', { value: new Queue(stack, '${queue}').queueName });
`;
const CODE = (word: string) => `exports.handler = async () => "${word}";\n`;
const QUIET = { CDK_VALIDATION: 'false', CDK_DISABLE_VERSION_CHECK: '1', CDK_DISABLE_CLI_TELEMETRY: 'true' };

describe.skipIf(isMissing('emulator dev in a CDK app', whyNoCdk() ?? whyNoLongScenario()))('emulator dev', () => {
  it('keeps a CDK app deployed like its files', async () => {
    const files = { 'cdk.json': '{"app":"node app.mjs"}', 'app.mjs': APP('First'), 'orders/index.js': CODE('one') };
    await using emulator = await startTestEmulator();
    const lambda = emulator.client(Lambda);
    await using loop = await startDev(
      files,
      ['--endpoint', emulator.url],
      () => QUIET,
      (folder) => symlinkSync(CDK_MODULES, join(folder, 'node_modules')),
    );
    const deployed = await loop.next('deployed');
    expect(deployed).toMatchObject({ subject: 'the stack Shop', isChanged: true, outputs: { Queue: expect.stringContaining('First') } });
    expect(deployed['functions']).toEqual([expect.objectContaining({ folder: join(loop.folder, 'orders') })]);
    const [{ name: FunctionName }] = deployed['functions'] as [{ name: string }];
    const [{ url }] = deployed['addresses'] as [{ url: string }];
    const answer = async () => (await fetch(url)).text();
    expect(await answer()).toBe('one');
    const startedMs = performance.now();
    loop.write({ 'orders/index.js': CODE('two') });
    await loop.next('reloaded');
    expect(await answer()).toBe('two');
    console.log(`CDK: the new code answered ${Math.round(performance.now() - startedMs)} ms after the save`);
    loop.write({ 'app.mjs': 'throw new Error("no such construct");' });
    expect(await loop.next('failed')).toMatchObject({ hint: expect.stringContaining('no such construct') });
    loop.write({ 'app.mjs': APP('Second') });
    const again = await loop.next('deployed');
    expect(again).toMatchObject({ isChanged: true, outputs: { Queue: expect.stringContaining('Second') } });
    expect(await answer()).toBe('two');
    loop.write({ 'orders/index.js': CODE('three') });
    await loop.next('reloaded');
    expect(await answer()).toBe('three');
    expect((await lambda.getFunction({ FunctionName })).Code?.Location).toBe(`file://${join(loop.folder, 'orders')}`);
    expect(await loop.end()).toMatchObject({ code: 0, left: [] });
    // The code of the last deployment is back.
    expect((await lambda.getFunction({ FunctionName })).Code?.Location).toMatch(/^http/);
    expect(await answer()).toBe('two');
  });
});
