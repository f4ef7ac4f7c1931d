// What is remembered of functions: functions, their versions, aliases, policies, and the events that wait to be invoked.
import { type BlobRef, collection } from '#core/records';

export interface FunctionRecord {
  readonly name: string;
  /** The number that the next published version gets. */
  readonly nextVersion: number;
  /** Reserved concurrency; 0 stops every invocation. */
  readonly reserved?: number | undefined;
  readonly tags: Readonly<Record<string, string>>;
  readonly recursiveLoop?: 'Allow' | 'Terminate' | undefined;
}

export interface LoggingSettings {
  readonly format: 'JSON' | 'Text';
  readonly group: string;
  /** Of JSON only. */
  readonly applicationLevel?: string | undefined;
  readonly systemLevel?: string | undefined;
}

export interface VpcSettings {
  readonly subnetIds: readonly string[];
  readonly securityGroupIds: readonly string[];
  readonly ipv6: boolean;
}

/** A layer as a function has it: it stays with the function when the layer is deleted. */
export interface LayerUse {
  readonly arn: string;
  readonly code: BlobRef;
}

/** A container image as a function has it. */
export interface ImageUse {
  readonly uri: string;
  /** What the engine had under that name when the function was settled; that is what runs. */
  readonly id?: string | undefined;
  readonly digest?: string | undefined;
  readonly entryPoint?: readonly string[] | undefined;
  readonly command?: readonly string[] | undefined;
  readonly workingDirectory?: string | undefined;
}

/** Of durable functions: whoever has them is invoked only as an execution of its own. */
export interface DurableSettings {
  readonly retentionDays: number;
  readonly executionTimeoutS?: number | undefined;
  readonly kmsKeyArn?: string | undefined;
}

/** The capacity provider that a function names. */
export interface CapacitySettings {
  readonly arn: string;
  readonly perEnvironment?: number | undefined;
  readonly memoryPerVcpu?: number | undefined;
}

/** What runs: code and configuration of one version at one time. */
export interface Settings {
  /** Another one after every update: environments of an older one are not used again. */
  readonly id: string;
  /** Of zip packages; so are runtime and handler. */
  readonly code?: BlobRef | undefined;
  readonly codeKmsKeyArn?: string | undefined;
  readonly runtime?: string | undefined;
  readonly handler?: string | undefined;
  /** Of functions that are a container image. */
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
  /** Each tenant has environments of its own. Chosen at creation, for good. */
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
  /** While an update is under way, or after one has failed: what is invoked meanwhile. */
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
  /** At most one further version, and how much of the traffic it takes. */
  readonly weights?: Readonly<Record<string, number>> | undefined;
  readonly revisionId: string;
}

/** The resource policy of a function or of one of its versions or aliases, as GetPolicy gives it. */
export interface PolicyRecord {
  readonly text: string;
}

export interface EventConfigRecord {
  readonly lastModifiedMs: number;
  readonly maxRetries?: number | undefined;
  readonly maxAgeS?: number | undefined;
  readonly onSuccess?: string | undefined;
  readonly onFailure?: string | undefined;
}

/** One asynchronous invocation that has been accepted and not been settled. */
export interface EventRecord {
  readonly name: string;
  readonly qualifier?: string | undefined;
  readonly payload: BlobRef | string;
  readonly clientContext?: string | undefined;
  readonly traceId: string;
  readonly tenantId?: string | undefined;
  readonly createdMs: number;
  /** Invocations that ended in a function error. */
  readonly failures: number;
  /** Times in a row that there was no room for it. */
  readonly throttles: number;
}

/** Kept so that nothing is ever counted. */
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
/** Signs the addresses from which code is downloaded. */
export const signingKeys = collection<[what: 'code'], { readonly secret: string }>('lambda.signing-keys');
