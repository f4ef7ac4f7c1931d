// Records of the function service: functions, their versions, aliases, policies, and waiting events.
import { type BlobRef, collection } from '#core/records';

/** A folder of this machine from which code runs as it is (hot reload). Its files may change at any time. */
export interface FolderRef {
  /** Absolute. */
  readonly folder: string;
}

/** The code of a function or layer: an archive, or a folder. */
export type CodeRef = BlobRef | FolderRef;

export interface FunctionRecord {
  readonly name: string;
  /** Number of the next published version. */
  readonly nextVersion: number;
  /** Reserved concurrency. 0 throttles every invocation. */
  readonly reserved?: number | undefined;
  readonly tags: Readonly<Record<string, string>>;
  readonly recursiveLoop?: 'Allow' | 'Terminate' | undefined;
}

export interface LoggingSettings {
  readonly format: 'JSON' | 'Text';
  readonly group: string;
  /** Applies to the JSON format only. */
  readonly applicationLevel?: string | undefined;
  readonly systemLevel?: string | undefined;
}

export interface VpcSettings {
  readonly subnetIds: readonly string[];
  readonly securityGroupIds: readonly string[];
  readonly ipv6: boolean;
}

/** A layer of a function. The function keeps it after the layer was deleted. */
export interface LayerUse {
  readonly arn: string;
  readonly code: CodeRef;
}

/** The container image of a function. */
export interface ImageUse {
  readonly uri: string;
  /** The image that the engine had under this name when the function became active. This image runs. */
  readonly id?: string | undefined;
  readonly digest?: string | undefined;
  readonly entryPoint?: readonly string[] | undefined;
  readonly command?: readonly string[] | undefined;
  readonly workingDirectory?: string | undefined;
}

/** Settings of durable functions, which run only as executions. */
export interface DurableSettings {
  readonly retentionDays: number;
  readonly executionTimeoutS?: number | undefined;
  readonly kmsKeyArn?: string | undefined;
}

/** The capacity provider of a function. */
export interface CapacitySettings {
  readonly arn: string;
  readonly perEnvironment?: number | undefined;
  readonly memoryPerVcpu?: number | undefined;
}

/** Code and configuration of one version at one time, as they run. */
export interface Settings {
  /** Each update gives a new id. Environments of an older id are not used again. */
  readonly id: string;
  /** For zip packages, like runtime and handler. */
  readonly code?: CodeRef | undefined;
  readonly codeKmsKeyArn?: string | undefined;
  readonly runtime?: string | undefined;
  readonly handler?: string | undefined;
  /** For functions that are a container image. */
  readonly image?: ImageUse | undefined;
  readonly role: string;
  readonly description: string;
  readonly timeoutS: number;
  readonly memoryMb: number;
  readonly ephemeralMb: number;
  readonly architecture: 'x86_64' | 'arm64';
  readonly variables?: Readonly<Record<string, string>> | undefined;
  readonly kmsKeyArn?: string | undefined;
  readonly deadLetterArn?: string | undefined;
  readonly tracingMode: 'Active' | 'PassThrough';
  readonly vpc?: VpcSettings | undefined;
  readonly fileSystems?: readonly { readonly Arn: string; readonly LocalMountPath: string }[] | undefined;
  /** Merged into /opt in this order. */
  readonly layers?: readonly LayerUse[] | undefined;
  readonly snapStart: 'None' | 'PublishedVersions';
  /** Each tenant has environments of its own. It is fixed when the function is created. */
  readonly tenancy?: 'PER_TENANT' | undefined;
  readonly durable?: DurableSettings | undefined;
  readonly capacity?: CapacitySettings | undefined;
  readonly logging: LoggingSettings;
}

export interface UpdateStatus {
  readonly status: 'InProgress' | 'Successful' | 'Failed';
  readonly reason?: string | undefined;
  readonly reasonCode?: string | undefined;
}

export interface VersionRecord {
  /** 0 is `$LATEST`. */
  readonly version: number;
  readonly settings: Settings;
  /** Settings that serve invocations during an update, and after one has failed. */
  readonly serving?: Settings | undefined;
  readonly state: 'Pending' | 'Active' | 'Failed';
  readonly stateReason?: string | undefined;
  readonly stateReasonCode?: string | undefined;
  readonly update?: UpdateStatus | undefined;
  readonly revisionId: string;
  readonly lastModifiedMs: number;
  readonly runtimeManagement?: { readonly updateOn: string; readonly versionArn?: string | undefined } | undefined;
}

export interface AliasRecord {
  readonly name: string;
  readonly version: number;
  readonly description: string;
  /** At most one further version, and its share of the traffic. */
  readonly weights?: Readonly<Record<string, number>> | undefined;
  readonly revisionId: string;
}

/** The resource policy of a function, version or alias, as GetPolicy returns it. */
export interface PolicyRecord {
  readonly text: string;
  /** Policies of earlier versions have none. */
  readonly revisionId?: string | undefined;
}

export interface EventConfigRecord {
  readonly lastModifiedMs: number;
  readonly maxRetries?: number | undefined;
  readonly maxAgeS?: number | undefined;
  readonly onSuccess?: string | undefined;
  readonly onFailure?: string | undefined;
}

/** An asynchronous invocation that was accepted and has not ended. */
export interface EventRecord {
  readonly name: string;
  readonly qualifier?: string | undefined;
  readonly payload: BlobRef | string;
  readonly clientContext?: string | undefined;
  /** The X-Ray header. */
  readonly traceId: string;
  /** The request that invoked: what becomes of the event is told there. Events of earlier versions have none. */
  readonly trace?: string | undefined;
  readonly tenantId?: string | undefined;
  readonly createdMs: number;
  /** Invocations that ended in a function error. */
  readonly failures: number;
  /** Consecutive throttled attempts. */
  readonly throttles: number;
}

/** Sums that are kept up to date, so that nothing has to be counted. */
export interface TotalsRecord {
  readonly functions: number;
  readonly codeBytes: number;
  readonly reserved: number;
}

export const functions = collection<[name: string], FunctionRecord>('lambda.functions');
export const versions = collection<[name: string, version: number], VersionRecord>('lambda.versions');
export const aliases = collection<[name: string, alias: string], AliasRecord>('lambda.aliases');
/** Qualifier '' is the function itself. */
export const policies = collection<[name: string, qualifier: string], PolicyRecord>('lambda.policies');
export const eventConfigs = collection<[name: string, qualifier: string], EventConfigRecord>('lambda.event-configs');
export const waitingEvents = collection<[requestId: string], EventRecord>('lambda.waiting-events', { bulk: true });
export const totals = collection<[what: 'all'], TotalsRecord>('lambda.totals');
/** The key that signs addresses for downloading code. */
export const signingKeys = collection<[what: 'code'], { readonly secret: string }>('lambda.signing-keys');
