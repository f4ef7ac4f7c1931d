// The life of functions: created, settled, updated, listed, deleted.
import { type CreateFunctionCommandInput, type Lambda, paginateListFunctions, waitUntilFunctionUpdatedV2 } from '@aws-sdk/client-lambda';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WAITER } from '../../support/until-passes.ts';
import { creation, type Fixture, handler, ROLE, startFixture, textOf, zipOf } from './fixture.ts';

const ARN = 'arn:aws:lambda:us-east-1:000000000000:function:';
const code = handler('return "first";');

describe('a function', () => {
  let fixture: Fixture;
  let lambda: Lambda;
  beforeAll(async () => {
    fixture = await startFixture();
    lambda = fixture.lambda;
  });
  afterAll(() => fixture.emulator.stop());
  const updated = (FunctionName: string) => waitUntilFunctionUpdatedV2({ client: lambda, ...WAITER }, { FunctionName });
  const answer = async (FunctionName: string) => textOf((await lambda.invoke({ FunctionName })).Payload);

  it('is Pending, then Active under another revision', async () => {
    const made = await lambda.createFunction(creation('made', code, { Description: 'd', Tags: { a: '1' }, Timeout: undefined }));
    expect(made).toMatchObject({
      FunctionName: 'made',
      FunctionArn: `${ARN}made`,
      Version: '$LATEST',
      State: 'Pending',
      StateReason: 'The function is being created.',
      StateReasonCode: 'Creating',
      PackageType: 'Zip',
      Description: 'd',
      Timeout: 3,
      MemorySize: 128,
      Architectures: ['x86_64'],
      EphemeralStorage: { Size: 512 },
      TracingConfig: { Mode: 'PassThrough' },
      SnapStart: { ApplyOn: 'None', OptimizationStatus: 'Off' },
      LoggingConfig: { LogFormat: 'Text', LogGroup: '/aws/lambda/made' },
      CodeSize: code.length,
      LastModified: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+0000$/),
    });
    expect(made.LastUpdateStatus).toBeUndefined();
    expect(made.$metadata.httpStatusCode).toBe(201);
    await fixture.settled('made');
    const { Configuration, Tags, Concurrency } = await lambda.getFunction({ FunctionName: 'made' });
    expect(Configuration).toMatchObject({
      State: 'Active',
      LastUpdateStatus: 'Successful',
      CodeSha256: made.CodeSha256,
      ConfigSha256: expect.stringMatching(/^[A-Za-z0-9+/]{43}=$/),
    });
    expect(Configuration!.StateReason).toBeUndefined();
    expect(Configuration!.RevisionId).not.toBe(made.RevisionId);
    expect(Tags).toEqual({ a: '1' });
    expect(Concurrency).toBeUndefined();
    await expect(lambda.createFunction(creation('made', code))).rejects.toMatchObject({
      name: 'ResourceConflictException',
      message: 'Function already exist: made',
    });
  });

  it('cannot be invoked while it is Pending, nor when it Failed', async () => {
    await lambda.createFunction(creation('early', code));
    const early = answer('early').catch((error: Error) => error.message);
    expect([
      '"first"',
      'The operation cannot be performed at this time. The function is currently in the following state: Pending',
    ]).toContain(await early);
    await lambda.createFunction(creation('unrunnable', code, { Runtime: 'dotnet8' }));
    const failed = await fixture.settled('unrunnable');
    expect(failed).toMatchObject({ State: 'Failed', StateReason: expect.stringMatching(/\w+/) });
    await expect(answer('unrunnable')).rejects.toMatchObject({
      name: 'ResourceConflictException',
      message: 'The operation cannot be performed at this time. The function is currently in the following state: Failed',
    });
  });

  it('runs its new code once an update is through, and takes one update at a time', async () => {
    await fixture.create('updated', code);
    expect(await answer('updated')).toBe('"first"');
    const update = { FunctionName: 'updated', ZipFile: handler('return "second";') };
    const [one, two] = await Promise.allSettled([
      lambda.updateFunctionCode(update),
      lambda.updateFunctionConfiguration({ FunctionName: 'updated', Timeout: 9 }),
    ]);
    const good = [one, two].flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    for (const result of good)
      expect(result).toMatchObject({ State: 'Active', LastUpdateStatus: 'InProgress', LastUpdateStatusReasonCode: 'Creating' });
    for (const result of [one, two])
      if (result.status === 'rejected')
        expect(result.reason).toMatchObject({
          name: 'ResourceConflictException',
          message: `The operation cannot be performed at this time. An update is in progress for resource: ${ARN}updated`,
        });
    await updated('updated');
    if (one.status === 'rejected') await lambda.updateFunctionCode(update);
    await updated('updated');
    expect(await answer('updated')).toBe('"second"');
    await lambda.updateFunctionConfiguration({ FunctionName: 'updated', Environment: { Variables: { AB: 'c' } }, MemorySize: 256 });
    await updated('updated');
    expect(await lambda.getFunctionConfiguration({ FunctionName: 'updated' })).toMatchObject({
      Environment: { Variables: { AB: 'c' } },
      MemorySize: 256,
    });
  });

  it('gives its code back at an address that nobody guesses', async () => {
    await fixture.create('code', code);
    const { Code } = await lambda.getFunction({ FunctionName: 'code' });
    expect(Code).toMatchObject({ RepositoryType: 'S3' });
    const location = Code!.Location!;
    expect(location.startsWith(fixture.emulator.url)).toBe(true);
    const download = await fetch(location);
    expect(download.status).toBe(200);
    expect(Buffer.from(await download.arrayBuffer()).equals(Buffer.from(code))).toBe(true);
    expect((await fetch(location.replace(/.$/, (last) => (last === '0' ? '1' : '0')))).status).toBe(403);
    expect((await fetch(location.replace(/expires=\d+/, 'expires=99999999999999'))).status).toBe(403);
  });

  it('refuses wrong revisions, and keeps its code in a dry run', async () => {
    await fixture.create('revised', code);
    const wrong = { FunctionName: 'revised', RevisionId: '11111111-1111-1111-1111-111111111111' };
    for (const change of [() => lambda.updateFunctionConfiguration(wrong), () => lambda.updateFunctionCode({ ...wrong, ZipFile: code })])
      await expect(change()).rejects.toMatchObject({
        name: 'PreconditionFailedException',
        $metadata: { httpStatusCode: 412 },
      });
    await lambda.updateFunctionCode({ FunctionName: 'revised', ZipFile: handler('return "dry";'), DryRun: true });
    expect(await answer('revised')).toBe('"first"');
  });

  it('is listed page by page', async () => {
    const names: string[] = [];
    for await (const page of paginateListFunctions({ client: lambda, pageSize: 2 }, {})) {
      expect(page.Functions!.length).toBeLessThanOrEqual(2);
      expect(page.Functions!.every(({ State }) => State === undefined)).toBe(true);
      names.push(...page.Functions!.map(({ FunctionName }) => FunctionName!));
    }
    expect(names).toEqual([...names].sort());
    expect(names).toEqual(expect.arrayContaining(['made', 'updated']));
    const { AccountUsage, AccountLimit } = await lambda.getAccountSettings();
    expect(AccountUsage!.FunctionCount).toBe(names.length);
    expect(AccountLimit).toMatchObject({ ConcurrentExecutions: 1000, UnreservedConcurrentExecutions: 1000 });
  });

  it('is gone when it is deleted', async () => {
    await fixture.create('gone', code);
    const deleted = await lambda.deleteFunction({ FunctionName: 'gone' });
    expect(deleted.$metadata.httpStatusCode).toBe(204);
    const notFound = { name: 'ResourceNotFoundException', message: `Function not found: ${ARN}gone` };
    await expect(lambda.getFunction({ FunctionName: 'gone' })).rejects.toMatchObject(notFound);
    await expect(lambda.deleteFunction({ FunctionName: 'gone' })).rejects.toMatchObject(notFound);
    await fixture.create('gone', 'return "again";');
    expect(await answer('gone')).toBe('"again"');
  });

  it('has no code signing configuration', async () => {
    await fixture.create('unsigned', code);
    // Recorded: the answer does not even name the function.
    expect(await lambda.getFunctionCodeSigningConfig({ FunctionName: 'unsigned' })).not.toHaveProperty('FunctionName');
  });

  const bad: [string, Partial<CreateFunctionCommandInput>, object][] = [
    [
      'a role that is none',
      { Role: 'arn:aws:iam::1:user/x' },
      { name: 'ValidationException', message: /at 'role' failed to satisfy constraint/ },
    ],
    [
      'a runtime that is none',
      { Runtime: 'cobol85' as never },
      { name: 'InvalidParameterValueException', message: /^Value cobol85 at 'runtime' failed/ },
    ],
    [
      'a retired runtime',
      { Runtime: 'nodejs12.x' },
      { name: 'InvalidParameterValueException', message: /no longer supported for creating or updating/ },
    ],
    ['no handler', { Handler: undefined }, { name: 'InvalidParameterValueException', message: /^Runtime and Handler are mandatory/ }],
    ['a timeout that is too long', { Timeout: 901 }, { name: 'ValidationException', message: /less than or equal to 900/ }],
    ['too little memory', { MemorySize: 64 }, { name: 'ValidationException', message: /greater than or equal to 128/ }],
    [
      'reserved variables',
      { Environment: { Variables: { AWS_REGION: 'x' } } },
      { name: 'InvalidParameterValueException', message: /Reserved keys used in this request: AWS_REGION$/ },
    ],
    [
      'too many variables',
      { Environment: { Variables: { A_: 'x'.repeat(4096) } } },
      { name: 'InvalidParameterValueException', message: /exceeded the 4KB limit/ },
    ],
    [
      'a layer that is not there',
      { Layers: [`${ARN.replace('function', 'layer')}l:1`] },
      { name: 'InvalidParameterValueException', message: /does not exist/ },
    ],
    [
      'no zip',
      { Code: { ZipFile: Buffer.from('no zip') } },
      {
        name: 'InvalidParameterValueException',
        message: 'Could not unzip uploaded file. Please check your file, then try to upload again.',
      },
    ],
    [
      'a zip that escapes',
      { Code: { ZipFile: zipOf({ '../x.js': '1' }) } },
      { name: 'InvalidParameterValueException', message: /^Could not unzip/ },
    ],
    ['no code', { Code: {} }, { name: 'InvalidParameterValueException', message: 'Please provide a source for function code.' }],
    [
      'an object that is not there',
      { Code: { S3Bucket: 'nowhere', S3Key: 'k' } },
      { name: 'InvalidParameterValueException', message: /^Error occurred while GetObject. S3 Error Code: NoSuchBucket/ },
    ],
    [
      'a name that is too long',
      { FunctionName: 'x'.repeat(65) },
      { name: 'InvalidParameterValueException', message: /less than or equal to 64/ },
    ],
    [
      'too many tags',
      { Tags: Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`k${n}`, 'v'])) },
      { name: 'InvalidParameterValueException', message: 'Number of tags exceeds resource tag limit.' },
    ],
  ];
  it.each(bad)('refuses %s', async (_, more, error) => {
    const expected = Object.fromEntries(
      Object.entries(error).map(([key, value]) => [key, value instanceof RegExp ? expect.stringMatching(value) : value]),
    );
    await expect(lambda.createFunction(creation('bad', code, more))).rejects.toMatchObject(expected);
    await expect(lambda.getFunction({ FunctionName: 'bad' })).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  });

  it('gives back what it was told', async () => {
    const told = {
      VpcConfig: { SubnetIds: ['subnet-1'], SecurityGroupIds: ['sg-1'] },
      DeadLetterConfig: { TargetArn: 'arn:aws:sqs:us-east-1:000000000000:q' },
      TracingConfig: { Mode: 'Active' as const },
      KMSKeyArn: 'arn:aws:kms:us-east-1:000000000000:key/1',
      EphemeralStorage: { Size: 1024 },
      LoggingConfig: { LogFormat: 'JSON' as const, LogGroup: 'mine', ApplicationLogLevel: 'WARN' as const },
      FileSystemConfigs: [
        { Arn: 'arn:aws:elasticfilesystem:us-east-1:000000000000:access-point/fsap-0123456789abcdef0', LocalMountPath: '/mnt/x' },
      ],
      Architectures: ['arm64' as const],
    };
    await lambda.createFunction(creation('told', code, told));
    expect(await lambda.getFunctionConfiguration({ FunctionName: 'told' })).toMatchObject({
      ...told,
      Role: ROLE,
      VpcConfig: { ...told.VpcConfig, VpcId: expect.stringMatching(/^vpc-/) },
      LoggingConfig: { ...told.LoggingConfig, SystemLogLevel: 'INFO' },
    });
  });
});

describe('FUNCTION_DISABLE_AWS_ENDPOINT_URL', () => {
  it('leaves the address of the emulator out', async () => {
    const fixture = await startFixture({ options: { FUNCTION_DISABLE_AWS_ENDPOINT_URL: true } });
    try {
      await fixture.create('alone', 'return process.env.AWS_ENDPOINT_URL ?? "none";');
      expect(textOf((await fixture.lambda.invoke({ FunctionName: 'alone' })).Payload)).toBe('"none"');
    } finally {
      await fixture.emulator.stop();
    }
  });
});

describe('FUNCTION_SYNCHRONOUS_CREATE', () => {
  it('makes create wait', async () => {
    const fixture = await startFixture({ options: { FUNCTION_SYNCHRONOUS_CREATE: true } });
    try {
      expect(await fixture.lambda.createFunction(creation('at-once', code))).toMatchObject({ State: 'Active' });
      expect(textOf((await fixture.lambda.invoke({ FunctionName: 'at-once' })).Payload)).toBe('"first"');
    } finally {
      await fixture.emulator.stop();
    }
  });
});
