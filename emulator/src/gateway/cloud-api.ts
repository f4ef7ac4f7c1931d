// The cloud's API over HTTP: which service and operation a request means, decoded into a call, its answer encoded.
import { accountOf } from '#core/access-key';
import type { Call, HttpFacts } from '#core/call';
import { Context } from '#core/context';
import type { Engine } from '#core/engine';
import { Fault } from '#core/fault';
import type { Kernel } from '#core/kernel';
import { EmulatorError } from '#lib/emulator-error';
import { createDetection, type Detected } from '#protocol/detect';
import { decodeAwsChunked, isAwsChunked } from '#protocol/http/aws-chunked';
import { inflated } from '#protocol/http/content-encoding';
import { withBucket } from '#protocol/http/host';
import { parseQuery, type WireRequest, type WireResponse } from '#protocol/http/wire';
import type { CompiledService, Models } from '#protocol/models';
import { checkPresignedExpiry } from '#protocol/sigv4';
import { readBody } from './body.ts';
import { askCors, isPreflight } from './cross-origin.ts';
import { HttpCaller, type Raw } from './http-caller.ts';
import { originOf } from './origin.ts';
import type { OriginFilter } from './origin-filter.ts';
import { send } from './send.ts';
import { unknownService } from './unknown-service.ts';

/** Of a body that is collected and parsed; operations that take more say so in their model. Object bodies are streams. */
const MAX_BODY_BYTES = 8 * 1024 * 1024;
const DEFAULT_REGION = 'us-east-1';
const REGION = /^[a-z]{2}(-[a-z]+)+-\d{1,2}$/;
const NOTHING = Buffer.alloc(0);
const NO_TRAILERS = {};

export interface CloudApi {
  answer(request: Raw['request'], response: Raw['response']): Promise<void>;
}

interface Parts {
  readonly engine: Engine;
  readonly models: Models;
  readonly origins: OriginFilter;
}

/** A request whose service and operation are known. */
interface Routed {
  readonly wire: WireRequest;
  readonly detected: Detected;
  readonly service: CompiledService;
  readonly operation: string;
}

export function createCloudApi(parts: Parts): CloudApi {
  const { engine, models, origins } = parts;
  const { kernel } = engine;
  const detection = createDetection();
  return {
    answer: async (request, response) => {
      const requestId = kernel.id();
      let detected: Detected | undefined;
      let wire = wireRequest(request);
      let answer: WireResponse;
      try {
        if (detection.needsBody(wire)) wire = await inflated({ ...wire, body: await readBody(request, MAX_BODY_BYTES) });
        detected = detection.detect(wire);
        const crossOrigin = origins.crossOrigin(request);
        if (crossOrigin !== undefined || isPreflight(wire)) {
          const cors = await corsOf(parts, detected, wire, { request, response }, requestId);
          if (!cors.admitted && crossOrigin !== undefined) return origins.refuse(response, crossOrigin);
          if (cors.admitted) for (const [name, value] of Object.entries(cors.headers)) response.setHeader(name, value);
          if (cors.admitted && cors.preflight) return void response.writeHead(200).end();
        }
        answer = await run(parts, detected, wire, { request, response }, requestId);
      } catch (error) {
        answer = refusal(kernel, models, detected, wire, error, requestId);
      }
      await send(response, answer, wire.method === 'HEAD').catch((error: unknown) => {
        kernel.log.in('gateway').debug(() => `the answer to ${wire.method} ${wire.path} broke off: ${String(error)}`);
        response.destroy();
      });
      if (!request.complete) drain(request, response);
    },
  };
}

function wireRequest(request: Raw['request']): WireRequest {
  const url = request.url ?? '/';
  const question = url.indexOf('?');
  const headers = request.headers as Record<string, string | undefined>;
  return {
    method: request.method ?? 'GET',
    path: question < 0 ? url : url.slice(0, question),
    query: parseQuery(question < 0 ? '' : url.slice(question + 1)),
    headers: headers[':authority'] === undefined ? headers : { ...headers, host: headers[':authority'] },
    body: NOTHING,
  };
}

async function run(parts: Parts, detected: Detected, asked: WireRequest, raw: Raw, requestId: string): Promise<WireResponse> {
  const { engine, models } = parts;
  if (!detected.known) return unknownService(detected, requestId);
  if (detected.presigned) checkPresignedExpiry(asked, engine.kernel.clock.now());
  const routed = route(models, detected, asked);
  const codec = routed.service.codec(routed.operation, detected.protocol);
  let source: AsyncIterable<Uint8Array> = raw.request;
  let trailers: HttpFacts['trailers'] = () => NO_TRAILERS;
  if (isAwsChunked(asked.headers)) {
    const decoded = decodeAwsChunked(raw.request);
    source = decoded.body;
    trailers = decoded.trailers;
  }
  const wire = codec.streamsInput
    ? { ...routed.wire, stream: source }
    : asked.body.length > 0
      ? routed.wire
      : { ...routed.wire, body: await readBody(source, routed.service.maxBodyBytes(routed.operation) ?? MAX_BODY_BYTES) };
  const parsed = codec.parse(wire);
  const input = (parsed instanceof Promise ? await parsed : parsed) as object;
  const call = httpCall(parts, routed, { input, headers: asked.headers, trailers }, raw, requestId);
  return codec.write(await engine.dispatch(call), requestId);
}

function httpCall(
  { engine: { kernel } }: Parts,
  { detected, operation }: Pick<Routed, 'detected' | 'operation'>,
  { input, headers, trailers }: { input: object; headers: WireRequest['headers']; trailers: HttpFacts['trailers'] },
  { request, response }: Raw,
  requestId: string,
): Call {
  const { accessKeyId, presigned, service } = detected;
  const account = accountOf(accessKeyId);
  const region = detected.region !== undefined && REGION.test(detected.region) ? detected.region : DEFAULT_REGION;
  const principal =
    accessKeyId === undefined ? ({ kind: 'anonymous', account } as const) : ({ kind: 'key', account, accessKeyId } as const);
  const http: HttpFacts = { headers, trailers, presigned };
  const caller = new HttpCaller(response, kernel.stopping);
  const trace = { id: requestId, depth: 0 };
  return { service, operation, input, account, region, principal, requestId, trace, origin: originOf(request, kernel), http, caller };
}

function route(models: Models, detected: Detected, asked: WireRequest): Routed {
  const service = models.service(detected.service);
  if (detected.operation !== undefined) {
    if (!service.hasOperation(detected.operation)) {
      const { code, status } = service.ir.profile.unknownOperation;
      throw new Fault(code, `The operation ${detected.operation} is not known to the service ${detected.service}.`, { status });
    }
    return { wire: asked, detected, service, operation: detected.operation };
  }
  const wire = detected.bucket === undefined ? asked : { ...asked, path: withBucket(asked.path, detected.bucket) };
  const match = service.route(wire);
  if (!match) {
    const { code, status } = service.ir.profile.unknownOperation;
    throw new Fault(code, `No operation of the service ${detected.service} answers ${asked.method} ${asked.path}.`, { status });
  }
  return { wire: { ...wire, labels: match.labels }, detected, service, operation: match.operation };
}

async function corsOf(parts: Parts, detected: Detected, wire: WireRequest, raw: Raw, requestId: string) {
  const { engine } = parts;
  const facts = { input: {}, headers: wire.headers, trailers: () => NO_TRAILERS };
  return askCors(
    engine.kernel.registry,
    detected,
    wire,
    () => new Context(engine, httpCall(parts, { detected, operation: 'cors' }, facts, raw, requestId)),
  );
}

/** An error as the service's clients read it. What is not a Fault is ours: said in the log, whole. */
function refusal(
  kernel: Kernel,
  models: Models,
  detected: Detected | undefined,
  { path, method }: WireRequest,
  error: unknown,
  requestId: string,
): WireResponse {
  const fault = error instanceof Fault ? error : ourFault(error);
  if (fault !== error) kernel.log.error(`${method} ${path} failed: ${error instanceof Error ? error.stack : String(error)}`);
  if (!detected?.known) return unknownService(detected, requestId, fault);
  return models.service(detected.service).error(fault, detected.protocol, requestId, path);
}

/** What the emulator knows to explain (a full disk) is explained to the client too. */
function ourFault(error: unknown): Fault {
  const text =
    error instanceof EmulatorError
      ? `${error.code}: ${error.message} ${error.hint ?? ''}`.trim()
      : 'The emulator failed at this; its log says how.';
  return new Fault('InternalFailure', text, { status: 500, blame: 'server' });
}

/** Answered before the body was read: what still comes is thrown away, and the connection is not used again. */
function drain(request: Raw['request'], response: Raw['response']): void {
  if (response.req.httpVersionMajor === 1 && !response.headersSent) response.setHeader('connection', 'close');
  request.resume();
}
