// The calls of a program with their inputs and outcomes, read from the exchanges of the proxy.
import { plain } from '#lib/recorded/plain';
import { type Outcome, readAnswer } from '#protocol/client/read-answer';
import type { Models } from '#protocol/models';
import type { Exchange } from './proxy.ts';

export interface RecordedCall {
  /** `sqs.SendMessage`; method and path where no operation is known. */
  readonly name: string;
  readonly service: string;
  readonly input: unknown;
  /** An output with times as dates, and bytes. */
  readonly outcome: Outcome;
  /** It can be played again. */
  readonly isOperation: boolean;
}

export const readCalls = (exchanges: readonly Exchange[], models: Models): Promise<RecordedCall[]> =>
  Promise.all(exchanges.map((exchange) => readCall(exchange, models)));

async function readCall(exchange: Exchange, models: Models): Promise<RecordedCall> {
  const { detected, operation, request, status, body, failure } = exchange;
  const { service } = detected;
  if (failure !== undefined) {
    const error = { code: 'not reached', message: failure, status, members: {} };
    return { name: nameOf(exchange), service, input: undefined, outcome: { error }, isOperation: false };
  }
  if (!detected.known || operation === undefined) {
    const text = Buffer.from(body).toString();
    return { name: nameOf(exchange), service, input: plain(request.body), outcome: { output: { status, body: text } }, isOperation: false };
  }
  const compiled = models.service(service);
  try {
    const input = await whole(await compiled.codec(operation, detected.protocol).parse(request));
    const outcome = readAnswer(compiled.ir, operation, detected.protocol, exchange);
    return { name: `${service}.${operation}`, service, input, outcome, isOperation: true };
  } catch (error) {
    // A body that is not what the protocol says
    const output = { status, body: Buffer.from(body).toString(), unreadable: (error as Error).message };
    return { name: `${service}.${operation}`, service, input: plain(request.body), outcome: { output }, isOperation: false };
  }
}

const nameOf = ({ detected, operation, request }: Exchange): string =>
  operation === undefined ? `${request.method} ${request.path}` : `${detected.service}.${operation}`;

/** Bodies that came as streams are bytes. */
async function whole(input: unknown): Promise<unknown> {
  if (typeof input !== 'object' || input === null) return input;
  const members = Object.entries(input).map(async ([name, value]) => [name, isStream(value) ? await bytesOf(value) : value] as const);
  return Object.fromEntries(await Promise.all(members));
}

const isStream = (value: unknown): value is AsyncIterable<Uint8Array> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;

async function bytesOf(source: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of source) pieces.push(piece);
  return Buffer.concat(pieces);
}
