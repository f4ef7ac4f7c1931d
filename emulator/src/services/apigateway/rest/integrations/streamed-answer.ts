// Proxy integrations that stream: the function writes status and headers as JSON, eight zero bytes, and the body, which is handed on piece by piece.
// https://docs.aws.amazon.com/apigateway/latest/developerguide/response-streaming-lambda-configure.html
import type { Ctx } from '#core/ctx';
import type { Exchange, IntegrationAnswer } from '#services/apigateway/rest/exchange';
import { GatewayError } from '#services/apigateway/rest/gateway-error';
import { malformedAnswer, proxyAnswer } from '#services/apigateway/rest/proxy-answer';
import { type Invocation, openStream } from './invoke-function.ts';

const SEPARATOR = Buffer.alloc(8);
const NO_PRELUDE = 'it does not begin with a JSON object and eight zero bytes';
/** Limit: bytes before the separator of a streamed answer. */
const MAX_PRELUDE_BYTES = 16 * 1024;

type Pieces = AsyncGenerator<Uint8Array>;

export async function streamedAnswer(call: Invocation, exchange: Exchange, ctx: Ctx): Promise<IntegrationAnswer> {
  const pieces = piecesOf(await openStream(call, exchange, ctx));
  let begun: Buffer = Buffer.alloc(0);
  while (begun.indexOf(SEPARATOR) < 0 && begun.length <= MAX_PRELUDE_BYTES) {
    const { done, value } = await pieces.next();
    if (done) break;
    begun = Buffer.concat([begun, value]);
  }
  const end = begun.indexOf(SEPARATOR);
  const answer = end < 0 ? { malformed: NO_PRELUDE } : proxyAnswer(begun.subarray(0, end).toString());
  if ('malformed' in answer) {
    await pieces.return(undefined);
    exchange.log.write('Execution failed due to configuration error: Malformed Lambda proxy response: no metadata before eight zero bytes');
    throw new GatewayError('INTEGRATION_FAILURE', { status: 502, reason: malformedAnswer(answer) });
  }
  const body = remaining(begun.subarray(end + SEPARATOR.length), pieces);
  return { status: answer.status, headers: answer.headers, body, selector: String(answer.status), isProxied: true };
}

type StreamEvents = Awaited<ReturnType<typeof openStream>>;

/** A stream that fails breaks off, so that the client cannot take it for complete. */
async function* piecesOf(events: StreamEvents): Pieces {
  for await (const { PayloadChunk, InvokeComplete } of events) {
    if (PayloadChunk?.Payload) yield PayloadChunk.Payload;
    if (InvokeComplete?.ErrorCode !== undefined) throw new Error(`The function failed while it streamed: ${InvokeComplete.ErrorCode}`);
  }
}

async function* remaining(first: Uint8Array, pieces: Pieces): Pieces {
  if (first.length > 0) yield first;
  yield* pieces;
}
