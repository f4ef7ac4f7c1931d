// A custom sender gets the code as a message of the AWS Encryption SDK: read here by hand, with the key service alone.
import { createDecipheriv, hkdfSync } from 'node:crypto';
import { KMS } from '@aws-sdk/client-kms';
import { Lambda } from '@aws-sdk/client-lambda';
import { expect, it } from 'vitest';
import { startTestEmulator } from '../../support/emulator.ts';
import { handler } from '../lambda/fixture.ts';
import { createPool, PASSWORD } from './use-pool.ts';

it('hands the code to the function, encrypted with the key of the pool', async () => {
  await using emulator = await startTestEmulator();
  const kms = emulator.client(KMS);
  const lambda = emulator.client(Lambda);
  const { KeyMetadata } = await kms.createKey({});
  const made = await lambda.createFunction({
    FunctionName: 'sender',
    Runtime: 'nodejs20.x',
    Handler: 'index.handler',
    Role: 'arn:aws:iam::000000000000:role/any',
    // The code comes back as the error of the sign-up.
    Code: { ZipFile: handler('throw new Error(JSON.stringify([event.triggerSource, event.request]));') },
  });
  await emulator.idle();
  await lambda.addPermission({
    FunctionName: 'sender',
    StatementId: 'p',
    Action: 'lambda:InvokeFunction',
    Principal: 'cognito-idp.amazonaws.com',
  });
  const pool = await createPool(emulator, {
    LambdaConfig: { CustomEmailSender: { LambdaArn: made.FunctionArn!, LambdaVersion: 'V1_0' }, KMSKeyID: KeyMetadata!.Arn! },
  });
  const UserAttributes = [{ Name: 'email', Value: 'ada@example.com' }];
  const refusal = await pool.idp.signUp({ ClientId: pool.ClientId, Username: 'ada', Password: PASSWORD, UserAttributes }).then(
    () => undefined,
    (error: Error) => error.message,
  );
  const [source, request] = JSON.parse(/error (.*)\.$/s.exec(refusal!)![1]!) as [
    string,
    { type: string; code: string; userAttributes: object },
  ];
  expect([source, request.type]).toEqual(['CustomEmailSender_SignUp', 'customEmailSenderRequestV1']);
  expect(request.userAttributes).toMatchObject({ email: 'ada@example.com', 'cognito:user_status': 'UNCONFIRMED' });
  const context = { 'userpool-id': pool.UserPoolId, 'client-id': pool.ClientId };
  expect(await read(Buffer.from(request.code, 'base64'), context)).toMatch(/^\d{6}$/);
  expect(await pool.messages()).toEqual([]);

  /** https://docs.aws.amazon.com/encryption-sdk/latest/developer-guide/message-format.html: version 1, one encrypted data key, one frame of any length. */
  async function read(message: Buffer, EncryptionContext: Record<string, string>): Promise<string> {
    let at = 20;
    const counted = (): Buffer => {
      const length = message.readUInt16BE(at);
      at += 2 + length;
      return message.subarray(at - length, at);
    };
    const id = message.subarray(4, 20);
    counted(); // the encryption context
    expect(message.readUInt16BE(at)).toBe(1);
    at += 2;
    expect([counted().toString(), counted().toString()]).toEqual(['aws-kms', KeyMetadata!.Arn]);
    const { Plaintext } = await kms.decrypt({ CiphertextBlob: counted(), EncryptionContext });
    at += 1 + 4 + 1 + 4;
    const header = message.subarray(0, at);
    const key = Buffer.from(hkdfSync('sha256', Plaintext!, Buffer.alloc(0), Buffer.concat([message.subarray(2, 4), id]), 32));
    open(key, message.subarray(at, at + 12), header, Buffer.alloc(0), message.subarray(at + 12, at + 28));
    const iv = message.subarray(at + 28, at + 40);
    const length = message.subarray(at + 40, at + 48);
    const associated = Buffer.concat([id, Buffer.from('AWSKMSEncryptionClient Single Block'), Buffer.of(0, 0, 0, 1), length]);
    return open(key, iv, associated, message.subarray(at + 48, -16), message.subarray(-16)).toString();
  }
});

function open(key: Buffer, iv: Buffer, associated: Buffer, text: Buffer, tag: Buffer): Buffer {
  const cipher = createDecipheriv('aes-256-gcm', key, iv);
  cipher.setAAD(associated);
  cipher.setAuthTag(tag);
  return Buffer.concat([cipher.update(text), cipher.final()]);
}
