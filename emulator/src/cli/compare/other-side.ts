// The sides of a comparison: the emulator, and an endpoint or the real cloud. Tells where a request goes, and how it is signed anew for the cloud.
import { digest, type SigningKey, signedHeaders } from '#lib/sign-v4';
import type { Detected } from '#protocol/detect';
import type { ServiceIR } from '#protocol/ir';

/** A request as a client sent it, without the hop-by-hop parts. */
export interface SentRequest {
  readonly method: string;
  /** With the query. */
  readonly target: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

export interface OnwardRequest extends SentRequest {
  readonly origin: string;
}

export interface Side {
  /** For messages: an address, or `profile work (eu-west-1)`. */
  readonly name: string;
  onward(sent: SentRequest, detected: Detected, ir: ServiceIR | undefined, operation: string | undefined): OnwardRequest;
  /** Sees each answer, before it is passed on. */
  learn(body: Uint8Array): void;
}

/** Endpoints get requests as they are: the host that the client signed is that of the proxy. */
export const endpointSide = (url: string): Side => ({
  name: url,
  onward: (sent) => ({ ...sent, origin: url }),
  learn: () => undefined,
});

export interface CloudOptions {
  readonly profile: string;
  readonly key: SigningKey;
  readonly region: string;
  /** Address of the proxy, which clients name in queue URLs. */
  readonly proxyUrl: () => string;
  readonly now: () => number;
}

const GLOBAL_SERVICES = new Set(['iam']);

/** The host of a service: https://docs.aws.amazon.com/general/latest/gr/rande.html. Global services are signed for one region. */
function cloudHost(service: string, endpoint: string, region: string): { readonly host: string; readonly region: string } {
  const suffix = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com';
  if (!GLOBAL_SERVICES.has(service)) return { host: `${endpoint}.${region}.${suffix}`, region };
  if (region.startsWith('cn-')) return { host: `${endpoint}.cn-north-1.${suffix}`, region: 'cn-north-1' };
  if (region.startsWith('us-gov-')) return { host: `${endpoint}.us-gov.${suffix}`, region: 'us-gov-west-1' };
  return { host: `${endpoint}.${suffix}`, region: 'us-east-1' };
}

/** Names of hosts that differ from the id. */
const ENDPOINTS = new Map(
  Object.entries({
    dynamodbstreams: 'streams.dynamodb',
    cloudwatch: 'monitoring',
    ecr: 'api.ecr',
    cloudcontrol: 'cloudcontrolapi',
    apigatewayv2: 'apigateway',
  }),
);

/** Headers that the proxy makes itself. */
const REMADE = new Set(['authorization', 'x-amz-date', 'x-amz-security-token', 'host', 'connection', 'content-length', 'expect']);
const PRESIGNED = /^X-Amz-(?:Algorithm|Credential|Date|Expires|SignedHeaders|Signature|Security-Token)$/i;

/** The real cloud, with a profile's credentials. Keys that it hands out during the run sign the requests that name them. */
export function cloudSide({ profile, key, region: home, proxyUrl, now }: CloudOptions): Side {
  const known = new Map<string, SigningKey>();
  return {
    name: `profile ${profile} (${home})`,
    learn: (body) => {
      const found = keyIn(Buffer.from(body).toString());
      if (found) known.set(found.accessKeyId, found);
    },
    onward: (sent, detected, ir, operation) => {
      const signingName = ir?.signingName ?? detected.service;
      const wanted = detected.region || home;
      const prefix = operation === undefined ? '' : (ir?.operations[operation]?.hostPrefix ?? '');
      const endpoint = `${/^[a-z-]+$/.test(prefix) ? prefix : ''}${ENDPOINTS.get(detected.service) ?? detected.service}`;
      const { host, region } = cloudHost(detected.service, endpoint, wanted);
      const [path = '/', query = ''] = sent.target.split(/\?(.*)/s);
      const bucket = detected.bucket === undefined ? '' : `/${detected.bucket}`;
      const kept = query.split('&').filter((pair) => pair !== '' && !PRESIGNED.test(pair.split('=')[0]!));
      const target = `${bucket}${path}${kept.length > 0 ? `?${kept.join('&')}` : ''}`;
      const body = signingName === 'sqs' ? replaced(sent.body, proxyUrl(), `https://${host}`) : sent.body;
      const headers = Object.fromEntries(Object.entries(sent.headers).filter(([name]) => !REMADE.has(name)));
      if (detected.accessKeyId === undefined) return { ...sent, origin: `https://${host}`, target, headers, body };
      const isObjects = signingName === 's3';
      const hash = { ...(isObjects && { 'x-amz-content-sha256': digest(body) }) };
      const signed = Object.fromEntries(Object.entries({ ...headers, ...hash }).filter(([name]) => name.startsWith('x-amz-')));
      const url = { host, pathname: `${bucket}${path}`, searchParams: new URLSearchParams(kept.join('&')) };
      const signable = {
        method: sent.method,
        url,
        body,
        service: signingName,
        region,
        atMs: now(),
        headers: signed,
        isSignedAsSent: isObjects,
      };
      const authorization = signedHeaders(signable, known.get(detected.accessKeyId) ?? key);
      return { method: sent.method, origin: `https://${host}`, target, body, headers: { ...headers, ...hash, ...authorization } };
    },
  };
}

const replaced = (body: Uint8Array, from: string, to: string): Uint8Array =>
  Buffer.from(Buffer.from(body).toString().replaceAll(from, to).replaceAll(encodeURIComponent(from), encodeURIComponent(to)));

const KEY_ID = /(?:<AccessKeyId>|"AccessKeyId"\s*:\s*")([^<"]+)/;
const SECRET = /(?:<SecretAccessKey>|"SecretAccessKey"\s*:\s*")([^<"]+)/;
const TOKEN = /(?:<SessionToken>|"SessionToken"\s*:\s*")([^<"]+)/;

/** Keys in an answer of the token or identity service. */
function keyIn(text: string): SigningKey | undefined {
  const [accessKeyId, secretAccessKey, sessionToken] = [KEY_ID, SECRET, TOKEN].map((pattern) => pattern.exec(text)?.[1]);
  return accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey, sessionToken } : undefined;
}
