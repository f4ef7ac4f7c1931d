// Reads the requests for a look at messages: parameters in the query or a form, or the call of a client that has this path as its endpoint.

import { accountOf } from '#core/access-key';
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import type { RouteRequest } from '#core/route';
import { parseQuery } from '#protocol/http/wire';
import { signatureScope } from '#protocol/sigv4';
import { noSuchQueue } from '#services/sqs/faults';
import { findQueue, type LocatedQueue } from '#services/sqs/find-queue';
import type { PeekOptions } from './peek-messages.ts';

/** `document`: as clients of today read it; `json`: the answer of the query protocol in JSON. */
export type PeekFormat = 'document' | 'json' | 'xml';

export interface PeekRequest extends PeekOptions {
  readonly located: LocatedQueue;
}

const PATH = /^\/_cloud\/queue\/messages(?:\/([a-z0-9-]+)\/(\d{12})\/([\w-]+(?:\.fifo)?))?\/?$/;
/** `/queue/eu-west-1/000000000000/orders`, `sqs.eu-west-1.localhost…`, `eu-west-1.queue.localhost…` */
const REGIONS = [/\/queue\/([a-z]{2}-[a-z-]+-\d)\//, /\/\/sqs\.([a-z]{2}-[a-z-]+-\d)\./, /\/\/([a-z]{2}-[a-z-]+-\d)\.queue\./];

export const formatOf = ({ headers }: RouteRequest): PeekFormat =>
  headers['content-type']?.startsWith('application/x-amz-json')
    ? 'document'
    : headers['accept']?.includes('application/json')
      ? 'json'
      : 'xml';

/** Undefined where nothing is at the path. @throws Fault */
export async function readPeekRequest(request: RouteRequest, ctx: Ctx): Promise<PeekRequest | undefined> {
  const path = PATH.exec(request.path);
  if (!path) return undefined;
  const parameters = await parametersOf(request);
  const flag = (name: string): boolean => /^(?:true|1)$/i.test(parameters.get(name) ?? '');
  const options = { invisible: flag('ShowInvisible'), delayed: flag('ShowDelayed') };
  const [, region, account, name] = path;
  if (name !== undefined) return { located: findQueue(name, ctx.in({ account, region })), ...options };
  const url = parameters.get('QueueUrl') ?? '';
  if (url === '') throw noSuchQueue();
  const scope = signatureScope({ headers: request.headers, query: parseQuery(request.rawQuery) });
  const named = REGIONS.map((each) => each.exec(url)?.[1]).find((each) => each !== undefined);
  const caller = ctx.in({ account: accountOf(scope?.accessKeyId), region: named ?? (scope?.region || ctx.region) });
  return { located: findQueue(url, caller), ...options };
}

async function parametersOf(request: RouteRequest): Promise<ReadonlyMap<string, string>> {
  const { query, headers, method } = request;
  if (method !== 'POST') return checked(query, query.get('Action'));
  const text = Buffer.from(await request.body()).toString();
  if (formatOf(request) !== 'document') {
    const form = new URLSearchParams(text);
    return checked(new URLSearchParams([...query, ...form]), form.get('Action'));
  }
  const document: unknown = JSON.parse(text);
  const entries = Object.entries(document ?? {}).map(([name, value]): [string, string] => [name, String(value)]);
  return checked(entries, headers['x-amz-target']?.split('.').at(-1) ?? null);
}

/** `action`: the operation that a client calls; null where the request is no client's. */
function checked(parameters: Iterable<[string, string]>, action: string | null): ReadonlyMap<string, string> {
  if (action !== null && action !== 'ReceiveMessage') throw new Fault('InvalidRequest', 'This endpoint only accepts ReceiveMessage calls');
  return new Map(parameters);
}
