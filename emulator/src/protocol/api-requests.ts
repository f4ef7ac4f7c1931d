// The cloud's API without a connection: reads a request as the gateway does, lets it be called, and encodes the answer.
import type { AnswerApiRequest, ApiAnswer, ApiRequest } from '#core/api-request';
import { Fault } from '#core/fault';
import type { Detected, Detection } from './detect.ts';
import { readBody } from './http/body.ts';
import { isInPieces, parseQuery, type WireRequest, type WireResponse } from './http/wire.ts';
import type { Models } from './models.ts';
import { routeRequest } from './route-request.ts';

/** The most that an answer may have: answers of integrations are no larger. */
const MAX_ANSWER_BYTES = 10 * 1024 * 1024;

export function createApiRequests(models: Models, detection: () => Detection): AnswerApiRequest {
  return async (request, requestId, call) => {
    const wire = wireOf(request);
    const detected = detection().detect(wire);
    if (!detected.known) return undefined;
    try {
      return await whole(await answered(wire, detected, models, requestId, call));
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      return whole(models.service(detected.service).error(error, detected.protocol, requestId));
    }
  };
}

const wireOf = ({ method, path, rawQuery, headers, body }: ApiRequest): WireRequest => ({
  method,
  path,
  query: parseQuery(rawQuery),
  headers,
  body,
});

async function answered(
  wire: WireRequest,
  detected: Detected,
  models: Models,
  requestId: string,
  call: Parameters<AnswerApiRequest>[2],
): Promise<WireResponse> {
  const routed = routeRequest(models, detected, wire);
  const codec = routed.service.codec(routed.operation, detected.protocol);
  const read = codec.streamsInput ? { ...routed.wire, stream: piece(wire.body) } : routed.wire;
  const input = (await codec.parse(read)) as object;
  return codec.write(await call(detected.service, routed.operation, input), requestId);
}

async function* piece(body: Uint8Array): AsyncGenerator<Uint8Array> {
  if (body.length > 0) yield body;
}

async function whole({ status, headers, body }: WireResponse): Promise<ApiAnswer> {
  if (body === null || typeof body === 'string') return { status, headers, body: Buffer.from(body ?? '') };
  if (isInPieces(body)) return { status, headers, body: Buffer.from(body.join('')) };
  return { status, headers, body: body instanceof Uint8Array ? body : await readBody(body, MAX_ANSWER_BYTES) };
}
