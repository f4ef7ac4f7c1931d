// The official validator of messages for Node.js accepts what topics sign: it insists on the cloud's host, a certificate that it can fetch there by HTTPS, and
// the signature. Its connections to that host are led to the emulator, which a name server does elsewhere.
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import https from 'node:https';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { SNS } from '@aws-sdk/client-sns';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAuthority } from '../../emulator/src/gateway/tls/authority.ts';
import { startTestEmulator, type TestEmulator } from '../support/emulator.ts';
import { isMissing } from '../support/is-missing.ts';
import { whyNoClients } from '../support/template-project.ts';

const HOST = 'sns.us-east-1.amazonaws.com';

interface Validator {
  validate(message: string, done: (error: Error | null) => void): void;
}

describe.skipIf(isMissing('the validator of messages', whyNoClients()))('the official validator of messages', () => {
  let folder: string;
  let emulator: TestEmulator;
  let server: Server;
  let endpoint: string;
  let agent: https.Agent;
  let validator: Validator;
  const received: string[] = [];
  let arrived: () => void = () => undefined;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'validators-'));
    emulator = await startTestEmulator({ authorityDirectory: folder, options: { SNS_CERT_URL_HOST: HOST } });
    const { certificate } = await openAuthority(folder);
    agent = https.globalAgent;
    const led = new https.Agent();
    led.createConnection = () =>
      connect({ host: '127.0.0.1', port: Number(new URL(emulator.url).port), servername: HOST, ca: certificate });
    https.globalAgent = led;
    const Validator = createRequire(new URL('./clients/package.json', import.meta.url))('sns-validator') as new () => Validator;
    validator = new Validator();
    server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        response.end();
        received.push(Buffer.concat(chunks).toString());
        arrived();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/inbox`;
  });
  afterAll(async () => {
    https.globalAgent.destroy();
    https.globalAgent = agent;
    server.close();
    await emulator.stop();
    rmSync(folder, { recursive: true });
  });

  const next = async (): Promise<string> => {
    while (received.length === 0) await new Promise<void>((resolve) => (arrived = resolve));
    return received.shift()!;
  };
  const validate = (message: string): Promise<void> =>
    new Promise((resolve, reject) => validator.validate(message, (error) => (error ? reject(error) : resolve())));

  it.each(['1', '2'])('accepts confirmations and messages of version %s, and nothing that was changed', async (SignatureVersion) => {
    const sns = emulator.client(SNS);
    const { TopicArn } = await sns.createTopic({ Name: `signed-${SignatureVersion}`, Attributes: { SignatureVersion } });
    await sns.subscribe({ TopicArn, Protocol: 'http', Endpoint: endpoint });
    const confirmation = await next();
    await validate(confirmation);
    const { Token } = JSON.parse(confirmation) as { Token: string };
    const { SubscriptionArn } = await sns.confirmSubscription({ TopicArn, Token });
    await sns.publish({ TopicArn, Subject: 'Grüße', Message: 'eins\nzwei' });
    const notification = await next();
    expect(JSON.parse(notification)).toMatchObject({ SignatureVersion, Subject: 'Grüße' });
    await validate(notification);
    await expect(validate(notification.replace('eins', 'zwei'))).rejects.toThrow('The message signature is invalid.');
    await sns.unsubscribe({ SubscriptionArn });
    expect(JSON.parse(await next())).toMatchObject({ Type: 'UnsubscribeConfirmation', SignatureVersion });
  });
});
