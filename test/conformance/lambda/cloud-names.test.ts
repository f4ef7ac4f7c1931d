// Inside embedded functions cloud names lead to the emulator, over TLS, too, and the SDKs that the cloud's runtimes bring are there.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findInterpreters } from '../../../emulator/src/containers/embedded/interpreters.ts';
import { findMachinePackages } from '../../../emulator/src/containers/embedded/machine-packages.ts';
import { systemCommand } from '../../../emulator/src/containers/embedded/system-command.ts';
import { isMissing } from '../../support/is-missing.ts';
import { type Fixture, jsonOf, startFixture, zipOf } from './fixture.ts';

const { found } = await findInterpreters('python');
const { found: rubies } = await findInterpreters('ruby');
const packages = await findMachinePackages('python', found);
const walls = ['bwrap', 'unshare'].some((name) => systemCommand(name) !== undefined);
const python = it.skipIf(isMissing('cloud names in Python', found.length === 0 && 'no Python from 3.8 on is on this machine'));
const ruby = it.skipIf(isMissing('the endpoint in Ruby', rubies.length === 0 && 'no Ruby is on this machine'));
const boto = it.skipIf(
  isMissing('cloud names for boto3', packages.length === 0 && 'needs boto3 in a Python of this machine: pip install boto3'),
);
const forOld = await findMachinePackages('python', found, 8);
const oldBoto = it.skipIf(
  isMissing('boto3 in Python 3.8', forOld.length === 0 && 'needs a boto3 that runs on Python 3.8: apt-get install python3-boto3'),
);
const walled = it.skipIf(isMissing('the places of the interpreter and the user', !walls && 'needs bubblewrap or unshare'));

const HEALTH = '/_emulator/health';
const URLS = [
  `https://sts.us-east-1.amazonaws.com${HEALTH}`,
  `http://sqs.eu-west-1.amazonaws.com${HEALTH}`,
  `https://bucket.s3.localhost.localstack.cloud${HEALTH}`,
  `https://anything.localhost${HEALTH}`,
  `https://127.0.0.1${HEALTH}`,
];

const ASK = `
  const https = require('node:https'), http = require('node:http'), http2 = require('node:http2');
  const ask = (url, options = {}) => new Promise((resolve) => (url.startsWith('https') ? https : http)
    .get(url, options, (answer) => { answer.resume(); resolve(answer.statusCode); }).on('error', (error) => resolve(error.code)));`;

const PYTHON = `
import json, os, urllib.request, urllib.error
def ask(url):
    try:
        return urllib.request.urlopen(url).status
    except (OSError, urllib.error.URLError) as error:
        return str(error)
`;

describe('Cloud names in functions', () => {
  let fixture: Fixture;
  beforeAll(async () => {
    const environment = { CONTAINER_RUNTIME: 'embedded', DNS_NAME_PATTERNS_TO_RESOLVE_UPSTREAM: 'left\\.amazonaws\\.com$' };
    fixture = await startFixture({ environment });
  });
  afterAll(() => fixture.emulator.stop());

  const ask = async <T = unknown>(name: string, payload: unknown = {}): Promise<T> => {
    const { Payload } = await fixture.lambda.invoke({ FunctionName: name, Payload: Buffer.from(JSON.stringify(payload)) });
    return jsonOf<T>(Payload);
  };
  const pythonFunction = (name: string, source: string) =>
    fixture.create(name, zipOf({ 'index.py': `${PYTHON}${source}` }), { Runtime: 'python3.13', Timeout: 20 });

  it('Node: plain, over TLS and over HTTP/2, whichever client', async () => {
    await fixture.create(
      'names',
      `${ASK} const statuses = []; for (const url of event) statuses.push(await ask(url));
      statuses.push((await fetch(event[0])).status, await ask(event[0], { ca: require('node:tls').rootCertificates[0] }));
      const session = http2.connect('https://kinesis.us-east-1.amazonaws.com');
      statuses.push(await new Promise((resolve, reject) => session.on('error', reject).request({ ':path': '${HEALTH}' }).on('response', (headers) => resolve(headers[':status'])).end()));
      session.close();
      return { statuses, variables: Object.keys(process.env).filter((name) => name.startsWith('_EMULATOR')) };`,
      { Timeout: 20 },
    );
    expect(await ask('names', URLS)).toEqual({ statuses: [...URLS, 1, 2, 3].map(() => 200), variables: [] });
  });

  it('Node: what is left to others is, and so are other ports', async () => {
    await fixture.create('left', `${ASK} return [await ask('https://left.amazonaws.com/'), await ask('http://x.localhost:1/')];`, {
      Timeout: 20,
    });
    for (const code of await ask<unknown[]>('left')) expect(code).toMatch(/ENOTFOUND|EAI_AGAIN|ECONNREFUSED/);
  });

  it('Node: a function that no client can verify is still refused', async () => {
    await fixture.create(
      'strict',
      `${ASK} return ask('https://sts.amazonaws.com/', { servername: 'sts.amazonaws.com', checkServerIdentity: () => new Error('no') });`,
    );
    expect(await ask('strict')).toBe(null);
  });

  python('Python: plain and over TLS', async () => {
    await pythonFunction(
      'names-python',
      'def handler(event, context):\n    return [[ask(url) for url in event], [name for name in os.environ if name.startswith("_EMULATOR")]]\n',
    );
    expect(await ask('names-python', URLS)).toEqual([URLS.map(() => 200), []]);
  });

  boto('Python: boto3 is there, and a client without an endpoint ends here', async () => {
    await pythonFunction(
      'boto',
      `import boto3\nos.environ.pop("AWS_ENDPOINT_URL")\ndef handler(event, context):\n    return boto3.client("sts").get_caller_identity()["Account"]\n`,
    );
    expect(await ask('boto')).toBe('000000000000');
  });

  oldBoto('Python 3.8: gets a boto3 that it can import, with all that this one needs', async () => {
    const source = 'import boto3\ndef handler(event, context):\n    return boto3.client("sts").get_caller_identity()["Account"]\n';
    await fixture.create('old-boto', zipOf({ 'index.py': source }), { Runtime: 'python3.8', Timeout: 20 });
    expect(await ask('old-boto')).toBe('000000000000');
  });

  it('Node: the SDK is there, by require and by import', async () => {
    const source = 'new (sdk.STSClient)({}).send(new sdk.GetCallerIdentityCommand({})).then(({ Account }) => Account)';
    await fixture.create('sdk', `const sdk = require('@aws-sdk/client-sts'); delete process.env.AWS_ENDPOINT_URL; return ${source};`);
    expect(await ask('sdk')).toBe('000000000000');
    const module = `import * as sdk from '@aws-sdk/client-sts'; export const handler = () => ${source};`;
    await fixture.create('sdk-module', zipOf({ 'index.mjs': module }));
    expect(await ask('sdk-module')).toBe('000000000000');
  });

  const machine = 'arn:aws:states:us-east-1:000000000000:stateMachine:none';
  it('Node: what the SDK puts before the host of the endpoint leads here, too', async () => {
    const source = `const sdk = require('@aws-sdk/client-sfn');
      return new sdk.SFNClient({}).send(new sdk.StartSyncExecutionCommand({ stateMachineArn: '${machine}' })).catch(({ name }) => name);`;
    await fixture.create('sync', source, { Timeout: 20 });
    expect(await ask('sync')).toBe('StateMachineDoesNotExist');
  });

  boto('Python: what boto3 puts before the host of the endpoint leads here, too', async () => {
    await pythonFunction(
      'sync-boto',
      `import boto3\ndef handler(event, context):\n    try:\n        boto3.client("stepfunctions").start_sync_execution(stateMachineArn="${machine}")\n    except Exception as error:\n        return error.response["Error"]["Code"]\n`,
    );
    expect(await ask('sync-boto')).toBe('StateMachineDoesNotExist');
  });

  ruby('Ruby: reaches the emulator at the endpoint that it is told, with credentials that the emulator knows', async () => {
    const source = `require "net/http"
def handler(event:, context:)
  status = Net::HTTP.get_response(URI(ENV["AWS_ENDPOINT_URL"] + "${HEALTH}")).code
  [status, ENV["AWS_SESSION_TOKEN"].empty?, ENV["AWS_EXECUTION_ENV"], ENV.keys.grep(/^_EMULATOR/)]
end`;
    await fixture.create('ruby', zipOf({ 'app.rb': source }), { Runtime: 'ruby3.3', Handler: 'app.handler', Timeout: 20 });
    expect(await ask('ruby')).toEqual(['200', false, 'AWS_Lambda_ruby3.3', []]);
  });

  it('Node: a package of the SDK that is nowhere is told with what to do', async () => {
    await fixture.create('missing', "require('@aws-sdk/client-nowhere');");
    const hint = expect.stringContaining('npm install -g @aws-sdk/client-nowhere');
    expect(await ask('missing')).toMatchObject({ errorMessage: hint });
    await fixture.create('missing-module', zipOf({ 'index.mjs': "import '@aws-sdk/client-nowhere'; export const handler = () => 1;" }));
    expect(await ask('missing-module')).toMatchObject({ errorMessage: hint });
  });

  it('Node: version 2 of the SDK comes with runtimes that had it, and with no other', async () => {
    const module = zipOf({ 'index.mjs': "import 'aws-sdk'; export const handler = () => 1;" });
    const Runtime = 'nodejs16.x';
    await fixture.create('old', "require('aws-sdk/clients/nowhere');", { Runtime });
    await fixture.create('old-module', module, { Runtime });
    for (const name of ['old', 'old-module'])
      expect(await ask(name)).toMatchObject({ errorMessage: expect.stringContaining('npm install -g aws-sdk') });
    await fixture.create('new', "require('aws-sdk');");
    await fixture.create('new-module', module);
    for (const name of ['new', 'new-module'])
      expect(await ask(name)).toMatchObject({ errorMessage: expect.stringContaining('Runtimes since nodejs18.x bring version 3') });
  });

  walled('Node: the interpreter and the user are where the cloud has them', async () => {
    const run = "require('node:child_process').execFileSync('/var/lang/bin/node', ['-p', '6 * 7']).toString().trim()";
    await fixture.create('place', `return [${run}, require('node:os').homedir(), require('node:os').userInfo().username];`);
    expect(await ask('place')).toEqual(['42', '/home/sbx_user1051', 'sbx_user1051']);
  });
});

describe('The name that functions know the emulator by', () => {
  const host = 'emulator.test';
  let fixture: Fixture;
  beforeAll(async () => {
    fixture = await startFixture({ options: { CONTAINER_RUNTIME: 'embedded', HOSTNAME_FROM_FUNCTION: host } });
  });
  afterAll(() => fixture.emulator.stop());

  const told = async (FunctionName: string) => jsonOf((await fixture.lambda.invoke({ FunctionName })).Payload);
  const answers = () => [`http://${host}:${new URL(fixture.emulator.url).port}`, 200, 200];

  it('Node', async () => {
    await fixture.create(
      'named',
      `${ASK} const url = process.env.AWS_ENDPOINT_URL;
      return [url, await ask(url + '${HEALTH}'), await ask('https://${host}${HEALTH}')];`,
    );
    expect(await told('named')).toEqual(answers());
  });

  python('Python', async () => {
    const source = `${PYTHON}
def handler(event, context):
    url = os.environ["AWS_ENDPOINT_URL"]
    return [url, ask(url + "${HEALTH}"), ask("https://${host}${HEALTH}")]
`;
    await fixture.create('named-python', zipOf({ 'index.py': source }), { Runtime: 'python3.13', Timeout: 20 });
    expect(await told('named-python')).toEqual(answers());
  });
});
