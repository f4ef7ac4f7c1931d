// The cloud's API over HTTP: finds the service and operation of a request, decodes it into a call, and encodes the answer.
import { effectOf } from '#core/access';
import { accountOf } from '#core/access-key';
import type { Call, HttpFacts } from '#core/call';
import { Context } from '#core/context';
import type { Engine } from '#core/engine';
import { Fault } from '#core/fault';
import type { Kernel } from '#core/kernel';
import { INTERNAL_FAILURE } from '#core/messages';
import { DEFAULT_REGION } from '#core/region-scope';
import { headerValue } from '#lib/http-message';
import { LOOK_HEADER } from '#lib/look-header';
import { createDetection, type Detected, type Detection } from '#protocol/detect';
import { decodeAwsChunked, isAwsChunked } from '#protocol/http/aws-chunked';
import { readBody } from '#protocol/http/body';
import { inflated } from '#protocol/http/content-encoding';
import { withCarriedHeaders } from '#protocol/http/presigned-headers';
import { requestIdHeader } from '#protocol/http/response-headers';
import type { OperationCodec, WireRequest, WireResponse } from '#protocol/http/wire';
import type { Models } from '#protocol/models';
import { type RoutedRequest, routeRequest } from '#protocol/route-request';
import type { BodyCheck } from '#protocol/signature/verify';
import { checkPresignedExpiry } from '#protocol/sigv4';
import type { AccessTarget } from './access/may-ask.ts';
import { faultOf } from './fault-of.ts';
import { HttpCaller, type Raw } from './http-caller.ts';
import { keep } from './keep-payload.ts';
import { askCors } from './origin/cross-origin.ts';
import { originOf } from './origin/origin.ts';
import type { OriginFilter } from './origin/origin-filter.ts';
import { send } from './send.ts';
import { hashed, type Signatures, type Subject, verifierOf } from './signatures.ts';
import { answerUnknown, unknownService } from './unknown-service.ts';
import { wireRequest } from './wire-request.ts';

/** Limit: bytes of a body that is collected and parsed; operations that accept more have a limit in their model. Object bodies are streams. */
const MAX_BODY_BYTES = 8 * 1024 * 1024;
const REGION = /^[a-z]{2}(-[a-z]+)+-\d{1,2}$/;
const NO_TRAILERS = {};
/** For requests without a body of their own, and for requests whose signatures are not verified. */
const NO_FACTS = { input: {}, trailers: () => NO_TRAILERS, verifyForm: async (): Promise<void> => {} } satisfies Partial<HttpFacts> & {
  input: object;
};

export interface CloudApi {
  answer(request: Raw['request'], response: Raw['response']): Promise<void>;
}

interface CloudApiOptions {
  readonly engine: Engine;
  readonly models: Models;
  readonly origins: OriginFilter;
  readonly signatures: Signatures;
  /** Why whoever sends this request may not ask for that. */
  readonly whyNot: (request: Raw['request'], asked: AccessTarget) => string | undefined;
}

interface CloudApiParts extends CloudApiOptions {
  readonly detection: Detection;
}

export function createCloudApi(options: CloudApiOptions): CloudApi {
  const { engine, models, origins } = options;
  const { kernel } = engine;
  const detection = createDetection();
  const parts: CloudApiParts = { ...options, detection };
  return {
    answer: async (request, response) => {
      const requestId = kernel.id();
      let detected: Detected | undefined;
      let wire = wireRequest(request);
      let crossOrigin: string | undefined;
      let prepared: Prepared | undefined;
      let answer: WireResponse;
      try {
        let sent = wire;
        if (detection.needsBody(wire)) {
          sent = { ...wire, body: await readBody(request, MAX_BODY_BYTES) };
          wire = await inflated(sent);
        }
        detected = detection.detect(wire);
        crossOrigin = origins.crossOrigin(request);
        if (crossOrigin !== undefined || wire.method === 'OPTIONS') {
          const cors = await corsOf(parts, detected, wire, { request, response }, requestId);
          if (cors.admitted) {
            crossOrigin = undefined;
            for (const [name, value] of Object.entries(cors.headers)) response.setHeader(name, headerValue(value));
            if (cors.preflight) return answerPreflight({ models }, detected, response, requestId);
          } else if (crossOrigin !== undefined && !maySign(detected, wire)) return origins.refuse(response, crossOrigin);
        }
        if (detected.known) {
          prepared = await prepare(parts, { detected, sent, wire, crossOrigin }, { request, response }, requestId);
          answer = await run(parts, prepared, { request, response }, requestId);
        } else {
          answer = answerUnknown(detected, `${wire.method} ${wire.path}`, requestId, kernel);
        }
      } catch (error) {
        if (crossOrigin !== undefined && !prepared && wire.method !== 'OPTIONS' && error instanceof Fault)
          return origins.refuse(response, crossOrigin);
        answer = refusal(kernel, models, detected, wire, error, requestId);
      }
      if (prepared?.isKept) keep(requestId, { request, body: prepared.body, answer }, kernel);
      if (isCutShort(request)) closeAfter(response);
      await send(response, answer, wire.method === 'HEAD').catch((error: unknown) => {
        kernel.log.in('gateway').debug(() => `the answer to ${wire.method} ${wire.path} broke off: ${String(error)}`);
        response.destroy();
      });
      if (!request.complete) request.resume();
    },
  };
}

function answerPreflight(
  { models }: Pick<CloudApiParts, 'models'>,
  detected: Detected,
  response: Raw['response'],
  requestId: string,
): void {
  const ids = detected.known ? requestIdHeader(models.service(detected.service).ir, requestId) : {};
  response.writeHead(200, { ...ids, 'content-length': '0' }).end();
}

/** A page of another origin may have received a presigned URL, or a form with a signed policy. No page can send a signature in a header. */
const maySign = ({ known, presigned }: Detected, { method, headers }: WireRequest): boolean =>
  known && (presigned || (method === 'POST' && headers['content-type']?.startsWith('multipart/form-data') === true));

/** `crossOrigin`: why a page of another origin is refused unless a signature lets it in. */
interface Received {
  readonly detected: Detected;
  /** The request as it was signed; `wire` is the same with the body decompressed. */
  readonly sent: WireRequest;
  readonly wire: WireRequest;
  readonly crossOrigin: string | undefined;
}

/** A request whose operation is known and whose signature has been verified, as far as the emulator verifies signatures. */
interface Prepared {
  readonly routed: RoutedRequest;
  readonly codec: OperationCodec;
  /** Undefined where the body is yet to be read. */
  readonly body: Uint8Array | undefined;
  readonly check: BodyCheck;
  readonly verifyForm: HttpFacts['verifyForm'];
  /** Whether the request is kept, so that it may be shown and sent again: it changes something. */
  readonly isKept: boolean;
}

const NO_CHECK: BodyCheck = {};

const maxBodyBytes = ({ service, operation }: RoutedRequest): number => service.maxBodyBytes(operation) ?? MAX_BODY_BYTES;

async function prepare(
  parts: CloudApiParts,
  { detected, sent, wire, crossOrigin }: Received,
  raw: Raw,
  requestId: string,
): Promise<Prepared> {
  const { engine, models, signatures } = parts;
  if (detected.presigned) checkPresignedExpiry(wire, engine.kernel.clock.now());
  const routed = routeRequest(models, detected, wire);
  const effect = effectOf(routed.operation, engine.kernel.registry.service(detected.service));
  const why = parts.whyNot(raw.request, { kind: 'operation', effect });
  if (why !== undefined) throw new Fault('AccessDeniedException', `The emulator refused this request: ${why}.`, { status: 403 });
  const isKept = effect === 'changes' && engine.kernel.payloads.isOn && wire.headers[LOOK_HEADER] === undefined;
  const codec = routed.service.codec(routed.operation, detected.protocol);
  const isStream = codec.streamsInput || isAwsChunked(wire.headers);
  const body = isStream
    ? undefined
    : wire.body.length > 0
      ? wire.body
      : await readBody(raw.request, maxBodyBytes(routed), routed.operation);
  if (crossOrigin === undefined && signatures.ignored)
    return { routed, codec, body, check: NO_CHECK, verifyForm: NO_FACTS.verifyForm, isKept };
  return verified(parts, { routed, codec, body, isKept }, { detected, sent, wire, crossOrigin }, raw, requestId);
}

async function verified(
  parts: CloudApiParts,
  { routed, codec, body, isKept }: Pick<Prepared, 'routed' | 'codec' | 'body' | 'isKept'>,
  { detected, sent, wire, crossOrigin }: Received,
  raw: Raw,
  requestId: string,
): Promise<Prepared> {
  const { engine, signatures, detection } = parts;
  const subject: Subject = {
    detected,
    operation: routed.operation,
    wire: sent,
    serviceNames: detection.signingNames(detected.service),
    body: sent.body.length > 0 ? sent.body : body,
    crossOrigin: crossOrigin !== undefined,
    ctx: () => new Context(engine, httpCall(parts, routed, { ...NO_FACTS, headers: wire.headers }, raw, requestId)),
  };
  const check = await signatures.verify(subject);
  return { routed, codec, body, check, verifyForm: (fields) => signatures.verifyForm(fields, subject), isKept };
}

async function run(parts: CloudApiParts, prepared: Prepared, raw: Raw, requestId: string): Promise<WireResponse> {
  const { routed, codec, body, check, verifyForm } = prepared;
  const request = routed.detected.presigned ? withCarriedHeaders(routed.wire) : routed.wire;
  const { headers } = request;
  let source: AsyncIterable<Uint8Array> = check.sha256 === undefined ? raw.request : hashed(raw.request, check.sha256);
  let trailers = NO_FACTS.trailers;
  if (isAwsChunked(headers)) {
    const decoded = decodeAwsChunked(raw.request, verifierOf(check));
    source = decoded.body;
    trailers = decoded.trailers;
  }
  const { method, path, query, labels } = request;
  const whole = codec.streamsInput ? request.body : (body ?? (await readBody(source, maxBodyBytes(routed), routed.operation)));
  // Written out: to spread the request costs as much as to parse a small one
  const wire: WireRequest = { method, path, query, headers, body: whole, labels, stream: codec.streamsInput ? source : undefined };
  const parsed = codec.parse(wire);
  const input = (parsed instanceof Promise ? await parsed : parsed) as object;
  const call = httpCall(parts, routed, { input, headers, trailers, verifyForm }, raw, requestId);
  return codec.write(await parts.engine.dispatch(call), requestId);
}

function httpCall(
  { engine: { kernel } }: CloudApiParts,
  { detected, operation }: Pick<RoutedRequest, 'detected' | 'operation'>,
  { input, headers, trailers, verifyForm }: { readonly input: object } & Omit<HttpFacts, 'presigned' | 'remoteAddress' | 'tell'>,
  { request, response }: Raw,
  requestId: string,
): Call {
  const { accessKeyId, presigned, service } = detected;
  const account = accountOf(accessKeyId);
  const region = detected.region !== undefined && REGION.test(detected.region) ? detected.region : DEFAULT_REGION;
  const principal =
    accessKeyId === undefined ? ({ kind: 'anonymous', account } as const) : ({ kind: 'key', account, accessKeyId } as const);
  const http: HttpFacts = {
    headers,
    trailers,
    presigned,
    verifyForm,
    remoteAddress: () => remoteAddressOf(request),
    tell: (name, value) => tell(response, name, value),
  };
  const caller = new HttpCaller(response, kernel.stopping);
  const trace = kernel.traceRoots.traceOf(headers['x-amzn-trace-id'], kernel.callers.nameOf(accessKeyId)) ?? { id: requestId, depth: 0 };
  const isPlumbing = headers[LOOK_HEADER] !== undefined;
  const origin = originOf(request, kernel);
  return { service, operation, input, account, region, principal, requestId, trace, origin, http, caller, isPlumbing };
}

/** Characters that headers cannot have are left out. */
function tell(response: Raw['response'], name: string, value: string): void {
  if (!response.headersSent) response.setHeader(name, value.replace(/[^\x20-\x7e]+/g, ' '));
}

/** Without the prefix that IPv4 addresses have on a socket for both versions. */
const remoteAddressOf = ({ socket }: Raw['request']): string => (socket.remoteAddress ?? '').replace(/^::ffff:/, '');

async function corsOf(parts: CloudApiParts, detected: Detected, wire: WireRequest, raw: Raw, requestId: string) {
  const { engine } = parts;
  const facts = { ...NO_FACTS, headers: wire.headers };
  return askCors(
    engine.kernel.registry,
    detected,
    wire,
    () => new Context(engine, httpCall(parts, { detected, operation: 'cors' }, facts, raw, requestId)),
  );
}

/** Encodes an error as the service's clients expect it. An error that is neither a Fault nor a client's is a bug of ours: the log gets it in full. */
function refusal(
  kernel: Kernel,
  models: Models,
  detected: Detected | undefined,
  { path, method }: WireRequest,
  error: unknown,
  requestId: string,
): WireResponse {
  const service = detected?.known ? models.service(detected.service) : undefined;
  const fault = error instanceof Fault ? error : faultOf(error, service?.ir);
  if (fault !== error && fault.options.blame !== 'client') kernel.log.write(INTERNAL_FAILURE, { work: `${method} ${path}`, error });
  return service && detected ? service.error(fault, detected.protocol, requestId) : unknownService(detected, requestId, fault);
}

/** The answer came before the end of the body, or the client gave up in the middle: further bytes are not a request. */
const isCutShort = (request: Raw['request']): boolean => !request.complete || (request.destroyed && !request.readableEnded);

/** The connection is not used again: the next request on it would wait for ever. */
function closeAfter(response: Raw['response']): void {
  if (response.req.httpVersionMajor === 1 && !response.headersSent) response.setHeader('connection', 'close');
}
