// Inside containers of functions cloud names lead to the emulator, over TLS, too; where a container engine answers. The containers are in a
// network of their own: what init opens there is theirs.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { CloudFormation, waitUntilStackCreateComplete, waitUntilStackDeleteComplete } from '@aws-sdk/client-cloudformation';
import { CloudWatchLogs } from '@aws-sdk/client-cloudwatch-logs';
import { S3 } from '@aws-sdk/client-s3';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findEngine } from '../../../emulator/src/containers/docker/engine.ts';
import { findInterpreters } from '../../../emulator/src/containers/embedded/interpreters.ts';
import { findMachinePackages } from '../../../emulator/src/containers/embedded/machine-packages.ts';
import { type NameServer, openNameServer } from '../../../emulator/src/dns/name-server.ts';
import { isMissing } from '../../support/is-missing.ts';
import { messageLines } from '../../support/message-lines.ts';
import { importTestImages, whyNoEngine } from '../../support/test-images.ts';
import { WAITER } from '../../support/until-passes.ts';
import { type Fixture, jsonOf, startFixture, zipOf } from './fixture.ts';

const found = await findEngine();
const images = found.ok ? await importTestImages(found.engine.docker) : {};
const [boto] = await findMachinePackages('python', (await findInterpreters('python')).found);
const noBoto =
  (boto === undefined && 'needs boto3 in a Python of this machine: pip install boto3') ||
  (images['python3.12'] === undefined && 'there is no image with a Python: none is on this machine');
const ELSEWHERE = '203.0.113.7';
const HEALTH = '/_emulator/health';
const ROOT = join(import.meta.dirname, '../../..');
const HANDLERS = join(ROOT, 'examples/cdk-events/node_modules/aws-cdk-lib/custom-resource-handlers/dist');
const within = { ...WAITER };

/** With what it imports: functions in containers have what their image has, and these images have no SDK. */
async function bundled(source: string): Promise<Uint8Array> {
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: ROOT },
    ...{
      bundle: true,
      platform: 'node',
      target: 'node20',
      format: 'cjs',
      write: false,
      logLevel: 'silent',
      nodePaths: [join(ROOT, 'node_modules')],
    },
  });
  return zipOf({ 'index.js': outputFiles[0]?.text ?? '' });
}

/** boto3 and what it needs, with the data of the services that are called. */
function botoLayer(folder: string): Uint8Array {
  const packages = ['boto3', 'botocore', 's3transfer', 'jmespath', 'dateutil', 'urllib3', 'six.py', 'certifi'];
  const data = /^botocore\/data\/(?!(?:sts|s3|_retry\.json|endpoints\.json|partitions\.json|sdk-default-configuration\.json)(?:$|\/))/;
  const files: Record<string, string> = {};
  const take = (path: string): void => {
    if (data.test(path) || /__pycache__|examples/.test(path)) return;
    if (statSync(join(folder, path)).isDirectory()) for (const name of readdirSync(join(folder, path))) take(`${path}/${name}`);
    else if (path.endsWith('.gz')) files[`python/${path.slice(0, -3)}`] = gunzipSync(readFileSync(join(folder, path))).toString();
    else files[`python/${path}`] = readFileSync(join(folder, path), 'utf8');
  };
  for (const name of packages) if (readdirSync(folder).includes(name)) take(name);
  return zipOf(files);
}

describe.skipIf(isMissing('cloud names in containers', whyNoEngine(found)))('cloud names in containers', () => {
  const network = `cloud-emulator-names-${process.pid}`;
  const docker = found.ok ? found.engine.docker : (undefined as never);
  let fixture: Fixture;
  /** The machine's address in that network, and a name server there that knows one address. */
  let gateway: string;
  let upstream: NameServer | undefined;
  const start = (options: object = {}) =>
    startFixture({
      options: {
        ...{ CONTAINER_RUNTIME: 'docker', FUNCTION_CONTAINER_NETWORK: network, FUNCTION_RUNTIME_IMAGE_MAPPING: JSON.stringify(images) },
        ...{ DNS_NAME_PATTERNS_TO_RESOLVE_UPSTREAM: 'left\\.amazonaws\\.com$', FUNCTION_CONTAINER_DNS: gateway },
        ...options,
      },
    });
  beforeAll(async () => {
    await docker.createNetwork({ Name: network, Driver: 'bridge' });
    const { IPAM } = (await docker.getNetwork(network).inspect()) as { IPAM: { Config: { Gateway: string }[] } };
    gateway = IPAM.Config[0]?.Gateway ?? '';
    upstream = await openNameServer({
      listen: gateway,
      upstream: '',
      leave: '',
      gatewayHost: ELSEWHERE,
      isOurs: () => true,
      log: messageLines(),
    });
    fixture = await start();
  });
  afterAll(async () => {
    await fixture.emulator.stop();
    await upstream?.close();
    await docker.getNetwork(network).remove();
  });
  const ask = async <T = unknown>(name: string, payload: unknown = {}, { lambda }: Fixture = fixture): Promise<T> => {
    const { Payload } = await lambda.invoke({ FunctionName: name, Payload: Buffer.from(JSON.stringify(payload)) });
    return jsonOf<T>(Payload);
  };
  const ASK = `const https = require('node:https'), http = require('node:http');
    const ask = (url) => new Promise((resolve) => (url.startsWith('https') ? https : http)
      .get(url, (answer) => { answer.resume(); resolve(answer.statusCode); }).on('error', (error) => resolve(error.code)));
    const statuses = []; for (const url of event) statuses.push(await ask(url)); return statuses;`;

  it('any program reaches the emulator under them, plain and over TLS', async () => {
    const { port } = new URL(fixture.emulator.url);
    const urls = [
      `https://sts.us-east-1.amazonaws.com${HEALTH}`,
      `http://sqs.eu-west-1.amazonaws.com${HEALTH}`,
      `https://bucket.s3.eu-west-1.amazonaws.com${HEALTH}`,
      `https://bucket.s3.localhost.localstack.cloud${HEALTH}`,
      `http://sqs.us-east-1.localhost.localstack.cloud:${port}${HEALTH}`,
      `https://anything.localhost${HEALTH}`,
      `https://127.0.0.1${HEALTH}`,
    ];
    await fixture.create('names', ASK, { Timeout: 20 });
    expect(await ask('names', urls)).toEqual(urls.map(() => 200));
    // Every path under the host of an API belongs to that API, and there is none.
    expect(await ask('names', [`https://abc.execute-api.us-east-1.amazonaws.com${HEALTH}`])).toEqual([404]);
    await fixture.create(
      'curl',
      `return require('node:child_process').execFileSync('curl', ['-s', '-o', '/dev/null', '-w', '%{http_code}', '--cacert', process.env.SSL_CERT_FILE, event[0]]).toString();`,
      { Timeout: 20 },
    );
    expect(await ask('curl', urls)).toBe('200');
  });

  it('other names, and those that are left to others, are asked for where containers are told to', async () => {
    const source = `return Promise.all(event.map((name) => require('node:dns').promises.lookup(name).then(({ address }) => address)));`;
    await fixture.create('others', source, { Timeout: 20 });
    expect(await ask('others', ['left.amazonaws.com', 'example.com', 'sqs.amazonaws.com'])).toEqual([ELSEWHERE, ELSEWHERE, '127.0.0.1']);
  });

  it('Node: SDK clients without an endpoint, buckets in host names, too', async () => {
    const source = `const { STSClient, GetCallerIdentityCommand } = require('@aws-sdk/client-sts');
      const { S3Client, PutObjectCommand, GetObjectCommand } = require('@aws-sdk/client-s3');
      exports.handler = async () => {
        delete process.env.AWS_ENDPOINT_URL;
        const { Account } = await new STSClient({}).send(new GetCallerIdentityCommand({}));
        const s3 = new S3Client({});
        await s3.send(new PutObjectCommand({ Bucket: 'from-containers', Key: 'k', Body: 'written' }));
        return [Account, await (await s3.send(new GetObjectCommand({ Bucket: 'from-containers', Key: 'k' }))).Body.transformToString()];
      };`;
    await fixture.emulator.client(S3).createBucket({ Bucket: 'from-containers' });
    await fixture.create('sdk', await bundled(source), { Timeout: 30 });
    expect(await ask('sdk')).toEqual(['000000000000', 'written']);
    // With the endpoint that it is told, too.
    await fixture.create('told', await bundled(source.replace('delete process.env.AWS_ENDPOINT_URL;', '')), { Timeout: 30 });
    expect(await ask('told')).toEqual(['000000000000', 'written']);
  });

  it.skipIf(isMissing('boto3 in containers', whyNoEngine(found) ?? noBoto))('Python: boto3 without an endpoint', async () => {
    const layer = await fixture.lambda.publishLayerVersion({ LayerName: 'boto', Content: { ZipFile: botoLayer(boto ?? '') } });
    const source = `import os, urllib.request, boto3
def handler(event, context):
    os.environ.pop("AWS_ENDPOINT_URL")
    return [boto3.client("sts").get_caller_identity()["Account"], urllib.request.urlopen("https://sqs.us-east-1.amazonaws.com${HEALTH}").status]
`;
    await fixture.create('boto', zipOf({ 'index.py': source }), {
      Runtime: 'python3.12',
      Timeout: 30,
      Layers: [layer.LayerVersionArn ?? ''],
    });
    expect(await ask('boto')).toEqual(['000000000000', 200]);
  });

  it("a custom resource of the CDK's answers from its container", async ({ skip }) => {
    const handler = join(HANDLERS, 'aws-logs/log-retention-handler/index.js');
    const code = await bundled(`module.exports = require(${JSON.stringify(handler)});`).catch(() => undefined);
    if (isMissing("a custom resource of the CDK's in a container", code === undefined && 'needs `npm ci` in examples/cdk-events')) skip();
    await fixture.create('retention', code!, { Timeout: 60 });
    const LogRetention = {
      Type: 'Custom::LogRetention',
      Properties: {
        ...{ ServiceToken: 'arn:aws:lambda:us-east-1:000000000000:function:retention', LogGroupName: '/from/container' },
        ...{ RetentionInDays: 7, RemovalPolicy: 'destroy' },
      },
    };
    const cloudformation = fixture.emulator.client(CloudFormation);
    await cloudformation.createStack({ StackName: 'retained', TemplateBody: JSON.stringify({ Resources: { LogRetention } }) });
    await waitUntilStackCreateComplete({ client: cloudformation, ...within }, { StackName: 'retained' });
    const groups = async () =>
      (await fixture.emulator.client(CloudWatchLogs).describeLogGroups({ logGroupNamePrefix: '/from/' })).logGroups;
    expect((await groups())?.map(({ retentionInDays }) => retentionInDays)).toEqual([7]);
    await cloudformation.deleteStack({ StackName: 'retained' });
    await waitUntilStackDeleteComplete({ client: cloudformation, ...within }, { StackName: 'retained' });
    expect(await groups()).toEqual([]);
  });

  it('DNS_ADDRESS=0 leaves names and certificates as the image has them', async () => {
    const plain = await start({ DNS_ADDRESS: '0' });
    const source = `const names = ['NODE_EXTRA_CA_CERTS', 'NODE_OPTIONS', 'SSL_CERT_FILE'].filter((name) => name in process.env);
      const answer = await fetch(process.env.AWS_ENDPOINT_URL + '${HEALTH}');
      return [names, require('node:fs').readFileSync('/etc/resolv.conf', 'utf8').includes('127.0.0.1\\n'), answer.status];`;
    await plain.create('plain', source, { Timeout: 20 });
    expect(await ask('plain', {}, plain)).toEqual([[], false, 200]);
    await plain.emulator.stop();
  });
});
