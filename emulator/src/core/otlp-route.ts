// A route that takes data of the OpenTelemetry protocol over HTTP: unpacks and reads requests, and answers in their encoding.
// https://opentelemetry.io/docs/specs/otlp/#otlphttp
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { type Fields, MalformedMessage } from '#lib/otlp/field-types';
import { readJson } from '#lib/otlp/read-json';
import { readProtobuf } from '#lib/otlp/read-protobuf';
import { type Encoding, type Rejected, writeFailure, writeSuccess } from '#lib/otlp/write-answer';
import { accountOf } from './access-key.ts';
import type { Ctx } from './ctx.ts';
import { Fault } from './fault.ts';
import { OTLP_REFUSED } from './messages.ts';
import type { Owned } from './owned.ts';
import type { Route, RouteRequest, RouteResponse } from './route.ts';
import { signatureIn } from './signer.ts';

interface OtlpKind<T> {
  readonly fields: Fields;
  /** Limit: bytes of a request, unpacked. */
  readonly maxBytes: number;
  /** The service for which requests are signed. */
  readonly signingName: string;
  /** Takes what came, and tells what it did not take. @throws Fault where it took nothing */
  readonly take: (message: T, from: OtlpSender) => Promise<Rejected | undefined>;
}

export interface OtlpSender {
  /** In the account and the region of the signature; without one, in the default account and region. */
  readonly ctx: Ctx;
  readonly isSigned: boolean;
  readonly headers: RouteRequest['headers'];
}

/** Codes of `google.rpc.Code`. */
const INVALID_ARGUMENT = 3;
const PERMISSION_DENIED = 7;
const TYPES: Readonly<Record<Encoding, string>> = { protobuf: 'application/x-protobuf', json: 'application/json' };

const unpack = promisify(gunzip);

export const otlpRoute =
  <T>(kind: OtlpKind<T>): Route =>
  async (request, ctx) => {
    const encoding: Encoding = request.headers['content-type']?.startsWith(TYPES.json) ? 'json' : 'protobuf';
    const refused = (status: number, code: number, name: string, message: string) => {
      tellOnce(`POST ${request.path} → ${status}`, name, message, ctx);
      return answer(status, encoding, writeFailure(encoding, code, message));
    };
    try {
      const sent = await request.body();
      const signature = signatureIn({ authorization: request.headers['authorization'] });
      if (signature) await request.verifySignature(sent, kind.signingName);
      const bytes = await unpacked(sent, request.headers['content-encoding'], kind.maxBytes);
      const message = (encoding === 'json' ? readJson(Buffer.from(bytes).toString(), kind.fields) : readProtobuf(bytes, kind.fields)) as T;
      const there = signature ? ctx.in({ account: accountOf(signature.accessKeyId), region: signature.region }) : ctx;
      const rejected = await kind.take(message, { ctx: there, isSigned: signature !== undefined, headers: request.headers });
      await ctx.committed();
      return answer(200, encoding, writeSuccess(encoding, rejected));
    } catch (error) {
      if (error instanceof MalformedMessage)
        return refused(400, INVALID_ARGUMENT, error.name, `The request cannot be read: ${error.message}.`);
      if (!(error instanceof Fault)) throw error;
      const { status = 400 } = error.options;
      return refused(status, status === 403 ? PERMISSION_DENIED : INVALID_ARGUMENT, error.code, error.message);
    }
  };

/** The kinds of refusals that were told. */
class RefusalKinds implements Owned {
  readonly kinds = new Set<string>();
  async stop(): Promise<void> {}
}

/** Exporters send the same again and again, and hide the answer: each kind of refusal is told once, until all state is replaced. */
function tellOnce(name: string, code: string, reason: string, ctx: Ctx): void {
  const { kinds } = ctx.own(`${ctx.service}.otlp-told`, () => new RefusalKinds());
  const kind = `${name} ${code}`;
  if (kinds.has(kind)) return;
  kinds.add(kind);
  ctx.report(OTLP_REFUSED, { name, reason }, { what: 'request', resource: ctx.service, name, cause: `${code}: ${reason}` });
}

const answer = (status: number, encoding: Encoding, body: Uint8Array | string): RouteResponse => ({
  status,
  headers: { 'content-type': TYPES[encoding] },
  body,
});

async function unpacked(bytes: Uint8Array, encoding: string | undefined, maxBytes: number): Promise<Uint8Array> {
  const tooLarge = () => new Fault('RequestEntityTooLarge', `The request has more than ${maxBytes} bytes, unpacked.`, { status: 413 });
  if (encoding === undefined || encoding === 'identity') {
    if (bytes.length > maxBytes) throw tooLarge();
    return bytes;
  }
  if (encoding !== 'gzip') throw new Fault('UnsupportedMediaType', `The compression ${encoding} is not known: gzip is.`, { status: 415 });
  try {
    return await unpack(bytes, { maxOutputLength: maxBytes });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge();
    throw new Fault('InvalidArgument', 'The request cannot be read: it is no gzip.', { status: 400 });
  }
}
