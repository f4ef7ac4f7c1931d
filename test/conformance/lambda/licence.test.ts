// The tiers of the established emulator, for those who ask for them: what needs a licence says so.
import * as events from '@aws-sdk/client-eventbridge';
import { afterEach, expect, it } from 'vitest';
import { type Fixture, jsonOf, startFixture, zipOf } from './fixture.ts';

let fixture: Fixture;
afterEach(() => fixture.emulator.stop());

async function tryAll(options: Parameters<typeof startFixture>[0]) {
  fixture = await startFixture(options);
  const { emulator, lambda } = fixture;
  const Content = { ZipFile: zipOf({ 'data.txt': 'from the layer' }) };
  const { LayerVersionArn } = await lambda.publishLayerVersion({ LayerName: 'l', Content });
  const body = `try { return require('node:fs').readFileSync('/opt/data.txt', 'utf8'); } catch (error) { return error.code; }`;
  await fixture.create('f', body, { Layers: [LayerVersionArn!] });
  const { Layers } = await fixture.settled('f');
  expect(Layers).toMatchObject([{ Arn: LayerVersionArn }]);
  const outcome = (sent: Promise<object>) =>
    sent.then(
      () => 'done',
      (error: Error & { $metadata: { httpStatusCode: number } }) => `${error.name} ${error.$metadata.httpStatusCode}: ${error.message}`,
    );
  const mapping = (more: object) => outcome(lambda.createEventSourceMapping({ FunctionName: 'f', Topics: ['topic'], ...more }));
  return {
    layer: jsonOf<string>((await lambda.invoke({ FunctionName: 'f' })).Payload),
    bus: await outcome(emulator.client(events.EventBridge).listEventBuses()),
    kafka: await mapping({ EventSourceArn: 'arn:aws:kafka:us-east-1:000000000000:cluster/c/00000000-0000-0000-0000-000000000000-1' }),
    ownKafka: await mapping({ SelfManagedEventSource: { Endpoints: { KAFKA_BOOTSTRAP_SERVERS: ['localhost:9092'] } } }),
  };
}

const LACKING = /^LicenseRequiredException 501: .*EMULATOR_LICENSE_MODE=enforced: set EMULATOR_AUTH_TOKEN/;

it('closes what needs a token where none is', async () => {
  const { layer, bus, kafka, ownKafka } = await tryAll({ environment: { EMULATOR_LICENSE_MODE: 'enforced' } });
  expect(layer).toBe('ENOENT');
  expect(fixture.emulator.lines.join('\n')).toMatch(/The layers of f are stored and not applied\..*EMULATOR_AUTH_TOKEN/);
  for (const refused of [bus, kafka, ownKafka]) expect(refused).toMatch(LACKING);
});

it.each([{ EMULATOR_LICENSE_MODE: 'enforced', EMULATOR_AUTH_TOKEN: 'anything' }, { EMULATOR_AUTH_TOKEN: 'anything' }, {}])(
  'is open with %o',
  async (environment) => {
    const { layer, bus, kafka, ownKafka } = await tryAll({ environment });
    expect([layer, bus]).toEqual(['from the layer', 'done']);
    for (const answer of [kafka, ownKafka]) expect(answer).not.toContain('LicenseRequired');
    const info = (await (await fetch(`${fixture.emulator.url}/_emulator/info`)).json()) as { is_license_activated: boolean };
    expect(info.is_license_activated).toBe('EMULATOR_AUTH_TOKEN' in environment);
  },
);
