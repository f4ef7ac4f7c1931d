// SIGNATURES: what clients sign is verified, and what is wrong is refused in the words of each service.

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { IAM } from '@aws-sdk/client-iam';
import { Lambda } from '@aws-sdk/client-lambda';
import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand, S3 } from '@aws-sdk/client-s3';
import { SQS } from '@aws-sdk/client-sqs';
import { STS } from '@aws-sdk/client-sts';
import { Upload } from '@aws-sdk/lib-storage';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { whyNoAws, whyNoBoto3 } from '../support/aws-clients.ts';
import { startTestEmulator, type TestEmulator } from '../support/emulator.ts';
import { isMissing } from '../support/is-missing.ts';

let emulator: TestEmulator;
let user: { accessKeyId: string; secretAccessKey: string };
let session: { accessKeyId: string; secretAccessKey: string; sessionToken: string };
const Bucket = 'signed';
beforeAll(async () => {
  emulator = await startTestEmulator({ options: { SIGNATURES: 'verify', ACCESS_KEYS: 'AKIACONFIGUREDBYHAND:told' } });
  const iam = emulator.client(IAM);
  await iam.createUser({ UserName: 'ann' });
  const { AccessKey } = await iam.createAccessKey({ UserName: 'ann' });
  user = { accessKeyId: AccessKey!.AccessKeyId!, secretAccessKey: AccessKey!.SecretAccessKey! };
  const role = { RoleArn: 'arn:aws:iam::000000000000:role/any', RoleSessionName: 'me' };
  const { Credentials } = await emulator.client(STS).assumeRole(role);
  session = {
    accessKeyId: Credentials!.AccessKeyId!,
    secretAccessKey: Credentials!.SecretAccessKey!,
    sessionToken: Credentials!.SessionToken!,
  };
  await emulator.client(S3).createBucket({ Bucket });
});
afterAll(() => emulator.stop());

const credentialsOf = () => [
  { accessKeyId: 'test', secretAccessKey: 'test' },
  { accessKeyId: '000000000000', secretAccessKey: 'test' },
  { accessKeyId: 'AKIACONFIGUREDBYHAND', secretAccessKey: 'told' },
  user,
  session,
];
const text = (answer: { Body?: { transformToString(): Promise<string> } | undefined }) => answer.Body!.transformToString();

describe('a good signature', () => {
  it('of every kind of key is taken by every protocol', async () => {
    for (const credentials of credentialsOf()) {
      await emulator.client(SQS, { credentials }).listQueues();
      await emulator.client(IAM, { credentials }).listUsers();
      await emulator.client(STS, { credentials }).getCallerIdentity();
      await emulator.client(Lambda, { credentials }).listFunctions();
      await emulator.client(S3, { credentials }).putObject({ Bucket, Key: 'k', Body: 'v' });
    }
  });
  it.each(['plain', 'a b', 'a+b', 'é/ü', '日本', 'a//b', 'a%20b', "!'()*~", 'a&b=c?d#e', 'x:y@z', '.'.repeat(3), 'tail/'])(
    'covers the key %s',
    async (Key) => {
      const s3 = emulator.client(S3, { credentials: user });
      await s3.putObject({ Bucket, Key, Body: 'value', Metadata: { empty: '', spaced: 'a  b' } });
      expect(await text(await s3.getObject({ Bucket, Key }))).toBe('value');
      expect(await (await fetch(await getSignedUrl(s3, new GetObjectCommand({ Bucket, Key, ResponseContentType: 'a/b' })))).text()).toBe(
        'value',
      );
    },
  );
  it.each(['./a', '../b', 'a/../c'])('covers the key %s, which no address can name', async (Key) => {
    const s3 = emulator.client(S3);
    await s3.putObject({ Bucket, Key, Body: 'value' });
    expect(await text(await s3.getObject({ Bucket, Key }))).toBe('value');
  });
  it('covers documents, paths that are encoded twice, and streams', async () => {
    const s3 = emulator.client(S3);
    await s3.putBucketTagging({ Bucket, Tagging: { TagSet: [{ Key: 'a', Value: '' }] } });
    const arn = 'arn:aws:lambda:us-east-1:000000000000:function:none:1 x';
    await expect(emulator.client(Lambda).invoke({ FunctionName: arn })).rejects.not.toMatchObject({
      name: 'InvalidSignatureException',
    });
    const Body = Buffer.alloc(11 * 1024 * 1024, 'x');
    await new Upload({ client: s3, params: { Bucket, Key: 'large', Body } }).done();
    expect((await s3.headObject({ Bucket, Key: 'large' })).ContentLength).toBe(Body.length);
  });
  it('on a presigned URL or in a form does what it was made for', async () => {
    const s3 = emulator.client(S3, { credentials: session });
    const put = await getSignedUrl(s3, new PutObjectCommand({ Bucket, Key: 'url' }));
    expect((await fetch(put, { method: 'PUT', body: 'by url' })).status).toBe(200);
    const get = await getSignedUrl(s3, new GetObjectCommand({ Bucket, Key: 'url' }));
    expect((await fetch(get)).status).toBe(200);
    expect((await fetch(get, { method: 'DELETE' })).status).toBe(403);
    expect((await fetch(get.replace('/url?', '/other?'))).status).toBe(403);
    expect((await fetch(await getSignedUrl(s3, new DeleteObjectCommand({ Bucket, Key: 'url' })), { method: 'DELETE' })).status).toBe(204);
    const { url, fields } = await createPresignedPost(s3, { Bucket, Key: 'form' });
    const post = async (more: object) => {
      const form = new FormData();
      for (const [name, value] of Object.entries({ ...fields, ...more })) form.set(name, value);
      form.set('file', new Blob(['by form']));
      return fetch(url, { method: 'POST', body: form });
    };
    expect((await post({})).status).toBe(204);
    const forged = await post({ 'X-Amz-Signature': '0'.repeat(64) });
    const cut = await post({ Policy: fields['Policy']!.slice(0, -2) });
    expect([cut.status, await cut.text()]).toEqual([403, expect.stringContaining('<Code>SignatureDoesNotMatch</Code>')]);
    expect([forged.status, await forged.text()]).toEqual([403, expect.stringContaining('<Code>SignatureDoesNotMatch</Code>')]);
  });
});

describe('a bad signature', () => {
  const wrong = { accessKeyId: 'test', secretAccessKey: 'wrong' };
  const unknown = { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'test' };
  it('is told in the words of S3, with the text that should have been signed', async () => {
    const s3 = (credentials: object) => emulator.client(S3, { credentials }).getObject({ Bucket, Key: 'k' });
    await expect(s3(wrong)).rejects.toMatchObject({
      name: 'SignatureDoesNotMatch',
      message: 'The request signature we calculated does not match the signature you provided. Check your key and signing method.',
      AWSAccessKeyId: 'test',
      StringToSign: expect.stringMatching(/^AWS4-HMAC-SHA256\n\d{8}T\d{6}Z\n\d{8}\/us-east-1\/s3\/aws4_request\n[0-9a-f]{64}$/),
      StringToSignBytes: expect.stringMatching(/^41 57 53 34 /),
      CanonicalRequest: expect.stringMatching(/^GET\n\/signed\/k\nx-id=GetObject\n/),
      $metadata: { httpStatusCode: 403 },
    });
    await expect(s3(unknown)).rejects.toMatchObject({
      name: 'InvalidAccessKeyId',
      AWSAccessKeyId: unknown.accessKeyId,
      $metadata: { httpStatusCode: 403 },
    });
    await expect(s3({ ...session, sessionToken: 'other' })).rejects.toMatchObject({
      name: 'InvalidToken',
      $metadata: { httpStatusCode: 400 },
    });
  });
  it('is told in words of its own where it stands in the query of an object', async () => {
    // localstack: test_s3, `test_s3_put_presigned_url_missing_sig_param` and `test_presigned_double_encoded_credentials`
    const refusal = async (query: string) => {
      const response = await fetch(`${emulator.url}/${Bucket}/k?${query}`);
      const [, code, message] = /<Code>(.*)<\/Code><Message>(.*)<\/Message>/.exec(await response.text()) ?? [];
      return [response.status, code, message];
    };
    const incomplete = [403, 'AccessDenied', 'Query-string authentication requires the Signature, Expires and AWSAccessKeyId parameters'];
    expect(await refusal('AWSAccessKeyId=test&Signature=x')).toEqual(incomplete);
    expect(await refusal('AWSAccessKeyId=test&Expires=1999999999')).toEqual(incomplete);
    const scope = encodeURIComponent(encodeURIComponent('test/20261201/us-east-1/s3/aws4_request'));
    const more = 'X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Date=20261201T000000Z&X-Amz-Expires=60&X-Amz-SignedHeaders=host&X-Amz-Signature=0';
    expect(await refusal(`X-Amz-Credential=${scope}&${more}`)).toEqual([
      400,
      'AuthorizationQueryParametersError',
      expect.stringContaining('the Credential is mal-formed; expecting'),
    ]);
  });
  it('is told in the words of the JSON services', async () => {
    const sqs = (credentials: object) => emulator.client(SQS, { credentials }).createQueue({ QueueName: 'q' });
    await expect(sqs(wrong)).rejects.toMatchObject({
      name: 'InvalidSignatureException',
      message: expect.stringMatching(
        /^The request signature we calculated does not match.*The Canonical String for this request should have been\n'POST\n\/\n\n/s,
      ),
    });
    await expect(sqs(unknown)).rejects.toMatchObject({
      name: 'UnrecognizedClientException',
      message: 'The security token included in the request is invalid.',
    });
    const lambda = emulator.client(Lambda, { credentials: wrong }).listFunctions();
    await expect(lambda).rejects.toMatchObject({ name: 'InvalidSignatureException', $metadata: { httpStatusCode: 403 } });
  });
  it('is told in the words of the query services', async () => {
    const iam = (credentials: object) => emulator.client(IAM, { credentials }).listUsers();
    await expect(iam(wrong)).rejects.toMatchObject({ name: 'SignatureDoesNotMatch', $metadata: { httpStatusCode: 403 } });
    await expect(iam(unknown)).rejects.toMatchObject({
      name: 'InvalidClientTokenId',
      message: 'The security token included in the request is invalid.',
    });
  });
  it('is one of another time, of another service, or of a key that is switched off', async () => {
    const late = emulator.client(S3, { systemClockOffset: -3_600_000 }).getObject({ Bucket, Key: 'k' });
    await expect(late).rejects.toMatchObject({ name: 'RequestTimeTooSkewed', MaxAllowedSkewMilliseconds: '900000' });
    const other = await fetch(`${emulator.url}/`, {
      method: 'POST',
      headers: {
        'x-amz-target': 'AmazonSQS.ListQueues',
        'content-type': 'application/x-amz-json-1.0',
        'x-amz-date': '20260101T000000Z',
        authorization: 'AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/s3/aws4_request, SignedHeaders=host, Signature=00',
      },
      body: '{}',
    });
    expect(await other.json()).toMatchObject({ message: "Credential should be scoped to correct service: 'sqs'. " });
    const iam = emulator.client(IAM);
    await iam.updateAccessKey({ UserName: 'ann', AccessKeyId: user.accessKeyId, Status: 'Inactive' });
    await expect(emulator.client(S3, { credentials: user }).getObject({ Bucket, Key: 'k' })).rejects.toMatchObject({
      name: 'InvalidAccessKeyId',
    });
    await iam.updateAccessKey({ UserName: 'ann', AccessKeyId: user.accessKeyId, Status: 'Active' });
  });
  it('is none at all, but where a service lets anybody in', async () => {
    const json = { 'x-amz-target': 'AmazonSQS.ListQueues', 'content-type': 'application/x-amz-json-1.0' };
    const sqs = await fetch(`${emulator.url}/`, { method: 'POST', headers: json, body: '{}' });
    expect([sqs.status, await sqs.json()]).toEqual([
      400,
      expect.objectContaining({ __type: expect.stringContaining('MissingAuthenticationTokenException') }),
    ]);
    const iam = await fetch(`${emulator.url}/`, {
      method: 'POST',
      body: new URLSearchParams({ Action: 'ListUsers', Version: '2010-05-08' }),
    });
    expect([iam.status, await iam.text()]).toEqual([403, expect.stringContaining('<Code>MissingAuthenticationToken</Code>')]);
    const web = { RoleArn: 'arn:aws:iam::000000000000:role/any', RoleSessionName: 'me', WebIdentityToken: 'x'.repeat(8) };
    await expect(emulator.client(STS).assumeRoleWithWebIdentity(web)).rejects.not.toMatchObject({
      name: 'MissingAuthenticationToken',
    });
  });
  it('is a body that is not the one that was signed', async () => {
    const s3 = emulator.client(S3, { requestChecksumCalculation: 'WHEN_REQUIRED' });
    s3.middlewareStack.add(
      (next) => (args) => {
        (args.request as { body: string }).body = 'other';
        return next(args);
      },
      { step: 'finalizeRequest', priority: 'low' },
    );
    await expect(s3.putObject({ Bucket, Key: 'body', Body: 'value' })).rejects.toMatchObject({
      name: 'XAmzContentSHA256Mismatch',
    });
  });
});

describe('other clients', () => {
  const run = promisify(execFile);
  const env = (secret: string) => ({
    ...process.env,
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: secret,
    AWS_DEFAULT_REGION: 'us-east-1',
    AWS_ENDPOINT_URL: emulator.url,
  });
  const SCRIPT = `
import boto3, io, urllib.request
from botocore.config import Config
s3 = boto3.client('s3')
key = 'b o+t/o é'
s3.put_object(Bucket='signed', Key=key, Body=b'boto')
s3.upload_fileobj(io.BytesIO(b'x' * 9000000), 'signed', 'large-boto')
for config in (None, Config(signature_version='s3v4'), Config(signature_version='s3')):
    url = boto3.client('s3', config=config).generate_presigned_url('get_object', Params={'Bucket': 'signed', 'Key': key, 'ResponseContentType': 'a/b'})
    print(urllib.request.urlopen(url).read().decode())
    try: urllib.request.urlopen(url.replace('Signature=', 'Signature=0'))
    except Exception as e: print(e.code)
boto3.client('sqs').list_queues(); boto3.client('iam').list_users()
`;
  it.skipIf(isMissing('signatures of boto3', whyNoBoto3()))('boto3 signs in versions 4 and 2', async () => {
    const { stdout } = await run('python3', ['-c', SCRIPT], { env: env('test') });
    expect(stdout.trim().split('\n')).toEqual(['boto', '403', 'boto', '403', 'boto', '403']);
  });
  it.skipIf(isMissing('signatures of the AWS CLI', whyNoAws()))('the AWS CLI is let in with the right secret only', async () => {
    await run('aws', ['--endpoint-url', emulator.url, 's3', 'ls', 's3://signed'], { env: env('test') });
    await expect(run('aws', ['--endpoint-url', emulator.url, 'sqs', 'list-queues'], { env: env('wrong') })).rejects.toThrow(
      'InvalidSignatureException',
    );
  });
});

it('SIGNATURES=warn lets bad signatures pass, with a line for each', async () => {
  await using lenient = await startTestEmulator({ options: { SIGNATURES: 'warn' } });
  const sqs = lenient.client(SQS, { credentials: { accessKeyId: 'test', secretAccessKey: 'wrong' } });
  const { QueueUrl } = await sqs.createQueue({ QueueName: 'q' });
  await sqs.sendMessage({ QueueUrl, MessageBody: 'x' });
  await lenient.client(SQS).listQueues();
  expect(lenient.lines.filter((line) => line.includes('signature'))).toEqual(
    ['CreateQueue', 'SendMessage'].map(
      (name) =>
        `warn gateway the signature of ${name} is bad, InvalidSignatureException: The request signature we calculated does not match the signature you provided. Check your AWS Secret Access Key and signing method. Consult the service documentation for details.`,
    ),
  );
});
