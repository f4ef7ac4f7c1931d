// Finds the service of a request before any model is loaded: by target header, protocol path, signature scope, host, form action; else S3.
import { type HostFacts, type HostNames, hostFacts } from './http/host.ts';
import { firstFields, firstValue, type WireRequest } from './http/wire.ts';
import type { ProtocolId } from './ir.ts';
import { readGenerated } from './models.ts';
import { type SignatureScope, signatureScope } from './sigv4.ts';
import { decodeText } from './text.ts';

/** The facts about a service that the generator provides outside its model. */
export interface ServiceMarks {
  readonly id: string;
  /** The part of `X-Amz-Target` before the dot. */
  readonly target: string;
  readonly signingName: string;
  readonly signingAliases?: readonly string[];
  /** Names of its hosts besides its id and signing name. */
  readonly endpoints?: readonly string[];
  /** A bucket may precede its host name. */
  readonly virtualHosts?: true;
  /** Actions that are also called without `Version`. */
  readonly unversionedActions?: readonly string[];
  /** The `Version` in its forms. */
  readonly version: string;
  readonly protocol: ProtocolId;
  readonly also: readonly ProtocolId[];
  /** First segments of its paths, where another service has the same signing name. */
  readonly pathSegments?: readonly string[];
  /** Receives requests that no other service claims. */
  readonly fallback?: true;
}

export interface Detected {
  /** Id of the service; where `known` is false, the name that the request used for it. */
  readonly service: string;
  readonly known: boolean;
  /** Undefined for REST services: their router finds the operation. */
  readonly operation?: string | undefined;
  readonly protocol: ProtocolId;
  readonly region?: string | undefined;
  readonly accessKeyId?: string | undefined;
  /** The bucket in the host name; put it back into the path before routing (`withBucket`). */
  readonly bucket?: string | undefined;
  readonly presigned: boolean;
}

export interface Detection {
  /** Whether the body is a form whose action must be known first: then read and decompress it before `detect`. */
  needsBody(request: WireRequest): boolean;
  detect(request: WireRequest): Detected;
  /** The names that a signature's scope may use for this service. */
  signingNames(service: string): readonly string[];
  /** The service whose endpoint has this host name: `sqs.eu-west-1.amazonaws.com`. Undefined for names of other services. */
  serviceAt(host: string): string | undefined;
}

type ServiceMatch = Pick<Detected, 'service' | 'known' | 'operation' | 'protocol'>;

const hostNames = ({ id, signingName, endpoints = [] }: ServiceMarks): string[] => [id, signingName, ...endpoints];

const speaksQuery = (marks: ServiceMarks | undefined): boolean =>
  marks?.protocol === 'awsQuery' || marks?.also.includes('awsQuery') === true;

const isFormPost = ({ method, headers }: WireRequest): boolean =>
  method === 'POST' && headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true;

/** Signing names of services without a model here whose clients read XML. */
const REST_XML = new Set(['cloudfront', 'route53', 's3-outposts', 's3control']);

/** Queue URLs (`/000000000000/name`) accept forms, too. */
const FORM_PATH = /^\/(?:\d{12}\/[\w.-]+)?$/;

class MarksTable implements Detection {
  readonly #all: readonly ServiceMarks[];

  readonly #targets: ReadonlyMap<string, ServiceMarks>;
  readonly #hosts: HostNames;
  /** By the names that signatures use for them. */
  readonly #signing = new Map<string, ServiceMarks[]>();

  constructor(all: readonly ServiceMarks[]) {
    this.#all = all;
    this.#targets = new Map(all.map((marks) => [marks.target, marks]));
    for (const marks of all)
      for (const name of new Set([marks.signingName, ...(marks.signingAliases ?? [])]))
        this.#signing.set(name, [...(this.#signing.get(name) ?? []), marks]);
    this.#hosts = {
      endpoints: new Set(all.flatMap(hostNames)),
      virtual: new Set(all.filter(({ virtualHosts }) => virtualHosts).flatMap(hostNames)),
    };
  }

  /** Finds a service by its name in a signature or host; services that share a name are told apart by their paths. */
  #byName(name: string, path: string): ServiceMarks | undefined {
    const named = this.#signing.get(name) ?? [];
    if (named.length < 2) return named[0];
    const segment = path.split('/')[1] ?? '';
    return named.find((marks) => marks.pathSegments?.includes(segment)) ?? named[0];
  }

  signingNames(service: string): readonly string[] {
    const marks = this.#all.find(({ id }) => id === service);
    return marks ? [marks.signingName, ...(marks.signingAliases ?? [])] : [service];
  }

  serviceAt(host: string): string | undefined {
    const { endpoint } = hostFacts(host, this.#hosts);
    return endpoint === undefined ? undefined : this.#byHost(endpoint, '/')?.id;
  }

  needsBody(request: WireRequest): boolean {
    const { headers, path } = request;
    if (!isFormPost(request) || headers['x-amz-target'] || headers['smithy-protocol']) return false;
    const scope = signatureScope(request);
    if (scope?.service) {
      const marks = this.#byName(scope.service, path);
      // The operation of a service without a model is named in the error
      return marks === undefined || speaksQuery(marks);
    }
    const { endpoint } = hostFacts(headers['host'], this.#hosts);
    return FORM_PATH.test(path) && (endpoint === undefined || speaksQuery(this.#byHost(endpoint, path)));
  }

  detect(request: WireRequest): Detected {
    const scope = signatureScope(request);
    const host = hostFacts(request.headers['host'], this.#hosts);
    const { service, known, operation, protocol } =
      this.#byTarget(request, scope) ??
      this.#byProtocolPath(request) ??
      this.#byScope(request, scope) ??
      this.#byHostName(request, host) ??
      this.#byForm(request) ??
      this.#fallback();
    // Written out, because spreading an object costs more than everything else here.
    return {
      service,
      known,
      operation,
      protocol,
      region: scope?.region || host.region,
      accessKeyId: scope?.accessKeyId,
      bucket: host.bucket,
      presigned: scope?.presigned ?? false,
    };
  }

  #byTarget({ headers, path }: WireRequest, scope: SignatureScope | undefined): ServiceMatch | undefined {
    const target = headers['x-amz-target'];
    if (target === undefined) return undefined;
    const dot = target.lastIndexOf('.');
    const prefix = target.slice(0, Math.max(dot, 0));
    const marks = this.#targets.get(prefix);
    const type = headers['content-type'] ?? '';
    const said = saidProtocol(type);
    const operation = target.slice(dot + 1);
    if (marks) return { service: marks.id, known: true, operation, protocol: said ?? jsonOf(marks) };
    const signed = scope?.service === undefined ? undefined : this.#byName(scope.service, path);
    return { service: signed?.id ?? scope?.service ?? prefix, known: signed !== undefined, operation, protocol: said ?? 'awsJson1_1' };
  }

  #byProtocolPath({ headers, path }: WireRequest): ServiceMatch | undefined {
    const [, name, operation] = /^\/service\/([^/]+)\/operation\/([^/]+)$/.exec(path) ?? [];
    if (name === undefined || headers['smithy-protocol'] !== 'rpc-v2-cbor') return undefined;
    const marks = this.#targets.get(name);
    return { service: marks?.id ?? name, known: marks !== undefined, operation, protocol: 'rpcv2Cbor' };
  }

  #byScope(request: WireRequest, scope: SignatureScope | undefined): ServiceMatch | undefined {
    if (scope?.service === undefined) return undefined;
    const marks = this.#byName(scope.service, request.path);
    if (marks) return this.#asMarked(marks, request);
    const action = actionOf(request);
    const protocol = action ? queryProtocol(request) : REST_XML.has(scope.service) ? 'restXml' : 'restJson1';
    return { service: scope.service, known: false, operation: action?.action, protocol };
  }

  /** The content type proves nothing (some clients label every body as a form): the service's protocol decides what may be a form. */
  #asMarked(marks: ServiceMarks, request: WireRequest): ServiceMatch {
    const action = speaksQuery(marks) ? actionOf(request) : undefined;
    if (!action) return { service: marks.id, known: true, protocol: isQueryWithoutAction(marks, request) ? 'awsQuery' : marks.protocol };
    const versioned = this.#byVersion(action.version) ?? marks;
    return { service: versioned.id, known: true, operation: action.action, protocol: queryProtocol(request) };
  }

  #byHost(endpoint: string, path: string): ServiceMarks | undefined {
    const named = this.#all.filter((marks) => marks.id === endpoint || marks.endpoints?.includes(endpoint));
    return named.find(({ pathSegments }) => pathSegments === undefined || pathSegments.length === 0) ?? this.#byName(endpoint, path);
  }

  #byHostName(request: WireRequest, { endpoint }: HostFacts): ServiceMatch | undefined {
    const marks = endpoint === undefined ? undefined : this.#byHost(endpoint, request.path);
    return marks && this.#asMarked(marks, request);
  }

  #byVersion(version: string | undefined): ServiceMarks | undefined {
    return version === undefined ? undefined : this.#all.find((marks) => marks.version === version && speaksQuery(marks));
  }

  #byAction(action: string | undefined): ServiceMarks | undefined {
    return action === undefined ? undefined : this.#all.find(({ unversionedActions }) => unversionedActions?.includes(action));
  }

  #byForm(request: WireRequest): ServiceMatch | undefined {
    const action = actionOf(request);
    const marks = action?.version === undefined ? this.#byAction(action?.action) : this.#byVersion(action.version);
    if (!action || !marks || !FORM_PATH.test(request.path)) return undefined;
    return { service: marks.id, known: true, operation: action.action, protocol: queryProtocol(request) };
  }

  #fallback(): ServiceMatch {
    const marks = this.#all.find(({ fallback }) => fallback) ?? this.#all[0]!;
    return { service: marks.id, known: true, protocol: marks.protocol };
  }
}

/** The protocol that a content type names. */
function saidProtocol(type: string): ProtocolId | undefined {
  if (type.includes('json-1.0')) return 'awsJson1_0';
  if (type.includes('json-1.1')) return 'awsJson1_1';
  return type.includes('x-amz-cbor-1.1') ? 'awsCbor1_1' : undefined;
}

/** Query calls are answered in XML, unless they ask for JSON. */
const queryProtocol = ({ headers }: WireRequest): ProtocolId =>
  headers['accept']?.includes('application/json') ? 'awsQueryJson' : 'awsQuery';

/** A GET of a service that speaks JSON in POST requests can only be meant as a query. */
const isQueryWithoutAction = (marks: ServiceMarks, { method }: WireRequest): boolean =>
  method === 'GET' && marks.also.includes('awsQuery') && marks.protocol.startsWith('awsJson');

const jsonOf = ({ protocol, also }: ServiceMarks): ProtocolId =>
  [protocol, ...also].find((one) => one.startsWith('awsJson')) ?? 'awsJson1_1';

/** `Action` and `Version` of a query call, from its form or URL. */
function actionOf(request: WireRequest): { action: string; version: string | undefined } | undefined {
  const { Action: action, Version: version } =
    isFormPost(request) && request.body.length > 0
      ? firstFields(decodeText(request.body), ['Action', 'Version'])
      : { Action: firstValue(request.query.get('Action')), Version: firstValue(request.query.get('Version')) };
  return action === undefined ? undefined : { action, version };
}

export const createDetection = (): Detection => new MarksTable(readGenerated('detection.json') as ServiceMarks[]);
