// The manifest of a service: names and lazy imports, never code.

import type { Cors } from './cors.ts';
import type { DeliverySender } from './delivery/delivery-sender.ts';
import type { Target } from './delivery/target.ts';
import type { FindIssuedKey } from './issued-key.ts';
import type { Operation } from './operation.ts';
import type { Guard } from './policy/resource-policy.ts';
import type { ResourceType } from './resources/resource-type.ts';
import type { Route } from './route.ts';
import type { Source } from './source.ts';
import type { DueWork } from './time/work.ts';

type Load<T> = () => Promise<T>;

/** One file of operations, loaded with the first call of one of them. */
export interface OperationFile {
  readonly load: Load<object>;
  readonly names: readonly string[];
}

/** Names the operations that a file exports; a name that it does not export does not compile. */
export function operationsIn<Module extends object, const N extends readonly (keyof Module & string)[]>(
  load: Load<Module>,
  ...names: N & { [I in keyof N]: N[I] extends keyof Module ? (Module[N[I]] extends Operation<N[I]> ? N[I] : never) : never }
): OperationFile {
  return { load, names };
}

export interface TargetKind {
  /** ARNs that this kind takes. */
  readonly arn: RegExp;
  readonly load: Load<{ target: Target }>;
}

/** What a service answers itself to anybody, pages of every origin included: what lets them in or keeps them out is in its answer. */
export interface OpenRoute {
  /** Host names (lower case, without a port), on whatever address they reach. */
  readonly hosts: RegExp;
  /** The same on the gateway's own host, for those who cannot resolve such names. */
  readonly prefix: string;
  readonly load: Load<{ route: Route }>;
}

export interface SourceKind {
  /** ARNs that this kind takes. */
  readonly arn: RegExp;
  readonly load: Load<{ source: Source }>;
}

export interface Manifest {
  readonly operations: readonly OperationFile[];
  /** `licensed`: refused where the tiers of the established emulator are asked for and no token is there. */
  readonly tier?: 'licensed';
  /** Operations that are known and refused, each with the sentence that clients get. */
  readonly refused?: Readonly<Record<string, string>>;
  /** Operations that keep records of what does not happen here, each with the sentence that the coverage page gives. */
  readonly recordsOnly?: Readonly<Record<string, string>>;
  /** Where resource policies are found: asked before an operation runs for another service. */
  readonly guard?: Load<{ guard: Guard }>;
  readonly targets?: Readonly<Record<string, TargetKind>>;
  /** What a dead letter of this service's deliveries carries; the delivery itself where absent. */
  readonly sender?: Load<{ sender: DeliverySender }>;
  /** Records that others may process in batches. */
  readonly sources?: Readonly<Record<string, SourceKind>>;
  /** Due work by name (`<service>.<what>`), run when its moment has come. */
  readonly work?: Readonly<Record<string, Load<{ work: Readonly<Record<string, DueWork>> }>>>;
  /** HTTP paths outside the cloud's API, by prefix (`/_cloud/function/`). */
  readonly routes?: Readonly<Record<string, Load<{ route: Route }>>>;
  readonly openRoutes?: readonly OpenRoute[];
  /** CloudFormation resource types by name (`AWS::SQS::Queue`). */
  readonly resources?: Readonly<Record<string, Load<{ resource: ResourceType }>>>;
  /** Which web origins a resource of this service lets in by its own configuration. */
  readonly cors?: Load<{ cors: Cors }>;
  /** Access keys that this service makes: signatures are verified with their secrets. */
  readonly accessKeys?: Load<{ issuedKey: FindIssuedKey }>;
  /** Operations that need no signature; `all` where the service has anonymous callers of its own. */
  readonly anonymous?: 'all' | readonly string[];
  /** The operation that takes a form whose fields are signed, and has it verified itself (`ctx.http.verifyForm`). */
  readonly signedForm?: string;
}

export interface Service extends Manifest {
  readonly name: string;
}

export const service = (name: string, manifest: Manifest): Service => ({ name, ...manifest });
