// The intermediate representation of a service model: what the generator writes to models/dist/<service>.json and the codecs compile.
// Plain data; a flag that is absent is off. Compact on purpose: it is parsed when a service gets its first call.

export type ProtocolId = 'awsJson1_0' | 'awsJson1_1' | 'awsQuery' | 'restJson1' | 'restXml' | 'rpcv2Cbor';

export type SimpleKind =
  | 'string'
  | 'number'
  | 'boolean'
  /** A moment in the protocol's own default format; the three after it say theirs. */
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

/** An open end is null. */
type Bounds = readonly [min: number | null, max: number | null];

/** What a value must satisfy beyond its type. `item`, `key` and `value` speak of list items, map keys and map values. */
export interface Constraint {
  len?: Bounds;
  range?: Bounds;
  /** Takes whole numbers only, of so many bits. */
  integer?: 32 | 64;
  pattern?: string;
  /** The pattern as the service prints it, where that differs from what it tests. */
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
  /** Part of the URI's path. */
  label?: 1;
  /** Part of the host name that some clients put in front. */
  hostLabel?: 1;
  /** Name of a query parameter. */
  query?: string;
  /** Every query parameter that no other member claims. */
  queryParams?: 1;
  header?: string;
  /** Every header that starts like this. */
  prefixHeaders?: string;
  /** Is the whole body. */
  payload?: 1;
  /** Content type of a payload of bytes or text, where the answer's headers say none. */
  contentType?: string;
  /** Is the response's status. */
  statusCode?: 1;
  jsonName?: string;
  xmlName?: string;
  flattened?: 1;
  attribute?: 1;
  namespace?: readonly [prefix: string, uri: string];
  eventPayload?: 1;
  eventHeader?: 1;
  /** The names under which the query protocol accepts this member, instead of its XML name. */
  queryAliases?: readonly string[];
  /** On the query protocol: where absent, the URL that the request was sent to. */
  requestUrl?: 1;
  constraint?: Constraint;
}

export type Member = readonly [name: string, ref: Ref, traits?: MemberTraits];

/** Members that the wire does not carry as XML or JSON text of their own. */
export interface StructureShape {
  kind: 'structure' | 'union' | 'error';
  name: string;
  members: Member[];
  xmlName?: string;
  /** A union that travels as a stream of events. */
  eventStream?: 1;
  error?: ErrorFacts;
}

export interface ErrorFacts {
  blame: 'client' | 'server';
  status?: number;
  /** Code on the query protocol, where it is not the shape's name. */
  queryCode?: string;
  queryStatus?: number;
}

export interface ListShape {
  kind: 'list';
  name: string;
  item: Ref;
  itemTraits?: MemberTraits;
  /** Keeps null items. */
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
  /** Index of the structure, or null where there is none. */
  input: number | null;
  output: number | null;
  http?: HttpTrait;
  /** What SDKs put in front of the host name. */
  hostPrefix?: string;
  errors?: string[];
  /** The output's only member is written as the root element's content. */
  unwrapped?: 1;
  /** Root element of the XML answer, where the rule does not hold. */
  rootElement?: string;
  /** Of a body that is read whole, where it may be larger than those of other operations. */
  maxBodyBytes?: number;
}

/** Per-service facts that no model carries. */
export interface Profile {
  validation: {
    /** `coral` is the wording that these services share; `parameters` asks for required members only, each by name; `off` leaves all checks to the handlers. */
    style: 'coral' | 'parameters' | 'off';
    code: string;
    /** Code on the query protocol. */
    queryCode: string;
    /** Paths start with the input's name (`createRestApiInput.name`). */
    inputPrefix?: boolean;
  };
  unknownOperation: { code: string; status: number };
  /** Spelling of the message in an error of which the model knows nothing. */
  messageMember: 'message' | 'Message';
  /** Unions with two members set are left to the handler, which has words of its own. */
  lenientUnions?: boolean;
  /** Root of an XML error document: `<ErrorResponse><Error>…` or a bare `<Error>`. */
  bareXmlErrors?: boolean;
}

export interface ServiceIR {
  id: string;
  /** Package and version that it was made from. */
  from: string;
  namespace: string;
  version: string;
  xmlNamespace?: string;
  /** What stands before the dot in `X-Amz-Target`. */
  target: string;
  signingName: string;
  protocol: ProtocolId;
  /** Further protocols that clients of this service speak. */
  also: ProtocolId[];
  /** Answers carry the query protocol's error codes in a header. */
  queryCompatible?: boolean;
  profile: Profile;
  shapes: Shape[];
  operations: Record<string, OperationIR>;
  /** Error name → index of its shape. */
  errors: Record<string, number>;
  enums: Record<string, string[]>;
}
