// Records of REST APIs. Settings are kept in the shapes of the model, because clients get them back unchanged; times are milliseconds.
import { collection } from '#core/records';
import type {
  AccessLogSettings,
  ApiStage,
  Authorizer,
  CanarySettings,
  DocumentationPart,
  DomainNameAccessAssociation,
  EndpointConfiguration,
  GatewayResponse,
  Method,
  MethodSetting,
  Model,
  QuotaSettings,
  RequestValidator,
  RestApi,
  ThrottleSettings,
} from '#model/apigateway';

export interface Api extends Omit<RestApi, 'id' | 'name' | 'createdDate' | 'tags' | 'rootResourceId' | 'endpointConfiguration'> {
  readonly id: string;
  readonly name: string;
  readonly createdMs: number;
  readonly rootResourceId: string;
  readonly endpointConfiguration: EndpointConfiguration;
  readonly tags: Readonly<Record<string, string>>;
}

export interface Resource {
  readonly id: string;
  /** Undefined for the root. */
  readonly parentId?: string | undefined;
  /** Undefined for the root. */
  readonly pathPart?: string | undefined;
  /** From the root: `/pets/{id}`. */
  readonly path: string;
  /** By HTTP method. */
  readonly methods: Readonly<Record<string, Method>>;
}

/** Everything of an API that answers requests, as it was when it was deployed. Never changes. */
export interface Snapshot {
  readonly api: Pick<Api, 'name' | 'binaryMediaTypes' | 'minimumCompressionSize' | 'apiKeySource' | 'policy' | 'disableExecuteApiEndpoint'>;
  readonly resources: readonly Resource[];
  readonly models: readonly Model[];
  readonly validators: readonly RequestValidator[];
  readonly authorizers: readonly Authorizer[];
  readonly gatewayResponses: readonly GatewayResponse[];
}

export interface Deployment {
  readonly id: string;
  readonly description?: string | undefined;
  readonly createdMs: number;
  readonly snapshot: Snapshot;
}

export interface Stage {
  readonly name: string;
  readonly deploymentId: string;
  readonly description?: string | undefined;
  readonly clientCertificateId?: string | undefined;
  readonly cacheClusterEnabled: boolean;
  readonly cacheClusterSize?: string | undefined;
  /** By `pets/GET` (slashes of the path as `~1`) or `*` + `/*`. */
  readonly methodSettings: Readonly<Record<string, MethodSetting>>;
  readonly variables: Readonly<Record<string, string>>;
  readonly documentationVersion?: string | undefined;
  readonly accessLogSettings?: AccessLogSettings | undefined;
  readonly canarySettings?: CanarySettings | undefined;
  readonly tracingEnabled: boolean;
  readonly tags: Readonly<Record<string, string>>;
  readonly createdMs: number;
  readonly updatedMs: number;
}

export interface Key {
  readonly id: string;
  readonly value: string;
  readonly name?: string | undefined;
  readonly customerId?: string | undefined;
  readonly description?: string | undefined;
  readonly enabled: boolean;
  /** `api/stage` */
  readonly stageKeys: readonly string[];
  readonly tags: Readonly<Record<string, string>>;
  readonly createdMs: number;
  readonly updatedMs: number;
}

export interface Plan {
  readonly id: string;
  readonly name: string;
  readonly description?: string | undefined;
  readonly apiStages: readonly ApiStage[];
  readonly throttle?: ThrottleSettings | undefined;
  readonly quota?: QuotaSettings | undefined;
  readonly productCode?: string | undefined;
  readonly tags: Readonly<Record<string, string>>;
  readonly createdMs: number;
}

/** Requests of a key on one day. */
export interface DayUsage {
  readonly plan: string;
  readonly key: string;
  /** `2026-03-12`, in UTC. */
  readonly day: string;
  readonly used: number;
  /** Requests that were added to the quota of the period that holds this day (UpdateUsage). */
  readonly granted: number;
}

/** The documentation as it was when the version was made. */
export interface DocumentationVersion {
  readonly version: string;
  readonly description?: string | undefined;
  readonly parts: readonly DocumentationPart[];
  readonly createdMs: number;
}

export interface VpcLink {
  readonly id: string;
  readonly name: string;
  readonly description?: string | undefined;
  readonly targetArns: readonly string[];
  readonly tags: Readonly<Record<string, string>>;
}

export interface ClientCertificate {
  readonly id: string;
  readonly description?: string | undefined;
  readonly pem: string;
  readonly tags: Readonly<Record<string, string>>;
  readonly createdMs: number;
}

/** Facts about a domain name that only REST APIs have. */
export interface DomainFacts {
  readonly policy?: string | undefined;
  readonly endpointAccessMode?: string | undefined;
  readonly vpcEndpointIds?: readonly string[] | undefined;
  /** Set for private domain names. */
  readonly domainNameId?: string | undefined;
}

export interface AccountSettings {
  readonly cloudwatchRoleArn?: string | undefined;
}

export const apis = collection<[api: string], Api>('apigateway.apis');
export const resources = collection<[api: string, id: string], Resource>('apigateway.resources');
export const models = collection<[api: string, name: string], Model>('apigateway.models');
export const validators = collection<[api: string, id: string], RequestValidator>('apigateway.validators');
export const authorizers = collection<[api: string, id: string], Authorizer>('apigateway.authorizers');
export const gatewayResponses = collection<[api: string, type: string], GatewayResponse>('apigateway.gateway-responses');
export const deployments = collection<[api: string, id: string], Deployment>('apigateway.deployments');
export const stages = collection<[api: string, name: string], Stage>('apigateway.stages');
export const keys = collection<[id: string], Key>('apigateway.keys');
/** Which key has a value: two keys never have the same one. */
export const keyValues = collection<[value: string], { readonly id: string }>('apigateway.key-values');
export const plans = collection<[id: string], Plan>('apigateway.plans');
export const planKeys = collection<[plan: string, key: string], { readonly id: string }>('apigateway.plan-keys');
export const usage = collection<[plan: string, key: string, day: string], DayUsage>('apigateway.usage');
export const documentationParts = collection<[api: string, id: string], DocumentationPart>('apigateway.documentation-parts');
export const documentationVersions = collection<[api: string, version: string], DocumentationVersion>('apigateway.documentation-versions');
/** One record for each account and region. */
export const account = collection<[name: 'account'], AccountSettings>('apigateway.account');
export const vpcLinks = collection<[id: string], VpcLink>('apigateway.vpc-links');
export const clientCertificates = collection<[id: string], ClientCertificate>('apigateway.client-certificates');
/** Beside the domain names of all kinds of APIs, under the same names. */
export const domainFacts = collection<[name: string], DomainFacts>('apigateway.domain-facts');
export const accessAssociations = collection<[arn: string], DomainNameAccessAssociation>('apigateway.access-associations');
