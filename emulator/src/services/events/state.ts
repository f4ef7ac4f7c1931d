// Records of the event bus service. Inputs that clients get back unchanged are stored in the shapes of the model.
import { collection } from '#core/records';
import type {
  ApiDestination,
  CreateArchiveRequest,
  CreateConnectionAuthRequestParameters,
  DeadLetterConfig,
  LogConfig,
  Tag,
  Target,
} from '#model/events';

export type Tags = readonly Tag[];

export interface Bus {
  readonly name: string;
  readonly description?: string | undefined;
  readonly kmsKeyIdentifier?: string | undefined;
  readonly deadLetterConfig?: DeadLetterConfig | undefined;
  readonly logConfig?: LogConfig | undefined;
  /** The text that the client gave. */
  readonly policy?: string | undefined;
  readonly tags: Tags;
  /** Undefined for the default bus, which nobody created. */
  readonly createdMs?: number | undefined;
  readonly modifiedMs?: number | undefined;
}

export type RuleState = 'ENABLED' | 'DISABLED' | 'ENABLED_WITH_ALL_CLOUDTRAIL_MANAGEMENT_EVENTS';

export interface Rule {
  readonly bus: string;
  readonly name: string;
  readonly pattern?: string | undefined;
  readonly schedule?: string | undefined;
  /** The start from which a rate counts. */
  readonly scheduledMs: number;
  readonly state: RuleState;
  readonly description?: string | undefined;
  readonly roleArn?: string | undefined;
  /** The service that made and manages this rule. */
  readonly managedBy?: string | undefined;
  readonly createdBy: string;
  readonly tags: Tags;
}

/** The default bus has a record only after something about it was changed. */
export const buses = collection<[name: string], Bus>('events.buses');
export const rules = collection<[bus: string, name: string], Rule>('events.rules');
export const targets = collection<[bus: string, rule: string, id: string], Target>('events.targets');
/** The rules of a bus that name a target, and the ids they give it. */
export const rulesByTarget = collection<
  [bus: string, arn: string, rule: string],
  { readonly rule: string; readonly ids: readonly string[] }
>('events.rules-by-target');
/** A new random id with each change of a bus's rules or targets. Data in memory about them is valid while the id is the same. */
export const ruleVersions = collection<[bus: string], { readonly id: string }>('events.rule-versions');

export interface Archive extends CreateArchiveRequest {
  readonly createdMs: number;
}
export const archives = collection<[name: string], Archive>('events.archives');

export type ConnectionState = 'CREATING' | 'UPDATING' | 'AUTHORIZED' | 'DEAUTHORIZED';
export type AuthorizationType = 'API_KEY' | 'BASIC' | 'OAUTH_CLIENT_CREDENTIALS';

export interface Connection {
  readonly name: string;
  readonly arn: string;
  readonly description?: string | undefined;
  readonly type: AuthorizationType;
  /** Includes the secret values, which no answer shows. Undefined after the connection was deauthorized. */
  readonly parameters?: CreateConnectionAuthRequestParameters | undefined;
  readonly kmsKeyIdentifier?: string | undefined;
  /** Undefined if there is no secrets service. */
  readonly secretArn?: string | undefined;
  readonly state: ConnectionState;
  readonly createdMs: number;
  readonly modifiedMs: number;
  readonly authorizedMs?: number | undefined;
}
export const connections = collection<[name: string], Connection>('events.connections');

export interface Destination extends Omit<ApiDestination, 'CreationTime' | 'LastModifiedTime' | 'ApiDestinationState'> {
  readonly Name: string;
  readonly Description?: string | undefined;
  readonly createdMs: number;
  readonly modifiedMs: number;
}
export const apiDestinations = collection<[name: string], Destination>('events.api-destinations');
