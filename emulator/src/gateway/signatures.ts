// Verifies signatures of requests: of all where SIGNATURES asks for it, and always of requests that come from pages of other origins.
import { createHash } from 'node:crypto';
import { accountOf } from '#core/access-key';
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import type { Kernel } from '#core/kernel';
import type { Detected } from '#protocol/detect';
import { withBucket } from '#protocol/http/host';
import type { WireRequest } from '#protocol/http/wire';
import { type ChunkVerifier, chunkVerifier } from '#protocol/signature/chunks';
import { faultsOf, wrongPayload } from '#protocol/signature/faults';
import { type FormFields, formSigner, verifyForm } from '#protocol/signature/form';
import { parseSignature } from '#protocol/signature/parse';
import { type BodyCheck, type Key, verifySignature } from '#protocol/signature/verify';
import { SIGNATURE_BAD } from './messages.ts';

/** The facts about a request when its signature is verified. */
export interface Subject {
  readonly detected: Detected;
  readonly operation: string;
  readonly wire: WireRequest;
  /** The names that a signature's scope may use for the service. */
  readonly serviceNames: readonly string[];
  /** The body as sent; undefined where it is a stream. */
  readonly body: Uint8Array | undefined;
  /** A page of another origin sent the request: only keys made here count, because the page knows the secret of any other. */
  readonly crossOrigin: boolean;
  /** Makes a context in the account and region of the request. */
  readonly ctx: () => Ctx;
}

export interface Signatures {
  /** Only requests from pages of other origins need verification. */
  readonly ignored: boolean;
  /** Returns what is still to be verified of a streamed body. @throws Fault in the words of the service */
  verify(subject: Subject): Promise<BodyCheck>;
  /** The same for the fields of an upload form. */
  verifyForm(fields: FormFields, subject: Pick<Subject, 'crossOrigin' | 'ctx' | 'operation'>): Promise<void>;
}

/** The secret of keys that were not made here: a convention among users of emulators, and so known to everybody. */
const KNOWN_SECRET = 'test';
const KNOWN_ID = /^(?:test|\d{12})$/;

export function createSignatures({ options, registry, clock, log }: Pick<Kernel, 'options' | 'registry' | 'clock' | 'log'>): Signatures {
  const { SIGNATURES: mode } = options;
  const configured = keysIn(options.ACCESS_KEYS);

  const findKey = async (accessKeyId: string, { crossOrigin, ctx }: Pick<Subject, 'crossOrigin' | 'ctx'>): Promise<Key | undefined> => {
    const issued = await registry.issuedKey(accessKeyId, ctx().in({ account: accountOf(accessKeyId) }));
    if (issued) return issued.active ? issued : undefined;
    if (crossOrigin) return undefined;
    const secret = configured.get(accessKeyId) ?? (KNOWN_ID.test(accessKeyId) ? KNOWN_SECRET : undefined);
    return secret === undefined ? undefined : { secret };
  };

  const verified = async (subject: Subject): Promise<BodyCheck> => {
    const { detected, wire, serviceNames, body, operation, crossOrigin } = subject;
    const service = registry.service(detected.service);
    const faults = faultsOf(detected.protocol);
    if (operation === service?.signedForm) return {};
    const signature = parseSignature(wire);
    if (signature === undefined) {
      if (!crossOrigin && (service?.anonymous === 'all' || service?.anonymous?.includes(operation))) return {};
      throw faults.missing();
    }
    if ('why' in signature) throw faults.malformed(signature.why, signature.inQuery);
    const key = await findKey(signature.accessKeyId, subject);
    if (!key) throw faults.unknownKey(signature.accessKeyId);
    const request = {
      wire,
      objectPath: withBucket(wire.path, detected.bucket),
      protocol: detected.protocol,
      serviceNames,
      bodyHash: body && createHash('sha256').update(body).digest('hex'),
    };
    return verifySignature(signature, key, request, clock.now());
  };

  const verifiedForm = async (fields: FormFields, subject: Pick<Subject, 'crossOrigin' | 'ctx'>): Promise<void> => {
    const signer = formSigner(fields);
    if (signer === undefined) {
      if (subject.crossOrigin) throw faultsOf('restXml').missing();
      return;
    }
    const key = await findKey(signer, subject);
    if (!key) throw faultsOf('restXml').unknownKey(signer);
    verifyForm(fields, key, clock.now());
  };

  /** Only logs a bad signature, where SIGNATURES asks for that. */
  const tolerant = async <T>(check: Promise<T>, { crossOrigin, operation }: Pick<Subject, 'crossOrigin' | 'operation'>, otherwise: T) => {
    if (mode === 'verify' || crossOrigin) return check;
    try {
      return await check;
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      log.in('gateway').write(SIGNATURE_BAD, { operation, code: error.code, reason: error.message.split('\n', 1)[0]! });
      return otherwise;
    }
  };

  return {
    ignored: mode === 'ignore',
    verify: (subject) => (mode === 'ignore' && !subject.crossOrigin ? Promise.resolve({}) : tolerant(verified(subject), subject, {})),
    verifyForm: async (fields, subject) => {
      if (mode !== 'ignore' || subject.crossOrigin) await tolerant(verifiedForm(fields, subject), subject, undefined);
    },
  };
}

/** `id:secret,id:secret` */
const keysIn = (text: string): ReadonlyMap<string, string> =>
  new Map(
    text
      .split(',')
      .map((pair) => pair.trim())
      .filter((pair) => pair.includes(':'))
      .map((pair) => [pair.slice(0, pair.indexOf(':')), pair.slice(pair.indexOf(':') + 1)]),
  );

export const verifierOf = ({ chunks }: BodyCheck): ChunkVerifier | undefined => chunks && chunkVerifier(chunks);

/** Passes the bytes on; rejects at their end where they are not the bytes that were signed. */
export async function* hashed(source: AsyncIterable<Uint8Array>, claimed: string): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  for await (const piece of source) {
    hash.update(piece);
    yield piece;
  }
  const computed = hash.digest('hex');
  if (computed !== claimed) throw wrongPayload(claimed, computed);
}
