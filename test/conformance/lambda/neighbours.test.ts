// Functions and the services around them: code from a bucket, calls out of a function, invocations by rules.
import { EventBridge } from '@aws-sdk/client-eventbridge';
import { S3 } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { untilTrue } from '../../support/until-passes.ts';
import { creation, type Fixture, handler, startFixture, textOf } from './fixture.ts';

describe('functions and their neighbours', () => {
  let fixture: Fixture;
  beforeAll(async () => {
    fixture = await startFixture();
  });
  afterAll(() => fixture.emulator.stop());
  const invoke = async (FunctionName: string) => textOf((await fixture.lambda.invoke({ FunctionName })).Payload);

  it('take code from a bucket', async () => {
    const s3 = fixture.emulator.client(S3);
    await s3.createBucket({ Bucket: 'code' });
    await s3.putObject({ Bucket: 'code', Key: 'a/b.zip', Body: handler('return "from a bucket";') });
    const Code = { S3Bucket: 'code', S3Key: 'a/b.zip' };
    await fixture.lambda.createFunction(creation('stored', new Uint8Array(), { Code }));
    await fixture.settled('stored');
    expect(await invoke('stored')).toBe('"from a bucket"');
    const missing = fixture.lambda.updateFunctionCode({ FunctionName: 'stored', S3Bucket: 'code', S3Key: 'none' });
    await expect(missing).rejects.toMatchObject({
      name: 'InvalidParameterValueException',
      message: 'Error occurred while GetObject. S3 Error Code: NoSuchKey. S3 Error Message: The specified key does not exist.',
    });
  });

  it('reach the emulator as their account', async () => {
    const body = `const response = await fetch(process.env.AWS_ENDPOINT_URL, { method: 'POST', body: 'Action=GetCallerIdentity&Version=2011-06-15',
      headers: { 'content-type': 'application/x-www-form-urlencoded',
        authorization: 'AWS4-HMAC-SHA256 Credential=' + process.env.AWS_ACCESS_KEY_ID + '/20260101/us-east-1/sts/aws4_request, SignedHeaders=host, Signature=0',
        'x-amz-security-token': process.env.AWS_SESSION_TOKEN } });
    return await response.text();`;
    await fixture.create('caller', body);
    expect(await invoke('caller')).toContain('<Account>000000000000</Account>');
  });

  it('are invoked by rules that their policy lets in, and by no others', async () => {
    await fixture.create('ruled', 'console.log("got", event.detail.n);');
    const events = fixture.emulator.client(EventBridge);
    const { RuleArn } = await events.putRule({ Name: 'r', EventPattern: '{"source":["me"]}' });
    const Arn = 'arn:aws:lambda:us-east-1:000000000000:function:ruled';
    await events.putTargets({ Rule: 'r', Targets: [{ Id: 't', Arn }] });
    const put = (n: number) => events.putEvents({ Entries: [{ Source: 'me', DetailType: 'd', Detail: JSON.stringify({ n }) }] });
    const said = (text: string) => fixture.emulator.lines.filter((line) => line.includes(text));
    const heard = async (text: string) => {
      await untilTrue(() => said(text).length > 0);
      return said(text);
    };
    await put(1);
    const grant = `aws lambda add-permission --function-name ruled --statement-id events-r --action lambda:InvokeFunction --principal events.amazonaws.com --source-arn ${RuleArn}`;
    expect((await heard(grant)).length).toBe(1);
    await fixture.lambda.addPermission({
      FunctionName: 'ruled',
      StatementId: 'events-r',
      Action: 'lambda:InvokeFunction',
      Principal: 'events.amazonaws.com',
      SourceArn: RuleArn,
    });
    await put(2);
    expect((await heard('got 2')).length).toBe(1);
    expect(said('got 1')).toEqual([]);
  });
});
