// Each account and region is a world of its own: every List and Describe, asked elsewhere, sees nothing of what was made here.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SERVICE_MODELS } from '../../emulator/models/build/services.ts';
import { SERVICES } from '../../emulator/src/service-list.ts';
import { startTestEmulator, type TestEmulator } from '../support/emulator.ts';
import { seed } from './seed.ts';

const MARK = 'marked';
const HOME = { account: '111111111111', region: 'us-east-1' };
const ELSEWHERE = [
  { account: '111111111111', region: 'eu-west-1' },
  { account: '222222222222', region: 'us-east-1' },
  { account: '222222222222', region: 'eu-west-1' },
];
/** One world for all regions; buckets are listed from anywhere. */
const GLOBAL = new Set(['iam', 'sts', 's3']);

interface Shape {
  readonly kind: string;
  readonly members?: [name: string, ref: unknown, traits?: { required?: 1 }][];
}
interface Model {
  readonly operations: Record<string, { input: number | null }>;
  readonly shapes: Shape[];
}
interface SdkClient {
  send(command: object): Promise<object>;
  destroy(): void;
}

const model = (service: string): Model =>
  JSON.parse(readFileSync(new URL(`../../emulator/models/dist/${service}.json`, import.meta.url), 'utf8')) as Model;

/** Operations that only look, and need nothing to be named. */
function looking(service: string): string[] {
  const { operations, shapes } = model(service);
  const here = new Set(SERVICES.find(({ name }) => name === service)?.operations.flatMap(({ names }) => names));
  return Object.entries(operations)
    .filter(
      ([name, { input }]) =>
        here.has(name) &&
        /^(List|Describe|Get)/.test(name) &&
        !(input !== null && shapes[input]?.members?.some(([, , traits]) => traits?.required)),
    )
    .map(([name]) => name)
    .filter((name) => !/^(GetRandomPassword|GetCallerIdentity|GetSessionToken|GetFederationToken)$/.test(name));
}

let emulator: TestEmulator;
let sdk: Record<string, Record<string, new (input: object) => object>>;

const clientOf = (service: string, { account, region }: { account: string; region: string }): SdkClient => {
  const kind = Object.entries(sdk[service]!).find(([name]) => /^[A-Z][A-Za-z0-9]*Client$/.test(name) && !name.startsWith('_'))![1];
  return emulator.client(kind as never, { region, credentials: { accessKeyId: account, secretAccessKey: 'x' } });
};
const run = async (service: string, operation: string, place: { account: string; region: string }, input: object = {}): Promise<object> => {
  const { $metadata, ...output } = (await clientOf(service, place).send(new sdk[service]![`${operation}Command`]!(input))) as {
    $metadata: unknown;
  };
  return output;
};

const names = SERVICES.map(({ name }) => name);

beforeAll(async () => {
  emulator = await startTestEmulator();
  sdk = Object.fromEntries(
    await Promise.all(
      names.map(async (name) => [name, await import(/* @vite-ignore */ `@aws-sdk/client-${SERVICE_MODELS[name]!.package}`)] as const),
    ),
  );
  await seed(MARK, (service, operation, input) => run(service, operation, HOME, input), new Set(names));
}, 60_000);
afterAll(() => emulator.stop());

describe.each(names)('%s', (service) => {
  const operations = looking(service);

  it.runIf(operations.length > 0)('shows at home what was made there', async () => {
    const seen = await Promise.all(operations.map((operation) => run(service, operation, HOME).catch(() => ({}))));
    if (service !== 'sts') expect(JSON.stringify(seen)).toContain(MARK);
  });

  for (const place of ELSEWHERE) {
    if (GLOBAL.has(service) && place.account === HOME.account) continue;
    it.each(operations)(`%s shows nothing of it in ${place.account} ${place.region}`, async (operation) => {
      const seen = await run(service, operation, place).catch((error: Error) => ({ error: error.name }));
      expect(JSON.stringify(seen)).not.toContain(MARK);
      expect(JSON.stringify(seen)).not.toContain(HOME.account === place.account ? MARK : HOME.account);
    });
  }
});
