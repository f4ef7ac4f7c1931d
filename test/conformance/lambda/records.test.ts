// Settings that are kept and given back: code signing configurations, recursion; and the list of runtimes.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { creation, type Fixture, handler, startFixture } from './fixture.ts';

describe('the function service', () => {
  let fixture: Fixture;
  beforeEach(async () => {
    fixture = await startFixture();
  });
  afterEach(() => fixture.emulator.stop());

  it('keeps code signing configurations and who has them', async () => {
    const { lambda } = fixture;
    const publisher = 'arn:aws:signer:us-east-1:000000000000:/signing-profiles/p/1';
    const { CodeSigningConfig: config } = await lambda.createCodeSigningConfig({
      AllowedPublishers: { SigningProfileVersionArns: [publisher] },
      Description: 'first',
      Tags: { team: 'blue' },
    });
    const CodeSigningConfigArn = config!.CodeSigningConfigArn!;
    expect(CodeSigningConfigArn).toMatch(/^arn:aws:lambda:us-east-1:000000000000:code-signing-config:csc-[a-z0-9]{17}$/);
    expect(config).toMatchObject({ Description: 'first', CodeSigningPolicies: { UntrustedArtifactOnDeployment: 'Warn' } });
    const policies = { UntrustedArtifactOnDeployment: 'Enforce' as const };
    await lambda.updateCodeSigningConfig({ CodeSigningConfigArn, CodeSigningPolicies: policies });
    expect(await lambda.getCodeSigningConfig({ CodeSigningConfigArn })).toMatchObject({
      CodeSigningConfig: { CodeSigningPolicies: policies, AllowedPublishers: { SigningProfileVersionArns: [publisher] } },
    });
    expect((await lambda.listCodeSigningConfigs()).CodeSigningConfigs).toHaveLength(1);
    expect(await lambda.listTags({ Resource: CodeSigningConfigArn })).toMatchObject({ Tags: { team: 'blue' } });
    const unsigned = lambda.createFunction(creation('signed', handler(''), { CodeSigningConfigArn }));
    await expect(unsigned).rejects.toMatchObject({ name: 'CodeVerificationFailedException' });
    const CodeSigningPolicies = { UntrustedArtifactOnDeployment: 'Warn' as const };
    await lambda.updateCodeSigningConfig({ CodeSigningConfigArn, CodeSigningPolicies });
    await fixture.create('signed', '', { CodeSigningConfigArn });
    expect(fixture.emulator.lines.join('\n')).toContain('The code of signed counts as unsigned');
    expect(await lambda.getFunctionCodeSigningConfig({ FunctionName: 'signed' })).toMatchObject({
      CodeSigningConfigArn,
    });
    const users = async () => (await lambda.listFunctionsByCodeSigningConfig({ CodeSigningConfigArn })).FunctionArns;
    expect(await users()).toEqual(['arn:aws:lambda:us-east-1:000000000000:function:signed']);
    await expect(lambda.deleteCodeSigningConfig({ CodeSigningConfigArn })).rejects.toMatchObject({
      name: 'ResourceConflictException',
    });
    await lambda.deleteFunctionCodeSigningConfig({ FunctionName: 'signed' });
    expect(await users()).toEqual([]);
    await lambda.deleteCodeSigningConfig({ CodeSigningConfigArn });
    await expect(lambda.putFunctionCodeSigningConfig({ FunctionName: 'signed', CodeSigningConfigArn })).rejects.toMatchObject({
      name: 'CodeSigningConfigNotFoundException',
    });
    await expect(lambda.getCodeSigningConfig({ CodeSigningConfigArn })).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    });
  });

  it('keeps resource policies as whole documents, beside their statements', async () => {
    const { lambda } = fixture;
    await fixture.create('f', '');
    const ResourceArn = 'arn:aws:lambda:us-east-1:000000000000:function:f';
    const get = () => lambda.getResourcePolicy({ ResourceArn });
    const put = (Policy: string, more: { RevisionId?: string } = {}) => lambda.putResourcePolicy({ ResourceArn, Policy, ...more });
    await expect(get()).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
    await expect(put('{"Version":"2012-10-17"}')).rejects.toMatchObject({ name: 'InvalidParameterValueException' });
    await expect(put('x'.repeat(20_481))).rejects.toMatchObject({ name: 'PolicyLengthExceededException' });
    const statement = {
      Sid: 'one',
      Effect: 'Allow',
      Principal: { Service: 'events.amazonaws.com' },
      Action: 'lambda:*',
      Resource: ResourceArn,
    };
    const document = ` ${JSON.stringify({ Version: '2012-10-17', Id: 'mine', Statement: statement })}`;
    const { RevisionId } = await put(document);
    expect(await get()).toMatchObject({ Policy: document, RevisionId });
    expect(await lambda.getPolicy({ FunctionName: 'f' })).toMatchObject({ Policy: document, RevisionId });
    await expect(put(document, { RevisionId: '00000000-0000-0000-0000-000000000000' })).rejects.toMatchObject({
      name: 'PreconditionFailedException',
    });
    await lambda.addPermission({
      FunctionName: 'f',
      StatementId: 'two',
      Action: 'lambda:InvokeFunction',
      Principal: 's3.amazonaws.com',
    });
    const both = JSON.parse((await get()).Policy!) as { Id: string; Statement: { Sid: string }[] };
    expect([both.Id, both.Statement.map(({ Sid }) => Sid)]).toEqual(['mine', ['one', 'two']]);
    await lambda.deleteResourcePolicy({ ResourceArn });
    await expect(get()).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  });

  it('keeps what is to happen with loops', async () => {
    await fixture.create('f', '');
    const get = () => fixture.lambda.getFunctionRecursionConfig({ FunctionName: 'f' });
    expect(await get()).toMatchObject({ RecursiveLoop: 'Terminate' });
    await fixture.lambda.putFunctionRecursionConfig({ FunctionName: 'f', RecursiveLoop: 'Allow' });
    expect(await get()).toMatchObject({ RecursiveLoop: 'Allow' });
  });

  it.each(['PROVIDER_OVERRIDE_FUNCTION', 'PROVIDER_OVERRIDE_LAMBDA'])('creates nothing with %s=legacy', async (name) => {
    const legacy = await startFixture({ environment: { [name]: 'legacy' } });
    try {
      await expect(legacy.lambda.createFunction(creation('f', handler('')))).rejects.toMatchObject({
        name: 'InternalFailure',
        $metadata: { httpStatusCode: 501 },
      });
      expect(legacy.emulator.lines.join('\n')).toContain('the old provider of functions, which is no more');
    } finally {
      await legacy.emulator.stop();
    }
  });

  it('tells its runtimes', async () => {
    const list = async (query: string) => {
      const answer = await fetch(`${fixture.emulator.url}/_cloud/function/runtimes${query}`);
      return ((await answer.json()) as { Runtimes: string[] }).Runtimes;
    };
    const [supported, deprecated, all] = [await list(''), await list('?filter=deprecated'), await list('?filter=all')];
    expect(supported).toContain('nodejs22.x');
    expect(deprecated).toEqual(expect.arrayContaining(['nodejs16.x', 'nodejs18.x', 'python3.8']));
    expect(new Set(all)).toEqual(new Set([...supported, ...deprecated]));
    expect(all).toHaveLength(supported.length + deprecated.length);
    expect((await fetch(`${fixture.emulator.url}/_cloud/function/runtimes?filter=none`)).status).toBe(400);
    await fixture.lambda.createFunction(creation('old', handler(''), { Runtime: 'nodejs16.x' }));
    expect(fixture.emulator.lines.some((line) => line.includes('nodejs16.x of old is deprecated'))).toBe(true);
    await fixture.settled('old');
    expect((await fixture.lambda.invoke({ FunctionName: 'old' })).FunctionError).toBeUndefined();
  });
});
