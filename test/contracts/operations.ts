// The services' operations and an SDK client for each, for contracts that hold for all of them.
import { readFileSync } from 'node:fs';
import { SERVICE_MODELS } from '../../emulator/models/build/services.ts';
import { SERVICES } from '../../emulator/src/service-list.ts';
import type { TestEmulator } from '../support/emulator.ts';

export const SERVICE_NAMES: readonly string[] = SERVICES.map(({ name }) => name);

export interface CallScope {
  readonly account: string;
  readonly region: string;
}

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

/** Operations that only read, and need nothing to be named. */
export function readsWithoutInput(service: string): string[] {
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

export type RunOperation = (service: string, operation: string, place: CallScope, input?: object) => Promise<object>;

/** Runs operations by name, through the SDK's client of the service. */
export async function operationRunner(emulator: Pick<TestEmulator, 'client'>): Promise<RunOperation> {
  const sdk = Object.fromEntries(
    await Promise.all(
      SERVICE_NAMES.map(
        async (name) => [name, await import(/* @vite-ignore */ `@aws-sdk/client-${SERVICE_MODELS[name]!.package}`)] as const,
      ),
    ),
  ) as Record<string, Record<string, new (input: object) => object>>;
  const clientOf = (service: string, { account, region }: CallScope): SdkClient => {
    const kind = Object.entries(sdk[service]!).find(([name]) => /^[A-Z][A-Za-z0-9]*Client$/.test(name) && !name.startsWith('_'))![1];
    return emulator.client(kind as never, { region, credentials: { accessKeyId: account, secretAccessKey: 'x' } });
  };
  return async (service, operation, place, input = {}) => {
    const { $metadata, ...output } = (await clientOf(service, place).send(new sdk[service]![`${operation}Command`]!(input))) as {
      $metadata: unknown;
    };
    return output;
  };
}

/** The names of the members of each operation's input, for the operations that are emulated. */
export function inputMembers(service: string): ReadonlyMap<string, readonly string[]> {
  const { operations, shapes } = model(service);
  const here = SERVICES.find(({ name }) => name === service)?.operations.flatMap(({ names }) => names) ?? [];
  return new Map(
    here.map((name) => {
      const input = operations[name]?.input;
      return [name, input === null || input === undefined ? [] : (shapes[input]?.members ?? []).map(([member]) => member)];
    }),
  );
}
