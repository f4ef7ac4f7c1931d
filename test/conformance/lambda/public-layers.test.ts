// Public layers that programs name by ARN: made here of public packages, served, empty, or refused with what to do.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SecretsManager } from '@aws-sdk/client-secrets-manager';
import { SSM } from '@aws-sdk/client-ssm';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { findInterpreters } from '../../../emulator/src/containers/embedded/interpreters.ts';
import { npm } from '../../../emulator/src/containers/embedded/npm.ts';
import { isMissing } from '../../support/is-missing.ts';
import { whyNoLongScenario } from '../../support/long-scenario.ts';
import { creation, type Fixture, jsonOf, startFixture, zipOf } from './fixture.ts';

const layer = (account: string, name: string, version = 7) => `arn:aws:lambda:us-east-1:${account}:layer:${name}:${version}`;
const EXTENSION = layer('177933569100', 'AWS-Parameters-and-Secrets-Lambda-Extension', 11);

const whyNoPowertools =
  whyNoLongScenario() ??
  (await npm(['ping'], tmpdir()).then(
    () => undefined,
    () => 'npm reaches no registry',
  ));
const [python] = (await findInterpreters('python')).found;
const whyNoPython = python ? undefined : 'needs Python with pip';

let here: Fixture;
const result = async (FunctionName: string, event: object = {}) => {
  const { Payload, FunctionError } = await here.lambda.invoke({ FunctionName, Payload: JSON.stringify(event) });
  expect([FunctionError, jsonOf(Payload)]).toEqual([undefined, expect.anything()]);
  return jsonOf(Payload);
};
const lines = () => here.emulator.lines.join('\n');

describe('public layers of packages', () => {
  const folder = mkdtempSync(join(tmpdir(), 'wheels-'));
  const letPipLook = (links: string): void => {
    const variables = { XDG_CACHE_HOME: folder, PIP_NO_INDEX: '1', PIP_FIND_LINKS: links, PIP_CONFIG_FILE: '/dev/null' };
    for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  };
  afterEach(async () => {
    vi.unstubAllEnvs();
    await here.emulator.stop();
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it.skipIf(isMissing('Powertools for TypeScript', whyNoPowertools))(
    'are those of Powertools for TypeScript, from npm',
    { timeout: 240_000 },
    async () => {
      here = await startFixture();
      const code = zipOf({
        'index.js': `
        const { Logger } = require('@aws-lambda-powertools/logger');
        const { Metrics } = require('@aws-lambda-powertools/metrics');
        require('@aws-lambda-powertools/tracer'); require('@aws-lambda-powertools/parameters/ssm'); require('@aws-lambda-powertools/batch');
        const logger = new Logger({ serviceName: 'orders' });
        exports.handler = async () => { logger.info('hello'); return [typeof Metrics, require.resolve('@aws-lambda-powertools/logger')]; };`,
      });
      const arn = layer('094274105915', 'AWSLambdaPowertoolsTypeScriptV2', 21);
      await Promise.all(['one', 'two'].map((name) => here.create(name, code, { Layers: [arn] })));
      const found = expect.stringMatching(/^\/opt\/nodejs\/node_modules\/@aws-lambda-powertools\/logger\//);
      expect(await result('one')).toEqual(['function', found]);
      expect(await result('two')).toEqual(['function', found]);
      const { Layers } = await here.lambda.getFunctionConfiguration({ FunctionName: 'one' });
      expect(Layers).toMatchObject([{ Arn: arn, CodeSize: expect.any(Number) }]);
    },
  );

  it.skipIf(isMissing('Powertools for Python', whyNoPython))(
    'are those of Powertools for Python, from where pip finds them',
    { timeout: 120_000 },
    async () => {
      writeWheel(folder);
      letPipLook(folder);
      here = await startFixture();
      const release = python!.version.split('.')[1];
      const code = zipOf({ 'index.py': 'from aws_lambda_powertools import NAME\ndef handler(event, context):\n  return NAME\n' });
      const arn = layer('017000801446', `AWSLambdaPowertoolsPythonV3-python3${release}-x86_64`, 27);
      await here.create('logs', code, { Runtime: `python3.${release}` as 'python3.12', Layers: [arn] });
      expect(await result('logs')).toBe('powertools 3.99');
      expect(lines()).toContain(`Making ${arn} of aws-lambda-powertools 3, by pip`);
      expect(lines().match(/Making /g)).toHaveLength(1);
    },
  );

  it.skipIf(isMissing('Powertools for Python', whyNoPython))(
    'are refused where the packages cannot be brought, with the reason and ways out',
    async () => {
      letPipLook('');
      const arn = layer('017000801446', 'AWSLambdaPowertoolsPythonV2', 17);
      here = await startFixture();
      const create = () => here.lambda.createFunction(creation('f', zipOf({ 'index.js': '' }), { Layers: [arn] }));
      await expect(create()).rejects.toMatchObject({
        name: 'InvalidParameterValueException',
        message: expect.stringMatching(
          /made here of public packages, which could not be brought by pip: .*FUNCTION_LAYERS_DIR .*FUNCTION_LAYERS_MISSING=skip/,
        ),
      });
      await here.emulator.stop();
      here = await startFixture({ environment: { FUNCTION_LAYERS_MISSING: 'skip' } });
      await create();
      expect(lines()).toMatch(new RegExp(`${arn} is not here and is left out.* could not be brought by pip`));
    },
  );
});

/** A wheel of that name, which pip installs as it would the real one. */
function writeWheel(folder: string): void {
  const info = 'aws_lambda_powertools-3.99.0.dist-info';
  const files = {
    'aws_lambda_powertools/__init__.py': "NAME = 'powertools 3.99'\n",
    [`${info}/METADATA`]: 'Metadata-Version: 2.1\nName: aws-lambda-powertools\nVersion: 3.99.0\nProvides-Extra: all\n',
    [`${info}/WHEEL`]: 'Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n',
    [`${info}/RECORD`]: '',
  };
  writeFileSync(join(folder, 'aws_lambda_powertools-3.99.0-py3-none-any.whl'), zipOf(files));
}

describe('layers that only send telemetry', () => {
  beforeAll(async () => {
    here = await startFixture();
  });
  afterAll(() => here.emulator.stop());

  it.concurrent.each([
    ['580247275435', 'LambdaInsightsExtension', {}],
    ['901920570463', 'aws-otel-nodejs-amd64-ver-1-30-2', { AWS_LAMBDA_EXEC_WRAPPER: '/opt/otel-handler' }],
    ['615299751070', 'AWSOpenTelemetryDistroJs', { AWS_LAMBDA_EXEC_WRAPPER: '/opt/otel-instrument' }],
    ['464622532012', 'Datadog-Extension', { AWS_LAMBDA_EXEC_WRAPPER: '/opt/datadog_wrapper' }],
    ['725887861453', 'Dynatrace_OneAgent_1_309_nodejs', { AWS_LAMBDA_EXEC_WRAPPER: '/opt/dynatrace' }],
    ['451483290750', 'NewRelicLambdaExtension', {}],
  ])('are empty, with one warning: %s %s', async (account, name, Variables) => {
    const arn = layer(account, name);
    const code = zipOf({ 'index.js': "exports.handler = async () => 'runs';" });
    const runs = ['a', 'b'].map(async (each) => {
      await here.create(`${each}-${name}`, code, { Layers: [arn], Environment: { Variables } });
      return result(`${each}-${name}`);
    });
    expect(await Promise.all(runs)).toEqual(['runs', 'runs']);
    expect(lines().split(`${arn} (`)).toHaveLength(2);
  });

  it.concurrent.each([
    ['027255383542', 'AWS-AppConfig-Extension', /AppConfig, which is not emulated/],
    ['464622532012', 'Datadog-Node22-x', /contains the function's handler/],
    ['111122223333', 'AWSLambdaPowertoolsTypeScriptV2', /does not exist here\. If it lies in a real account/],
  ])('are refused with what to do, where functions need what is in them: %s %s', async (account, name, message) => {
    const create = here.lambda.createFunction(creation('refused', zipOf({ 'index.js': '' }), { Layers: [layer(account, name)] }));
    await expect(create).rejects.toMatchObject({ name: 'InvalidParameterValueException', message: expect.stringMatching(message) });
  });
});

describe('the Parameters and Secrets extension', () => {
  /** Asks the extension from within the function, by whatever address and header. */
  const ASK = `
    import http from 'node:http';
    const ask = (path, token = process.env.AWS_SESSION_TOKEN, method = 'GET') => new Promise((resolve, reject) => {
      const headers = token === '' ? {} : { 'X-Aws-Parameters-Secrets-Token': token };
      const port = process.env.PARAMETERS_SECRETS_EXTENSION_HTTP_PORT || 2773;
      http.request({ host: 'localhost', port, path, headers, method }, (response) => {
        let text = '';
        response.on('data', (piece) => (text += piece)).on('end', () => resolve([response.statusCode, text]));
      }).on('error', reject).end();
    });
    const atInit = await ask('/secretsmanager/get?secretId=db');
    export const handler = async ({ path, token, method, init }) => (init ? atInit : ask(path, token, method));`;
  const code = zipOf({ 'index.mjs': ASK });
  let secrets: SecretsManager;
  let parameters: SSM;

  const start = async (environment: Record<string, string> = {}) => {
    here = await startFixture({ environment });
    secrets = here.emulator.client(SecretsManager);
    parameters = here.emulator.client(SSM);
    await secrets.createSecret({ Name: 'db', SecretString: '{"user":"me"}' });
    await parameters.putParameter({ Name: '/app/size', Type: 'String', Value: 'large' });
    await parameters.putParameter({ Name: 'key', Type: 'SecureString', Value: 'hidden' });
  };
  const create = (name: string, Variables: Record<string, string> = {}) =>
    here.create(name, code, { Layers: [EXTENSION], Environment: { Variables } });
  const asked = async (name: string, event: object) => (await result(name, event)) as unknown as [number, string];

  describe('in an emulator', () => {
    beforeAll(() => start());
    afterAll(() => here.emulator.stop());

    it('answers with secrets and parameters as the extension writes them', async () => {
      await create('reads', { PARAMETERS_SECRETS_EXTENSION_HTTP_PORT: '27731' });
      const [status, text] = await asked('reads', { path: '/secretsmanager/get?secretId=db' });
      expect([status, JSON.parse(text)]).toEqual([
        200,
        {
          ...{ ARN: expect.stringContaining(':secret:db-'), Name: 'db', SecretBinary: null, SecretString: '{"user":"me"}' },
          ...{ VersionId: expect.any(String), VersionStages: ['AWSCURRENT'], ResultMetadata: {} },
          CreatedDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        },
      ]);
      const [, size] = await asked('reads', { path: '/systemsmanager/parameters/get/?name=%2Fapp%2Fsize' });
      expect(JSON.parse(size)).toEqual({
        Parameter: {
          ...{
            ARN: expect.stringContaining(':parameter/app/size'),
            DataType: 'text',
            Name: '/app/size',
            Selector: null,
            SourceResult: null,
          },
          ...{ Type: 'String', Value: 'large', Version: 1, LastModifiedDate: expect.stringMatching(/Z$/) },
        },
        ResultMetadata: {},
      });
      const [, key] = await asked('reads', { path: '/systemsmanager/parameters/get?name=key&version=1&withDecryption=true' });
      expect(JSON.parse(key)).toMatchObject({ Parameter: { Value: 'hidden', Selector: ':1' } });
      const [, sealed] = await asked('reads', { path: '/systemsmanager/parameters/get?name=key' });
      expect((JSON.parse(sealed) as { Parameter: { Value: string } }).Parameter.Value).not.toBe('hidden');
    });

    it('keeps what it read, as long as the variables say', async () => {
      await create('keeps', { PARAMETERS_SECRETS_EXTENSION_HTTP_PORT: '27732' });
      await create('forgets', { PARAMETERS_SECRETS_EXTENSION_HTTP_PORT: '27732', SECRETS_MANAGER_TTL: '0' });
      const read = async (name: string) =>
        (JSON.parse((await asked(name, { path: '/secretsmanager/get?secretId=turns' }))[1]) as { SecretString: string }).SecretString;
      await secrets.createSecret({ Name: 'turns', SecretString: 'first' });
      expect([await read('keeps'), await read('forgets')]).toEqual(['first', 'first']);
      await secrets.putSecretValue({ SecretId: 'turns', SecretString: 'second' });
      expect([await read('keeps'), await read('forgets')]).toEqual(['first', 'second']);
    });

    it('refuses requests without the token, of other paths, and before the first invocation', async () => {
      await create('refused', { PARAMETERS_SECRETS_EXTENSION_HTTP_PORT: '27733' });
      const FAILED = 'an unexpected error occurred while executing request';
      const path = '/secretsmanager/get?secretId=db';
      expect(await asked('refused', { init: true })).toEqual([400, 'not ready to serve traffic, please wait']);
      expect(await asked('refused', { path, token: '' })).toEqual([400, FAILED]);
      expect(await asked('refused', { path, token: 'other' })).toEqual([400, FAILED]);
      expect((await asked('refused', { path: '/secrets' }))[0]).toBe(404);
      expect((await asked('refused', { path, method: 'POST' }))[0]).toBe(405);
      expect(await asked('refused', { path: '/secretsmanager/get?secretId=none' })).toEqual([400, FAILED]);
      const logs = await here.emulator.idle().then(() => functionLog('refused'));
      expect(logs).toMatch(
        /\[AWS Parameters and Secrets Lambda Extension\] .* ERROR GetSecretValue request encountered an error: operation error Secrets Manager: GetSecretValue, https response error StatusCode: 400, RequestID: .+, api error ResourceNotFoundException: /,
      );
    });
  });

  it('is reached at its port from a network of the function alone', async () => {
    await start({ FUNCTION_NETWORK: 'gateway' });
    try {
      await create('alone', { PARAMETERS_SECRETS_EXTENSION_HTTP_PORT: '27734' });
      const [status] = await asked('alone', { path: '/secretsmanager/get?secretId=db' });
      expect(status).toBe(200);
    } finally {
      await here.emulator.stop();
    }
  });
});

async function functionLog(name: string): Promise<string> {
  const { CloudWatchLogs } = await import('@aws-sdk/client-cloudwatch-logs');
  const { events = [] } = await here.emulator.client(CloudWatchLogs).filterLogEvents({ logGroupName: `/aws/lambda/${name}` });
  return events.map(({ message }) => message).join('\n');
}
