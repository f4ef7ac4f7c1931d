// The intermediate representation of a service model: the generator writes it to models/dist/<service>.json, the codecs compile it.
// Plain data; an absent flag is off. Compact on purpose: it is parsed when a service gets its first call.

/** `awsQueryJson`: a query call that asks for its answer in JSON; `awsCbor1_1`: awsJson with documents in CBOR, which SDKs for Java send to data streams. */
export type ProtocolId = 'awsCbor1_1' | 'awsJson1_0' | 'awsJson1_1' | 'awsQuery' | 'awsQueryJson' | 'restJson1' | 'restXml' | 'rpcv2Cbor';

export type SimpleKind =
  | 'string'
  | 'number'
  | 'boolean'
  /** A timestamp in the protocol's default format; the next three name their format. */
  | 'timestamp'
  | 'date-time'
  | 'http-date'
  | 'epoch-seconds'
  | 'blob'
  /** A blob that is never collected in memory. */
  | 'stream'
  | 'document';

/** A simple kind, or the index of a shape in `ServiceIR.shapes`. */
export type Ref = SimpleKind | number;

/** null means unbounded. */
type Bounds = readonly [min: number | null, max: number | null];

/** Conditions on a value beyond its type. `item`, `key` and `value` apply to list items, map keys and map values. */
export interface Constraint {
  len?: Bounds;
  range?: Bounds;
  /** Only whole numbers, with this many bits. */
  integer?: 32 | 64;
  pattern?: string;
  /** The pattern as the service prints it, where that differs from the tested one. */
  shown?: string;
  uniqueItems?: boolean;
  /** Name of an enumeration in `ServiceIR.enums`. */
  enum?: string;
  item?: Constraint;
  key?: Constraint;
  value?: Constraint;
}

export interface MemberTraits {
  required?: 1;
  sensitive?: 1;
  idempotencyToken?: 1;
  /** The member is a part of the URI's path. */
  label?: 1;
  /** The member is a part of the host name that some clients add. */
  hostLabel?: 1;
  /** Name of a query parameter. */
  query?: string;
  /** Receives every query parameter that no other member claims. */
  queryParams?: 1;
  header?: string;
  /** Receives every header with this prefix. */
  prefixHeaders?: string;
  /** The member is the whole body. */
  payload?: 1;
  /** Content type of a payload of bytes or text, where the headers of the answer name none. */
  contentType?: string;
  /** The member is the response's status. */
  statusCode?: 1;
  jsonName?: string;
  xmlName?: string;
  flattened?: 1;
  attribute?: 1;
  namespace?: readonly [prefix: string, uri: string];
  eventPayload?: 1;
  eventHeader?: 1;
  /** The names of this member in the query protocol, in place of its XML name. */
  queryAliases?: readonly string[];
  /** In the query protocol: where absent, it is the URL to which the request was sent. */
  requestUrl?: 1;
  /** In the query protocol: where absent, it is an empty list, which a form cannot say. */
  queryList?: 1;
  constraint?: Constraint;
}

export type Member = readonly [name: string, ref: Ref, traits?: MemberTraits];

/** Members that are not carried as XML or JSON text of their own. */
export interface StructureShape {
  kind: 'structure' | 'union' | 'error';
  name: string;
  members: Member[];
  xmlName?: string;
  /** A union that travels as a stream of events. */
  eventStream?: 1;
  /** Stays as JSON has it, bytes as base64: the service checks it. */
  raw?: 1;
  error?: ErrorFacts;
}

export interface ErrorFacts {
  blame: 'client' | 'server';
  status?: number;
  /** Code in the query protocol, where it differs from the shape's name. */
  queryCode?: string;
  queryStatus?: number;
  /** Text in the query protocol, where it differs. */
  queryMessage?: string;
}

export interface ListShape {
  kind: 'list';
  name: string;
  item: Ref;
  itemTraits?: MemberTraits;
  /** The list or map keeps null items. */
  sparse?: 1;
}

export interface MapShape {
  kind: 'map';
  name: string;
  key: Ref;
  keyTraits?: MemberTraits;
  value: Ref;
  valueTraits?: MemberTraits;
  sparse?: 1;
}

export type Shape = StructureShape | ListShape | MapShape;

interface HttpTrait {
  method: string;
  /** `/{Bucket}/{Key+}?uploads` */
  uri: string;
  status: number;
}

export interface OperationIR {
  /** Index of the structure, or null where the operation has none. */
  input: number | null;
  output: number | null;
  http?: HttpTrait;
  /** Prefix that SDKs add to the host name. */
  hostPrefix?: string;
  errors?: string[];
  /** The output's only member is written as the root element's content. */
  unwrapped?: 1;
  /** Root element of the XML answer, where it differs from the usual name. */
  rootElement?: string;
  /** Limit for a body that is read whole, where it may be larger than those of other operations. */
  maxBodyBytes?: number;
  /** The query protocol knows it at the service's own address only, not at that of a resource. */
  rootPath?: 1;
}

/** Facts about a service that no model contains. */
export interface Profile {
  validation: {
    /**
     * `coral`: the wording that most services share; `parameters`: checks only required members, one by one; `document`: checks only that
     * documents hold their required members, with `message` as the error's text. Handlers check the rest.
     */
    style: 'coral' | 'parameters' | 'document';
    code: string;
    message?: string;
    /** Code in the query protocol. */
    queryCode: string;
    /** Paths start with the input's name (`createRestApiInput.name`). */
    inputPrefix?: boolean;
  };
  /** `message`: with `{operation}` for the name that the request gave. */
  unknownOperation: { code: string; status: number; message?: string };
  /** Name of the message member in errors outside the model. */
  messageMember: 'message' | 'Message';
  /** Namespace of errors in the model, where it is not that of the package. */
  errorNamespace?: string;
  /** Root of an XML error document: `<ErrorResponse><Error>…` or a bare `<Error>`. */
  bareXmlErrors?: boolean;
  /** An XML error has an empty `<Detail/>`, too. */
  errorDetail?: boolean;
  /** The `Server` header of answers, where clients may look for it. */
  server?: string;
}

/** The parts of one kind of resource that a query parameter without a value names (`?acl`). */
export interface SelectorLevel {
  /** The URI of the resource's operations: `/{Bucket}/{Key+}`. */
  uri: string;
  /** The type of the resource itself, as refusals name it. */
  type: string;
  /** The type of each part, as refusals name it, by its selector; two that belong together are joined by `+`, sorted. */
  selectors: Record<string, string>;
  /** Selectors of the level above that are answered there, whatever follows its path. */
  ofParent?: string[];
  /** Parts that take a method only to refuse it, with status 400. */
  refusals?: { selector: string; methods: string[]; code: string; message: string }[];
  /** Parameters that are refused; with `prefix`, those of a read that begin with the name and that no operation has. `{name}` in the message is the parameter. */
  parameters?: { name: string; prefix?: true; message: string }[];
}

export interface ServiceIR {
  id: string;
  /** Package and version of its source. */
  from: string;
  namespace: string;
  version: string;
  xmlNamespace?: string;
  /** The part of `X-Amz-Target` before the dot. */
  target: string;
  signingName: string;
  protocol: ProtocolId;
  /** Further protocols that clients of this service speak. */
  also: ProtocolId[];
  /** Answers carry the query protocol's error code in a header. */
  queryCompatible?: boolean;
  profile: Profile;
  /** From the service itself downward. */
  selectors?: SelectorLevel[];
  shapes: Shape[];
  operations: Record<string, OperationIR>;
  /** Error name → index of its shape. */
  errors: Record<string, number>;
  enums: Record<string, string[]>;
}

/** Whether documents of the service have parts that are written before they are sent. */
export const hasRawShapes = ({ shapes }: ServiceIR): boolean => shapes.some((shape) => 'raw' in shape);
