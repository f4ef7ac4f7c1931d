// Access to function URLs: policies, callers and signatures.
import { LambdaClient } from '@aws-sdk/client-lambda';
import { describe, expect, it } from 'vitest';
import { startFixture } from './fixture.ts';
import { ask, ECHO, useUrls } from './use-urls.ts';

const FORBIDDEN =
  '{"Message":"Forbidden. For troubleshooting Function URL authorization issues, see: https://docs.aws.amazon.com/lambda/latest/dg/urls-auth.html"}';

const fixture = useUrls();
const { url, open } = fixture;

describe('function URLs', () => {
  it('let nobody in whom the policy does not', async () => {
    await fixture.create('f', ECHO);
    const { FunctionUrl } = await fixture.lambda.createFunctionUrlConfig({ FunctionName: 'f', AuthType: 'NONE' });
    const permission = { FunctionName: 'f', StatementId: 's', Principal: '*' };
    await expect(fixture.lambda.addPermission({ ...permission, Action: 'lambda:InvokeFunctionUrl' })).rejects.toMatchObject({
      message: expect.stringContaining('You must specify lambda:FunctionUrlAuthType condition'),
    });
    await expect(
      fixture.lambda.addPermission({ ...permission, Action: 'lambda:InvokeFunction', FunctionUrlAuthType: 'NONE' }),
    ).rejects.toMatchObject({ message: expect.stringContaining('only supported for lambda:InvokeFunctionUrl') });
    expect(await ask(FunctionUrl!)).toMatchObject({
      status: 403,
      text: FORBIDDEN,
      headers: { 'x-amzn-errortype': 'AccessDeniedException' },
    });
    expect(fixture.emulator.lines.join('\n')).toContain(
      "aws lambda add-permission --function-name f --statement-id FunctionURLAllowPublicAccess --action lambda:InvokeFunctionUrl --principal '*' --function-url-auth-type NONE",
    );
    await open('f');
    expect((await ask(FunctionUrl!)).status).toBe(200);
  });

  it('are open with a warning where policies only warn, unless something denies', async () => {
    const warning = await startFixture({ environment: { RESOURCE_POLICIES: 'warn' } });
    try {
      await warning.create('f', ECHO);
      const { FunctionUrl } = await warning.lambda.createFunctionUrlConfig({ FunctionName: 'f', AuthType: 'NONE' });
      expect((await ask(FunctionUrl!)).status).toBe(200);
      expect(warning.emulator.lines.join('\n')).toContain('RESOURCE_POLICIES=warn');
      const ResourceArn = 'arn:aws:lambda:us-east-1:000000000000:function:f';
      const Policy = JSON.stringify({
        Version: '2012-10-17',
        Statement: { Effect: 'Deny', Principal: '*', Action: 'lambda:InvokeFunctionUrl', Resource: ResourceArn },
      });
      await warning.lambda.putResourcePolicy({ ResourceArn, Policy });
      expect((await ask(FunctionUrl!)).status).toBe(403);
    } finally {
      await warning.emulator.stop();
    }
  });

  it('ask who calls where the function wants to know', async () => {
    await fixture.create('f', ECHO);
    const address = await url('f', { AuthType: 'AWS_IAM' });
    const signed = (key: string) => ({
      headers: {
        authorization: `AWS4-HMAC-SHA256 Credential=${key}/20260101/us-east-1/lambda/aws4_request, SignedHeaders=host, Signature=0`,
      },
    });
    expect(await ask(address)).toMatchObject({
      status: 403,
      text: FORBIDDEN,
      headers: { 'x-amzn-errortype': 'AccessDeniedException' },
    });
    expect(fixture.emulator.lines.join('\n')).toContain('The URL of f has the type AWS_IAM and takes signed requests only');
    const own = await ask(address, signed('test'));
    expect(JSON.parse(own.text)).toMatchObject({
      requestContext: {
        accountId: '000000000000',
        authorizer: { iam: { accountId: '000000000000', userArn: 'arn:aws:iam::000000000000:root' } },
      },
    });
    expect((await ask(address, signed('111111111111'))).status).toBe(403);
    await fixture.lambda.addPermission({
      FunctionName: 'f',
      StatementId: 'other',
      Action: 'lambda:InvokeFunctionUrl',
      Principal: '111111111111',
      FunctionUrlAuthType: 'AWS_IAM',
    });
    expect((await ask(address, signed('111111111111'))).status).toBe(200);
  });

  it('let nobody in whose signature does not verify, where signatures are verified', async () => {
    const verifying = await startFixture({ options: { SIGNATURES: 'verify' } });
    try {
      await verifying.create('f', ECHO);
      const { FunctionUrl } = await verifying.lambda.createFunctionUrlConfig({ FunctionName: 'f', AuthType: 'AWS_IAM' });
      const sent = { method: 'POST', body: '{"n":1}' };
      const target = `${FunctionUrl}some/path?x=1`;
      /** The request as the SDK signs it for `test` with this secret. */
      const signed = async (secretAccessKey: string) => {
        const client = verifying.emulator.client(LambdaClient, { credentials: { accessKeyId: 'test', secretAccessKey } });
        const { host, hostname, pathname: path } = new URL(target);
        const unsigned = { ...sent, protocol: 'http:', hostname, path, query: { x: '1' }, headers: { host } };
        return { ...sent, headers: (await (await client.config.signer()).sign(unsigned)).headers };
      };
      const good = await ask(target, await signed('test'));
      expect(good.status).toBe(200);
      expect(JSON.parse(good.text).requestContext.authorizer.iam).toMatchObject({ accessKey: 'test', accountId: '000000000000' });
      const bad = await ask(target, await signed('guessed'));
      expect(bad).toMatchObject({ status: 403, headers: { 'x-amzn-errortype': 'InvalidSignatureException' } });
      expect(JSON.parse(bad.text).message).toMatch(/^The request signature we calculated does not match the signature you provided\./);
      expect((await ask(target, { ...(await signed('test')), body: '{"n":2}' })).status).toBe(403);
      const { headers } = await signed('test');
      const authorization = headers['authorization']!.replace('Credential=test', 'Credential=AKIANOBODYHASTHISKEY');
      expect((await ask(target, { ...sent, headers: { ...headers, authorization } })).status).toBe(403);
      expect(await ask(target, sent)).toMatchObject({ status: 403, text: FORBIDDEN });
    } finally {
      await verifying.emulator.stop();
    }
  });
});
