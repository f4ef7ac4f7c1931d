// Every operation of every model, in both directions, against the SDK's own clients.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { isEventStream } from '#protocol/event-stream';
import type { ProtocolId, StructureShape } from '#protocol/ir';
import { type CompiledService, createModels } from '#protocol/models';
import { ignoredMembers, unsetMembers } from './exceptions.ts';
import { normalise, RandomValues } from './random-values.ts';
import { SdkWitness } from './sdk-witness.ts';

const ROUNDS = 3;
const models = createModels();
const table = JSON.parse(readFileSync(new URL('../../../emulator/models/dist/detection.json', import.meta.url), 'utf8')) as {
  id: string;
}[];

/** Turns the lists that stand for event streams into streams. */
function withStreams(service: CompiledService, index: number | null, output: Record<string, unknown>): Record<string, unknown> {
  if (index === null) return output;
  const result = { ...output };
  for (const [name, ref] of (service.ir.shapes[index] as StructureShape).members) {
    const events = result[name];
    if (typeof ref === 'number' && isEventStream(service.ir, ref) && Array.isArray(events)) result[name] = streamOf(events);
  }
  return result;
}

async function* streamOf(events: unknown[]): AsyncGenerator<unknown> {
  yield* events;
}

const without = (value: object, names: Set<string>): object =>
  names.size === 0 ? value : Object.fromEntries(Object.entries(value).filter(([name]) => !names.has(name)));

function difference(
  service: string,
  protocol: ProtocolId,
  operation: string,
  direction: 'in' | 'out',
  wanted: unknown,
  got: unknown,
): string | undefined {
  const ignored = ignoredMembers(service, protocol, operation, direction);
  const [left, right] = [wanted, got].map((value) => {
    const text = JSON.stringify(normalise(without((value ?? {}) as object, ignored)));
    // Times of objects are whole seconds in answers, whatever the handlers have.
    return service === 's3' && direction === 'out' ? text.replaceAll(/(?<=T\d\d:\d\d:\d\d)\.\d{3}Z/g, '.000Z') : text;
  });
  return left === right
    ? undefined
    : `${protocol} ${operation} ${direction}\n  wanted ${left!.slice(0, 600)}\n  got    ${right!.slice(0, 600)}`;
}

async function checkOperation(
  service: CompiledService,
  protocol: ProtocolId,
  witness: SdkWitness,
  operation: string,
  seed: number,
): Promise<string[]> {
  const { input, output } = service.ir.operations[operation]!;
  const random = new RandomValues(service.ir, seed);
  const unset = unsetMembers(service.ir.id, protocol, operation);
  const given = (input === null ? {} : without(random.value(input, 4) as object, unset)) as Record<string, unknown>;
  const answer = (output === null ? {} : random.value(output, 4)) as Record<string, unknown>;
  if ('Bucket' in given) given['Bucket'] = 'bkt';
  if ('Key' in given && service.ir.protocol === 'restXml') given['Key'] = 'some/k é+&y/';
  try {
    const { parsed, received } = await witness.exchange(operation, structuredClone(given), withStreams(service, output, answer));
    return [
      difference(service.ir.id, protocol, operation, 'in', given, parsed),
      difference(service.ir.id, protocol, operation, 'out', answer, received),
    ].filter((text) => text !== undefined);
  } catch (error) {
    return [`${protocol} ${operation}: ${(error as Error).stack?.slice(0, 700)}`];
  }
}

describe('the SDK reads what we write and we read what it writes', () => {
  for (const { id } of table) {
    const { ir } = models.service(id);
    for (const protocol of [ir.protocol, ...ir.also]) {
      test(`${id} ${protocol}`, async () => {
        const service = models.service(id);
        const witness = new SdkWitness(service, ir.from.replace(/@[^@]+$/, ''), protocol);
        const problems: string[] = [];
        for (const [index, operation] of Object.keys(ir.operations).entries()) {
          if (!witness.has(operation)) continue;
          for (let round = 0; round < ROUNDS; round++)
            problems.push(...(await checkOperation(service, protocol, witness, operation, index * 31 + round * 7919 + 42)));
        }
        witness.close();
        expect(problems.join('\n')).toBe('');
      });
    }
  }
});
