// The manifest of a service: names and lazy imports, never code.

import type { Access, Effect } from './access.ts';
import type { FindKeyHolder, Identities } from './authorization/identity.ts';
import type { Protects } from './authorization/protected-resource.ts';
import type { ResourceMember } from './call-resource.ts';
import type { Cors } from './cors.ts';
import type { DeliveryMetrics } from './delivery/delivery-metrics.ts';
import type { DeliverySender } from './delivery/delivery-sender.ts';
import type { Target } from './delivery/target.ts';
import type { FindIssuedKey } from './issued-key.ts';
import type { LogSource } from './log-source.ts';
import type { ReadGauges } from './metrics/gauges.ts';
import type { Operation } from './operation.ts';
import type { MultiGuard } from './policy/resource-policy.ts';
import type { ResourceType } from './resources/resource-type.ts';
import type { Route } from './route.ts';
import type { Source } from './source.ts';
import type { DueWork } from './time/work.ts';
import type { ResourceLinks } from './traces/map/resource-links.ts';
import type { Traffic } from './traces/map/traffic.ts';
import type { Upgrade } from './upgrade.ts';

type Load<T> = () => Promise<T>;

/** One file of operations, loaded with the first call of one of them. */
export interface OperationFile {
  readonly load: Load<object>;
  readonly names: readonly string[];
}

/** Names the operations that a file exports; naming an operation that it does not export is a compile error. */
export function operationsIn<Module extends object, const N extends readonly (keyof Module & string)[]>(
  load: Load<Module>,
  ...names: N & { [I in keyof N]: N[I] extends keyof Module ? (Module[N[I]] extends Operation<N[I]> ? N[I] : never) : never }
): OperationFile {
  return { load, names };
}

export interface TargetKind {
  /** Matches the ARNs of this kind. */
  readonly arn: RegExp;
  readonly load: Load<{ target: Target }>;
}

/** A route that the service answers itself for every client, including pages of every origin: it alone decides whom to let in. */
export interface OpenRoute {
  /** Matches host names (lower case, without a port), at whatever address they are reached. */
  readonly hosts: RegExp;
  /** The same on the gateway's own host, for clients that cannot resolve such names. */
  readonly prefix: string;
  /** Further paths on the gateway's own host: forms that clients of other emulators use. Matched against the raw path without its query. */
  readonly paths?: RegExp;
  readonly load: Load<{ route: Route }>;
  /** Clients are given such hosts below the cloud's own domain (`ID.execute-api.REGION.amazonaws.com`): outputs of stacks name them here instead. */
  readonly hasCloudUrls?: true;
  /** Takes WebSocket handshakes at the same addresses; without it they are refused. */
  readonly upgrade?: Load<{ upgrade: Upgrade }>;
}

/** Requests to one path, told from requests of the cloud's API to the same path. */
export interface RouteRequests {
  readonly method: string;
  readonly contentType: RegExp;
}

/** Requests of the OpenTelemetry protocol: others at its paths are for a bucket of that name. */
export const OTLP_REQUESTS: RouteRequests = { method: 'POST', contentType: /^application\/(?:x-protobuf|json)\b/ };

export interface ServiceRoute extends Access {
  /** `reads`: GET and HEAD change nothing. */
  readonly effect: Effect;
  /** Only these requests, to exactly this path, which is no prefix then: others are for the cloud's API. */
  readonly only?: RouteRequests;
  readonly load: Load<{ route: Route }>;
}

export interface SourceKind {
  /** Matches the ARNs of this kind. */
  readonly arn: RegExp;
  readonly load: Load<{ source: Source }>;
}

export interface LogSourceKind {
  /** Matches the ARNs of this kind. */
  readonly arn: RegExp;
  readonly load: Load<{ logSource: LogSource }>;
}

/** How a request that sends something is sent again (`emulator replay`). */
export interface Replaying {
  /** The way to the member that holds what is sent: another input takes its place. Names as on the wire. */
  readonly input: readonly (string | number)[];
  /** A member whose value the service takes once, such as the name of an execution: it gets another one. */
  readonly once?: string;
}

/**
 * The parts of a service. Reading the manifest loads no other file of the service.
 *
 * @example
 * export const ecr = service('ecr', {
 *   resourceMembers: ['repositoryName'],
 *   operations: [operationsIn(() => import('./repositories.ts'), 'CreateRepository', 'DescribeRepositories')],
 *   refused: { PutImage: 'no registry is emulated: repositories keep their settings, and no images.' },
 *   resources: { 'AWS::ECR::Repository': () => import('./resources/repository.ts') },
 * });
 */
export interface Manifest {
  readonly operations: readonly OperationFile[];
  /** `licensed`: refused where the tiers of the established emulator are asked for and no token is there. */
  readonly tier?: 'licensed';
  /** Operations whose names promise that they only read, and that do more: they run code, take something away, or hand out credentials. */
  readonly actingReads?: readonly string[];
  /** Operations that lead to less data, besides those whose names say that they remove something: they work on a full disk, too. */
  readonly makesRoom?: readonly string[];
  /** Operations that are known and refused, each with the sentence that clients receive. */
  readonly refused?: Readonly<Record<string, string>>;
  /** Operations that only store records of effects that do not happen here, each with the sentence that the coverage page shows. */
  readonly recordsOnly?: Readonly<Record<string, string>>;
  /** Input members that name the resource of a call in its log line, of which the first that an input has is shown. */
  readonly resourceMembers: readonly ResourceMember[];
  /** The facts by which the map of traffic names its resources, and tells their use from their management. */
  readonly traffic?: Traffic;
  /** Reads the ways between resources that their settings lay down: they are on the map before a request takes them. */
  readonly links?: Load<{ links: ResourceLinks }>;
  /** Operations that send something, by name, with the parts that change where it is sent again. */
  readonly replaying?: Readonly<Record<string, Replaying>>;
  /** Finds resource policies: asked before an operation runs for another service. */
  readonly guard?: Load<{ guard: MultiGuard }>;
  readonly targets?: Readonly<Record<string, TargetKind>>;
  /** The metrics of resources that count how their deliveries end. */
  readonly deliveryMetrics?: DeliveryMetrics;
  /** Describes dead letters of this service's deliveries (by default, a dead letter is the delivery itself), and may make the attempts. */
  readonly sender?: Load<{ sender: DeliverySender }>;
  /** Records that other services may process in batches. */
  readonly sources?: Readonly<Record<string, SourceKind>>;
  /** Logs with shards that other services may read in batches, each reader at its own position. */
  readonly logSources?: Readonly<Record<string, LogSourceKind>>;
  /** Reads the gauges of resources, by the namespace of their metrics (`AWS/SQS`). */
  readonly gauges?: Readonly<Record<string, Load<{ gauges: ReadGauges }>>>;
  /** Due work by name (`<service>.<what>`), run when its time has come. */
  readonly work?: Readonly<Record<string, Load<{ work: Readonly<Record<string, DueWork>> }>>>;
  /** HTTP paths outside the cloud's API, by prefix (`/_cloud/function/`). */
  readonly routes?: Readonly<Record<string, ServiceRoute>>;
  readonly openRoutes?: readonly OpenRoute[];
  /** CloudFormation resource types by name (`AWS::SQS::Queue`). */
  readonly resources?: Readonly<Record<string, Load<{ resource: ResourceType }>>>;
  /** Tells which web origins a resource of this service allows by its own configuration. */
  readonly cors?: Load<{ cors: Cors }>;
  /** Finds the access keys that this service makes: the gateway verifies signatures with their secrets, and calls are judged by who holds them. */
  readonly accessKeys?: Load<{ issuedKey: FindIssuedKey; keyHolder: FindKeyHolder }>;
  /** Keeps the policies of identities: operations of this service that change something may change what callers may do. */
  readonly identities?: Load<{ identities: Identities }>;
  /** Finds the policies and tags of resources, by which calls are judged. */
  readonly protects?: Load<{ protects: Protects }>;
  /** Operations that need no signature; `all` where the service checks anonymous callers itself. */
  readonly anonymous?: 'all' | readonly string[];
  /** The operation that takes a form with signed fields, which it verifies itself (`ctx.http.verifyForm`). */
  readonly signedForm?: string;
}

export interface Service extends Manifest {
  readonly name: string;
}

export const service = (name: string, manifest: Manifest): Service => ({ name, ...manifest });
