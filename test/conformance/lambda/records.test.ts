// What is kept and given back: code signing configurations, recursion; and the list of runtimes.
import * as sdk from '@aws-sdk/client-lambda';
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
    const { CodeSigningConfig: config } = await lambda.send(
      new sdk.CreateCodeSigningConfigCommand({
        AllowedPublishers: { SigningProfileVersionArns: [publisher] },
        Description: 'first',
        Tags: { team: 'blue' },
      }),
    );
    const CodeSigningConfigArn = config!.CodeSigningConfigArn!;
    expect(CodeSigningConfigArn).toMatch(/^arn:aws:lambda:us-east-1:000000000000:code-signing-config:csc-[a-z0-9]{17}$/);
    expect(config).toMatchObject({ Description: 'first', CodeSigningPolicies: { UntrustedArtifactOnDeployment: 'Warn' } });
    const policies = { UntrustedArtifactOnDeployment: 'Enforce' as const };
    await lambda.send(new sdk.UpdateCodeSigningConfigCommand({ CodeSigningConfigArn, CodeSigningPolicies: policies }));
    expect(await lambda.send(new sdk.GetCodeSigningConfigCommand({ CodeSigningConfigArn }))).toMatchObject({
      CodeSigningConfig: { CodeSigningPolicies: policies, AllowedPublishers: { SigningProfileVersionArns: [publisher] } },
    });
    expect((await lambda.send(new sdk.ListCodeSigningConfigsCommand({}))).CodeSigningConfigs).toHaveLength(1);
    expect(await lambda.send(new sdk.ListTagsCommand({ Resource: CodeSigningConfigArn }))).toMatchObject({ Tags: { team: 'blue' } });
    await fixture.create('signed', '', { CodeSigningConfigArn });
    expect(await lambda.send(new sdk.GetFunctionCodeSigningConfigCommand({ FunctionName: 'signed' }))).toMatchObject({
      CodeSigningConfigArn,
    });
    const users = async () => (await lambda.send(new sdk.ListFunctionsByCodeSigningConfigCommand({ CodeSigningConfigArn }))).FunctionArns;
    expect(await users()).toEqual(['arn:aws:lambda:us-east-1:000000000000:function:signed']);
    await expect(lambda.send(new sdk.DeleteCodeSigningConfigCommand({ CodeSigningConfigArn }))).rejects.toMatchObject({
      name: 'ResourceConflictException',
    });
    await lambda.send(new sdk.DeleteFunctionCodeSigningConfigCommand({ FunctionName: 'signed' }));
    expect(await users()).toEqual([]);
    await lambda.send(new sdk.DeleteCodeSigningConfigCommand({ CodeSigningConfigArn }));
    await expect(
      lambda.send(new sdk.PutFunctionCodeSigningConfigCommand({ FunctionName: 'signed', CodeSigningConfigArn })),
    ).rejects.toMatchObject({ name: 'CodeSigningConfigNotFoundException' });
    await expect(lambda.send(new sdk.GetCodeSigningConfigCommand({ CodeSigningConfigArn }))).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    });
  });

  it('keeps what is to happen with loops', async () => {
    await fixture.create('f', '');
    const get = () => fixture.lambda.send(new sdk.GetFunctionRecursionConfigCommand({ FunctionName: 'f' }));
    expect(await get()).toMatchObject({ RecursiveLoop: 'Terminate' });
    await fixture.lambda.send(new sdk.PutFunctionRecursionConfigCommand({ FunctionName: 'f', RecursiveLoop: 'Allow' }));
    expect(await get()).toMatchObject({ RecursiveLoop: 'Allow' });
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
    await fixture.lambda.send(new sdk.CreateFunctionCommand(creation('old', handler(''), { Runtime: 'nodejs16.x' })));
    expect(fixture.emulator.lines.some((line) => line.includes('nodejs16.x of old is deprecated'))).toBe(true);
  });
});
