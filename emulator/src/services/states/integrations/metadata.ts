// The facts of a request that results of the older integrations end with.
import { crc32 } from 'node:zlib';
import type { JsonObject } from '#services/states/language/json';

type Headers = Readonly<Record<string, string>>;

/** The HTTP answer of which the facts are told: its headers and bytes differ from service to service (recorded). */
export interface AnswerForm {
  readonly contentType: string;
  /** The body of the answer as it is sent. */
  readonly body: string;
  /** Headers besides the headers that every answer has. */
  readonly headers: Headers;
}

const JSON_TYPE = 'application/x-amz-json-1.0';

/** Answers of services that speak JSON. */
export const jsonForm = (result: JsonObject): AnswerForm => ({
  ...{ contentType: JSON_TYPE, body: JSON.stringify(result), headers: { connection: 'keep-alive' } },
});

/** Answers of tables. */
export function tableForm(result: JsonObject): AnswerForm {
  const body = JSON.stringify(result);
  return { contentType: JSON_TYPE, body, headers: { Connection: 'keep-alive', Server: 'Server', 'x-amz-crc32': String(crc32(body)) } };
}

/** Answers of topics, which speak XML. */
export function topicForm({ MessageId, SequenceNumber }: JsonObject, requestId: string): AnswerForm {
  const sequence = SequenceNumber === undefined ? '' : `    <SequenceNumber>${SequenceNumber}</SequenceNumber>\n`;
  const result = `  <PublishResult>\n    <MessageId>${MessageId}</MessageId>\n${sequence}  </PublishResult>\n`;
  const metadata = `  <ResponseMetadata>\n    <RequestId>${requestId}</RequestId>\n  </ResponseMetadata>\n`;
  const body = `<PublishResponse xmlns="http://sns.amazonaws.com/doc/2010-03-31/">\n${result}${metadata}</PublishResponse>\n`;
  return { contentType: 'text/xml', body, headers: { connection: 'keep-alive' } };
}

/** Answers of functions. */
export const functionForm = (
  body: string,
  { executedVersion: version, logResult }: { readonly executedVersion: string | undefined; readonly logResult: string | undefined },
  traceId: string,
): AnswerForm => ({
  contentType: 'application/json',
  body,
  headers: {
    Connection: 'keep-alive',
    ...(version !== undefined && { 'X-Amz-Executed-Version': version }),
    ...(logResult !== undefined && { 'X-Amz-Log-Result': logResult }),
    'X-Amzn-Trace-Id': traceId,
    'x-amzn-Remapped-Content-Length': '0',
  },
});

/** The result with `SdkHttpMetadata` and `SdkResponseMetadata`. */
export function withMetadata(result: JsonObject, { contentType, body, headers }: AnswerForm, requestId: string, nowMs: number): JsonObject {
  const all: Headers = {
    ...headers,
    'Content-Length': String(Buffer.byteLength(body)),
    'Content-Type': contentType,
    Date: new Date(nowMs).toUTCString(),
    'x-amzn-RequestId': requestId,
  };
  const allHeaders = Object.fromEntries(Object.entries(all).map(([name, value]) => [name, [value]]));
  return {
    ...result,
    SdkHttpMetadata: { AllHttpHeaders: allHeaders, HttpHeaders: all, HttpStatusCode: 200 },
    SdkResponseMetadata: { RequestId: requestId },
  };
}
