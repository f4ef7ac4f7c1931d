// The names under which options are taken, and what is said about names that are near.
import { describe, expect, it } from 'vitest';
import { namesOf } from './option-names.ts';
import { optionWarnings } from './option-warnings.ts';
import { OPTIONS, readOptions, settings } from './options.ts';

const warnings = (environment: Record<string, string>) => optionWarnings(environment, settings(environment));

describe('names', () => {
  it('are taken in the established spellings, and the native one wins', () => {
    expect(readOptions({ LAMBDA_KEEPALIVE_MS: '1' }).FUNCTION_KEEPALIVE_MS).toBe(1);
    expect(readOptions({ LOCALSTACK_LAMBDA_KEEPALIVE_MS: '2' }).FUNCTION_KEEPALIVE_MS).toBe(2);
    expect(readOptions({ LOCALSTACK_PERSISTENCE: '1' }).PERSISTENCE).toBe('1');
    expect(readOptions({ EDGE_PORT: '4567' }).GATEWAY_LISTEN).toBe('4567');
    expect(readOptions({ LOCALSTACK_K8S_NAMESPACE: 'team' }).KUBERNETES_NAMESPACE).toBe('team');
    expect(readOptions({ LAMBDA_K8S_LABELS: 'a=b', CONTAINER_RUNTIME: 'kubernetes' }).KUBERNETES_LABELS).toBe('a=b');
    expect(readOptions({ LAMBDA_KEEPALIVE_MS: '1', FUNCTION_KEEPALIVE_MS: '3' }).FUNCTION_KEEPALIVE_MS).toBe(3);
  });

  it('are native only when parity is off', () => {
    const environment = { EMULATOR_PARITY: '0', LAMBDA_KEEPALIVE_MS: '1' };
    expect(readOptions(environment).FUNCTION_KEEPALIVE_MS).toBe(600_000);
    expect(warnings(environment)).toEqual([
      'LAMBDA_KEEPALIVE_MS is not read, as EMULATOR_PARITY is off: its name here is FUNCTION_KEEPALIVE_MS.',
    ]);
  });

  it('of the switch itself count in both spellings', () => {
    expect(readOptions({ LOCALSTACK_PARITY: '0', LAMBDA_KEEPALIVE_MS: '1' })).toMatchObject({
      FUNCTION_KEEPALIVE_MS: 600_000,
      EMULATOR_PARITY: false,
    });
  });

  it('mean one option each', () => {
    const rows = Object.entries(OPTIONS) as [string, { aliases?: readonly string[] }][];
    const all = rows.flatMap(([name, { aliases }]) => namesOf(name, aliases));
    expect(all.filter((name, i) => all.indexOf(name) !== i)).toEqual([]);
  });

  it('stand in the error of a value that is not understood', () => {
    expect(() => readOptions({ LAMBDA_KEEPALIVE_MS: 'long' })).toThrow('LAMBDA_KEEPALIVE_MS=long is not understood');
  });
});

describe('warnings', () => {
  it.each([
    [{ PERSISTANCE: '1' }, 'PERSISTANCE is no option. Was PERSISTENCE meant?'],
    [{ FUNCTION_KEEP_ALIVE_MS: '1' }, 'FUNCTION_KEEP_ALIVE_MS is no option. The nearest is FUNCTION_KEEPALIVE_MS.'],
    [
      { LAMBDA_STAY_OPEN_MODE: '1' },
      'LAMBDA_STAY_OPEN_MODE is discontinued: environments stay warm anyway; FUNCTION_KEEPALIVE_MS says for how long.',
    ],
    [{ FUNCTION_EXECUTOR: 'local' }, 'FUNCTION_EXECUTOR is discontinued: CONTAINER_RUNTIME chooses where functions run.'],
    [{ LAMBDA_KEEPALIVE_MS: '1', FUNCTION_KEEPALIVE_MS: '3' }, 'LAMBDA_KEEPALIVE_MS is not read: FUNCTION_KEEPALIVE_MS is set as well.'],
  ])('%o', (environment, text) => {
    expect(warnings(environment as Record<string, string>)).toEqual([text]);
  });

  it.each([
    ...[
      'EXECUTOR',
      'STAY_OPEN_MODE',
      'REMOTE_DOCKER',
      'CODE_EXTRACT_TIME',
      'FALLBACK_URL',
      'FORWARD_URL',
      'CONTAINER_REGISTRY',
      'XRAY_INIT',
    ].flatMap((name) => [`LAMBDA_${name}`, `FUNCTION_${name}`, `LOCALSTACK_LAMBDA_${name}`]),
    ...['SNS', 'SQS', 'API_GATEWAY', 'KINESIS', 'DYNAMODB'].map((source) => `SYNCHRONOUS_${source}_EVENTS`),
  ])('say once that %s is discontinued, and what is to be done', (name) => {
    const [said, ...more] = warnings({ [name]: 'local' });
    expect(said).toMatch(new RegExp(`^${name} is discontinued: .{15,}\\.$`));
    expect(more).toEqual([]);
  });

  it('leave other variables alone', () => {
    expect(warnings({ PATH: '/bin', HOME: '/', AWS_REGION: 'x', DEBIAN_FRONTEND: 'y', LS_COLORS: 'z', EMULATOR_AUTH_TOKEN: 't' })).toEqual(
      [],
    );
  });
});
