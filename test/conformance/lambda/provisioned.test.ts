// Provisioned concurrency: environments that are there before anybody asks, and stay.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closedGate } from '../../support/gate.ts';
import { creation, type Fixture, jsonOf, startFixture, zipOf } from './fixture.ts';

const CODE = zipOf({
  'index.js': `console.log('loaded');
    const born = Date.now();
    exports.handler = async (event) => { if (event.gate) await fetch(event.gate); return { type: process.env.AWS_LAMBDA_INITIALIZATION_TYPE, pid: born + '/' + process.pid, bornMs: born }; };`,
});

describe('provisioned concurrency', () => {
  let fixture: Fixture;
  beforeEach(async () => {
    fixture = await startFixture({ clock: 'manual' });
    await fixture.lambda.createFunction(creation('f', CODE, { Publish: true }));
    await fixture.emulator.idle();
  });
  afterEach(() => fixture.emulator.stop());

  const put = (Qualifier: string, ProvisionedConcurrentExecutions: number) =>
    fixture.lambda.putProvisionedConcurrencyConfig({ FunctionName: 'f', Qualifier, ProvisionedConcurrentExecutions });
  const get = (Qualifier: string) => fixture.lambda.getProvisionedConcurrencyConfig({ FunctionName: 'f', Qualifier });
  const remove = (Qualifier: string) => fixture.lambda.deleteProvisionedConcurrencyConfig({ FunctionName: 'f', Qualifier });
  const invoke = async (Qualifier: string, event = {}) =>
    jsonOf<{ type: string; pid: string; bornMs: number }>(
      (await fixture.lambda.invoke({ FunctionName: 'f', Qualifier, Payload: Buffer.from(JSON.stringify(event)) })).Payload,
    );
  /** That many invocations at once. */
  const invokeAll = async (Qualifier: string, count: number) => {
    await using gate = await closedGate();
    const answers = Promise.all(Array.from({ length: count }, () => invoke(Qualifier, { gate: gate.url })));
    await gate.untilWaiting(count);
    gate.open();
    return await answers;
  };
  const loaded = () => fixture.emulator.lines.filter((line) => line.includes('f: ') && line.includes('loaded')).length;
  const alias = (FunctionVersion: string) => ({ FunctionName: 'f', Name: 'live', FunctionVersion });

  it('loads the code ahead and keeps it loaded', async () => {
    expect(await put('1', 3)).toMatchObject({
      Status: 'IN_PROGRESS',
      RequestedProvisionedConcurrentExecutions: 3,
      AllocatedProvisionedConcurrentExecutions: 0,
      AvailableProvisionedConcurrentExecutions: 0,
    });
    await fixture.emulator.idle();
    const ready = { Status: 'READY', AllocatedProvisionedConcurrentExecutions: 3, AvailableProvisionedConcurrentExecutions: 3 };
    expect(await get('1')).toMatchObject(ready);
    await expect.poll(loaded).toBe(3);
    await fixture.emulator.clock.advance('2h');
    const answers = await invokeAll('1', 3);
    expect(new Set(answers.map(({ pid }) => pid)).size).toBe(3);
    expect(answers.map(({ type }) => type)).toContain('provisioned-concurrency');
    expect(loaded()).toBe(3);
    await fixture.emulator.idle();
    await fixture.emulator.clock.advance('2h');
    expect(await get('1')).toMatchObject(ready);
    const { ProvisionedConcurrencyConfigs } = await fixture.lambda.listProvisionedConcurrencyConfigs({ FunctionName: 'f' });
    expect(ProvisionedConcurrencyConfigs).toMatchObject([{ FunctionArn: 'arn:aws:lambda:us-east-1:000000000000:function:f:1', ...ready }]);
    await remove('1');
    await expect(get('1')).rejects.toMatchObject({ name: 'ProvisionedConcurrencyConfigNotFoundException' });
    await fixture.emulator.clock.advance('2h');
    await invoke('1');
    await expect.poll(loaded).toBe(4);
  });

  it('follows an alias', async () => {
    await fixture.lambda.createAlias(alias('1'));
    await put('live', 2);
    await fixture.emulator.idle();
    expect(await get('live')).toMatchObject({ Status: 'READY', AvailableProvisionedConcurrentExecutions: 2 });
    await expect(put('1', 1)).rejects.toMatchObject({ name: 'ResourceConflictException' });
    await fixture.lambda.updateFunctionConfiguration({ FunctionName: 'f', Timeout: 9 });
    await fixture.emulator.idle();
    await fixture.lambda.publishVersion({ FunctionName: 'f' });
    await fixture.lambda.updateAlias(alias('2'));
    await fixture.emulator.idle();
    expect(await get('live')).toMatchObject({ Status: 'READY', AvailableProvisionedConcurrentExecutions: 2 });
    const readyMs = Date.now();
    const answers = await invokeAll('live', 2);
    for (const { bornMs } of answers) expect(bornMs).toBeLessThan(readyMs);
  });

  it('fails where the code cannot be loaded, and keeps nothing ready', async () => {
    // As recorded (LocalStack's suite, lambda_/test_lambda.py::TestLambdaConcurrency::test_provisioned_concurrency_init_failure, 2026-02)
    await fixture.lambda.createFunction(creation('broken', zipOf({ 'index.js': `throw new Error('no');` }), { Publish: true }));
    await fixture.emulator.idle();
    const version = { FunctionName: 'broken', Qualifier: '1' };
    await fixture.lambda.putProvisionedConcurrencyConfig({ ...version, ProvisionedConcurrentExecutions: 1 });
    await fixture.emulator.idle();
    expect(await fixture.lambda.getProvisionedConcurrencyConfig(version)).toMatchObject({
      Status: 'FAILED',
      StatusReason: 'FUNCTION_ERROR_INIT_FAILURE',
      RequestedProvisionedConcurrentExecutions: 1,
      AllocatedProvisionedConcurrentExecutions: 0,
      AvailableProvisionedConcurrentExecutions: 0,
    });
    expect(await fixture.lambda.invoke(version)).toMatchObject({ FunctionError: 'Unhandled' });
  });

  it('is taken from the reservation of its function', async () => {
    // As recorded (the same suite, …::test_reserved_provisioned_overlap, 2025-11)
    const reserve = (ReservedConcurrentExecutions: number) =>
      fixture.lambda.putFunctionConcurrency({ FunctionName: 'f', ReservedConcurrentExecutions });
    await put('1', 2);
    await fixture.emulator.idle();
    await expect(reserve(1)).rejects.toMatchObject({
      name: 'InvalidParameterValueException',
      message: " ReservedConcurrentExecutions  1 should not be lower than function's total provisioned concurrency [2].",
    });
    await reserve(2);
    await expect(fixture.lambda.invoke({ FunctionName: 'f' })).rejects.toMatchObject({
      name: 'TooManyRequestsException',
      Reason: 'ReservedFunctionConcurrentInvocationLimitExceeded',
    });
    expect(await invoke('1')).toMatchObject({ type: 'provisioned-concurrency' });
    await fixture.lambda.updateFunctionConfiguration({ FunctionName: 'f', Timeout: 15 });
    await fixture.emulator.idle();
    await fixture.lambda.publishVersion({ FunctionName: 'f' });
    const tooMuch = {
      name: 'InvalidParameterValueException',
      message: 'Requested Provisioned Concurrency should not be greater than the reservedConcurrentExecution for function',
    };
    await expect(put('2', 1)).rejects.toMatchObject(tooMuch);
    await expect(put('1', 3)).rejects.toMatchObject(tooMuch);
    await reserve(3);
    await fixture.lambda.invoke({ FunctionName: 'f' });
  });

  it('is refused where it cannot be', async () => {
    await expect(put('$LATEST', 1)).rejects.toMatchObject({
      name: 'InvalidParameterValueException',
      message: 'Provisioned Concurrency Configs cannot be applied to unpublished function versions.',
    });
    await expect(put('9', 1)).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
    await expect(put('none', 1)).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
    await expect(put('1', 5000)).rejects.toMatchObject({ name: 'InvalidParameterValueException' });
    await expect(get('1')).rejects.toMatchObject({ name: 'ProvisionedConcurrencyConfigNotFoundException' });
    await put('1', 500);
    await fixture.emulator.idle();
    const { Status, StatusReason } = await get('1');
    expect({ Status, StatusReason }).toMatchObject({
      Status: 'FAILED',
      StatusReason: expect.stringContaining('FUNCTION_MAX_ENVIRONMENTS') as string,
    });
  });
});
