// Calls an operation that somebody names, with an input and an answer as plain JSON: no signature, no protocol, no client of the service.
import type { Call } from '#core/call';
import type { Engine } from '#core/engine';
import { Fault } from '#core/fault';
import { EmulatorError } from '#lib/emulator-error';
import { isObject } from '#lib/json-object';
import { eventStreamMember } from '#protocol/event-stream';
import type { Models } from '#protocol/models';
import { nearest } from '#resources/nearest';
import { CALL_UNKNOWN } from './messages.ts';

/** Limit: bytes of an object that such an answer holds. */
const MAX_STREAM_BYTES = 1024 * 1024;

export interface PlainCall {
  /** As the emulator names it (`sqs`), in whatever case. */
  readonly service: string;
  /** As the cloud names it (`SendMessage`). */
  readonly operation: string;
  /** In the names of the service's API; bytes are texts or `{"base64": "…"}`. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly account: string;
  readonly region: string;
}

export type CallPlainly = (call: PlainCall) => Promise<object>;

/** The returned function rejects with a Fault of the service, or with an EmulatorError CALL_UNKNOWN. */
export function createPlainCalls({ kernel, dispatch }: Engine, models: Models): CallPlainly {
  const services = kernel.registry.services.map(({ name }) => name);
  return async ({ service: given, operation: named, input, account, region }) => {
    const name = services.find((known) => known === given.toLowerCase());
    if (name === undefined) throw unknown(`There is no service ${given} here.`, nearest(given, services), services);
    const model = models.service(name);
    const operation = model.nameOf(named);
    if (operation === undefined) {
      const operations = Object.keys(model.ir.operations);
      throw unknown(`The service ${name} has no operation ${named}.`, nearest(named, operations), operations);
    }
    if (eventStreamMember(model.ir, model.ir.operations[operation]!.output))
      throw new EmulatorError(CALL_UNKNOWN, `${name}.${operation} answers a stream of events, which no single answer holds.`, {
        hint: 'Use a client of the service.',
      });
    const request = model.readPlain(operation, input);
    const [member] = request.unknown;
    if (member !== undefined) {
      const members = model.plainMembers(operation).map(({ name: known }) => known);
      throw unknown(`${name}.${operation} takes no ${member}.`, nearest(member, members), members);
    }
    const requestId = kernel.id();
    const call: Call = {
      ...{ service: name, operation, input: request.input, account, region, requestId },
      principal: { kind: 'key', account, accessKeyId: account },
      trace: { id: requestId, depth: 0 },
      origin: kernel.origin,
      caller: { signal: kernel.stopping },
    };
    const output = (await dispatch(call)) as object | undefined;
    return model.writePlain(operation, await whole(output ?? {}));
  };
}

const unknown = (message: string, near: string | undefined, all: readonly string[]): EmulatorError =>
  new EmulatorError(CALL_UNKNOWN, message, {
    hint: near === undefined ? `There are ${all.join(', ')}.` : `Did you mean ${near}?`,
  });

/** With streams read to their end. */
async function whole(output: object): Promise<object> {
  const entries = await Promise.all(
    Object.entries(output).map(async ([name, value]) => [name, isStream(value) ? await bytesOf(value) : value] as const),
  );
  return Object.fromEntries(entries);
}

const isStream = (value: unknown): value is AsyncIterable<Uint8Array> => isObject(value) && Symbol.asyncIterator in value;

async function bytesOf(stream: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of stream) {
    size += piece.byteLength;
    if (size > MAX_STREAM_BYTES)
      throw new Fault('ObjectTooLarge', `The object has more than ${MAX_STREAM_BYTES} bytes: read it by a client, or in ranges.`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
