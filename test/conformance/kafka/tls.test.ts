// Mappings of self-managed clusters through TLS, which a proxy before the emulator's own broker speaks: the server's certificate is checked against the
// one in the secret, and the reader shows its own where the server asks. A broker of one's own stands for every managed cluster.
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { createServer, type Server } from 'node:tls';
import { Kafka as KafkaApi } from '@aws-sdk/client-kafka';
import { SecretsManager } from '@aws-sdk/client-secrets-manager';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAuthority } from '../../../emulator/src/gateway/tls/authority.ts';
import { untilPasses } from '../../support/until-passes.ts';
import { type Fixture, startFixture } from '../lambda/fixture.ts';
import { clientOf, PROVISIONED } from './use-kafka.ts';

const SHOW = `for (const [{ value }] of Object.values(event.records)) console.log('VALUE ' + Buffer.from(value, 'base64'));`;

let fixture: Fixture;
let brokerPort: number;
const proxies: Server[] = [];
const lines: string[] = [];
const waiting = new Set<() => void>();

beforeAll(async () => {
  fixture = await startFixture({
    log: ({ text }) => {
      lines.push(text);
      for (const look of waiting) look();
    },
  });
  const api = fixture.emulator.client(KafkaApi);
  const { ClusterArn } = await api.createCluster({ ClusterName: 'behind', ...PROVISIONED });
  const { BootstrapBrokerString = '' } = await api.getBootstrapBrokers({ ClusterArn });
  brokerPort = Number(BootstrapBrokerString.split(':')[1]);
  const producer = clientOf(BootstrapBrokerString).producer();
  const admin = clientOf(BootstrapBrokerString).admin();
  await admin.connect();
  await admin.createTopics({ topics: [{ topic: 'sealed' }] });
  await admin.disconnect();
  await producer.connect();
  await producer.send({ topic: 'sealed', messages: [{ value: 'letter' }] });
  await producer.disconnect();
});
afterAll(async () => {
  for (const proxy of proxies) proxy.close();
  await fixture.emulator.stop();
});

const until = (isSo: () => boolean): Promise<void> =>
  new Promise((resolve) => {
    const look = (): void => {
      if (!isSo()) return;
      waiting.delete(look);
      resolve();
    };
    waiting.add(look);
    look();
  });

interface Identity {
  readonly cert: string;
  readonly key: string;
  /** The certificate of its authority, which has signed no other. */
  readonly ca: string;
}

async function identity(): Promise<Identity> {
  const authority = await openAuthority(undefined);
  return { ...(await authority.leaf('127.0.0.1')), ca: authority.certificate };
}

/** The broker through TLS, for everybody or for one client. Answers that name its address name the proxy's instead. */
async function proxy({ cert, key }: Identity, known?: Identity): Promise<string> {
  const addressOf = (port: number): Buffer => {
    const bytes = Buffer.from('127.0.0.1\0\0\0\0');
    bytes.writeInt32BE(port, 9);
    return bytes;
  };
  const fingerprint = known && new X509Certificate(known.cert).fingerprint256;
  const server = createServer({ cert, key, requestCert: known !== undefined, rejectUnauthorized: false }, (client) => {
    client.on('error', () => undefined);
    if (fingerprint !== undefined && client.getPeerX509Certificate()?.fingerprint256 !== fingerprint) return void client.destroy();
    const broker = connect(brokerPort, '127.0.0.1');
    const own = addressOf((server.address() as AddressInfo).port);
    client.pipe(broker);
    broker.on('data', (chunk: Buffer) => {
      const named = addressOf(brokerPort);
      for (let at = chunk.indexOf(named); at >= 0; at = chunk.indexOf(named, at + 1)) own.copy(chunk, at);
      client.write(chunk);
    });
    for (const [one, other] of [
      [client, broker],
      [broker, client],
    ] as const) {
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
  });
  server.on('tlsClientError', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  proxies.push(server);
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function secret(Name: string, members: Readonly<Record<string, string>>): Promise<string> {
  const { ARN } = await fixture.emulator.client(SecretsManager).createSecret({ Name, SecretString: JSON.stringify(members) });
  return ARN!;
}

type Access = Readonly<Record<string, string>>;
async function map(FunctionName: string, server: string, access: Access): Promise<string> {
  await fixture.create(FunctionName, SHOW);
  const { UUID } = await fixture.lambda.createEventSourceMapping({
    ...{ FunctionName, Topics: ['sealed'], StartingPosition: 'TRIM_HORIZON' },
    SelfManagedEventSource: { Endpoints: { KAFKA_BOOTSTRAP_SERVERS: [server] } },
    SourceAccessConfigurations: Object.entries(access).map(([Type, URI]) => ({ Type: Type as never, URI })),
  });
  return UUID!;
}
const isRead = (name: string) => () => lines.some((line) => line.includes(`${name}: `) && line.includes('VALUE letter'));
/** The mapping looks at its reader in a turn of its own. */
const expectProblem = (UUID: string, problem: RegExp): Promise<void> =>
  untilPasses(async () => expect((await fixture.lambda.getEventSourceMapping({ UUID })).LastProcessingResult).toMatch(problem));

test('the certificate of the server is checked against the one of the secret', async () => {
  const [right, wrong] = [await identity(), await identity()];
  const server = await proxy(right);
  const [known, unknown] = [await secret('known', { certificate: right.ca }), await secret('unknown', { certificate: wrong.ca })];
  const UUID = await map('mistrusts', server, { SERVER_ROOT_CA_CERTIFICATE: unknown });
  await expectProblem(UUID, /^PROBLEM: Lambda failed to authenticate server\.$/);
  await map('trusts', server, { SERVER_ROOT_CA_CERTIFICATE: known });
  await until(isRead('trusts'));
  expect(isRead('mistrusts')()).toBe(false);
});

test('a server that asks for a certificate gets that of the secret', async () => {
  const [broker, reader, stranger] = [await identity(), await identity(), await identity()];
  const server = await proxy(broker, reader);
  const SERVER_ROOT_CA_CERTIFICATE = await secret('authority', { certificate: broker.ca });
  const clientSecret = (name: string, { cert, key }: { cert: string; key: string }) => secret(name, { certificate: cert, privateKey: key });
  const refused = await map('strange', server, {
    SERVER_ROOT_CA_CERTIFICATE,
    CLIENT_CERTIFICATE_TLS_AUTH: await clientSecret('stranger', stranger),
  });
  await expectProblem(refused, /^PROBLEM: /);
  await map('shown', server, { SERVER_ROOT_CA_CERTIFICATE, CLIENT_CERTIFICATE_TLS_AUTH: await clientSecret('reader', reader) });
  await until(isRead('shown'));
  const torn = await map('torn', server, {
    SERVER_ROOT_CA_CERTIFICATE,
    CLIENT_CERTIFICATE_TLS_AUTH: await clientSecret('torn', { cert: reader.cert, key: stranger.key }),
  });
  await expectProblem(torn, /^PROBLEM: Provided certificate or private key is invalid\.$/);
  expect(isRead('strange')()).toBe(false);
});

test('a broker of your own stands for every managed cluster', async () => {
  const own = await startFixture({ options: { KAFKA_BOOTSTRAP: `127.0.0.1:${brokerPort}` }, log: ({ text }) => lines.push(text) });
  try {
    const api = own.emulator.client(KafkaApi);
    const { ClusterArn } = await api.createCluster({ ClusterName: 'elsewhere', ...PROVISIONED });
    expect(await api.getBootstrapBrokers({ ClusterArn })).toMatchObject({ BootstrapBrokerString: `127.0.0.1:${brokerPort}` });
    await own.create('abroad', SHOW);
    await own.lambda.createEventSourceMapping({
      ...{ FunctionName: 'abroad', EventSourceArn: ClusterArn, Topics: ['sealed'], StartingPosition: 'TRIM_HORIZON' },
    });
    while (!isRead('abroad')()) await new Promise((resolve) => setTimeout(resolve, 20));
  } finally {
    await own.emulator.stop();
  }
});
