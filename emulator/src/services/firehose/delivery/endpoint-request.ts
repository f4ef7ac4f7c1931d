// Requests to an HTTP endpoint: records in JSON, as many as one request may carry.
// https://docs.aws.amazon.com/firehose/latest/dev/httpdeliveryrequestresponse.html
import type { Ctx } from '#core/ctx';
import type { RequestParcel } from '#services/firehose/state';
import type { PipelineRecord } from '#services/firehose/transform/pipeline-record';

/** Limit: bytes of the body of a request to an HTTP endpoint, before it is compressed. */
const MAX_BODY_BYTES = 64 * 1024 * 1024;
/** JSON around the data of a record. */
const RECORD_OVERHEAD = 48;

export type NewRequest = RequestParcel & { readonly body: Uint8Array };

/** One record of a request as the store keeps it; `data` is base64. */
export interface RequestRecord {
  readonly data: string;
  readonly arrivedMs: number;
}

export function newRequests(records: readonly PipelineRecord[], delimiter: string | undefined, ctx: Ctx): NewRequest[] {
  const requests: RequestRecord[][] = [];
  const end = Buffer.from(delimiter ?? '');
  let bytes = 0;
  for (const { data: own, arrivedMs } of records) {
    const data = Buffer.concat([own, end]).toString('base64');
    if (requests.length === 0 || bytes + data.length + RECORD_OVERHEAD > MAX_BODY_BYTES) {
      requests.push([]);
      bytes = 0;
    }
    requests.at(-1)!.push({ data, arrivedMs });
    bytes += data.length + RECORD_OVERHEAD;
  }
  return requests.map((list) => ({
    to: 'endpoint',
    requestId: ctx.id(),
    body: Buffer.from(JSON.stringify(list)),
    attempts: 0,
    createdMs: ctx.now(),
    count: list.length,
    oldestMs: list.reduce((least, { arrivedMs }) => Math.min(least, arrivedMs), Number.POSITIVE_INFINITY),
  }));
}

export const recordsOf = (body: Uint8Array): RequestRecord[] => JSON.parse(Buffer.from(body).toString()) as RequestRecord[];

/** The body in the form of the protocol; its timestamp is that of the attempt. */
export const bodyOf = (requestId: string, records: readonly RequestRecord[], timestamp: number): string =>
  JSON.stringify({ requestId, timestamp, records: records.map(({ data }) => ({ data })) });
