// The collections of GraphQL APIs: their settings, and the parts of which their programs are made.
import { DEFAULT_ACCOUNT } from '#core/access-key';
import type { Ctx } from '#core/ctx';
import { collection, type Frozen, type Records, type Tx } from '#core/records';
import type {
  CreateApiCacheRequest,
  CreateChannelNamespaceRequest,
  CreateFunctionRequest,
  CreateGraphqlApiRequest,
  CreateResolverRequest,
  DataSource as DataSourceSettings,
  EventConfig,
} from '#model/appsync';

export type ApiSettings = Omit<CreateGraphqlApiRequest, 'tags' | 'name'>;

export interface Api {
  readonly id: string;
  readonly name: string;
  readonly settings: ApiSettings;
  readonly tags: Readonly<Record<string, string>>;
  readonly environment: Readonly<Record<string, string>>;
  /** Changes with each change of what a request to the API may meet. */
  readonly revision: string;
}

export const apis = collection<[id: string], Api>('appsync.apis');

export interface ApiOwner {
  readonly account: string;
  readonly region: string;
}

/** A host name contains neither account nor region: who owns an API is known to all. */
const owners = collection<[id: string], ApiOwner>('appsync.owners', { global: true });

const ownersIn = (ctx: Ctx): Records<[id: string], ApiOwner> => ctx.in({ account: DEFAULT_ACCOUNT }).records(owners);

export const ownerOf = (id: string, ctx: Ctx): Frozen<ApiOwner> | undefined => ownersIn(ctx).get([id]);
export const putOwner = (tx: Tx, id: string, ctx: Ctx): void => tx.put(ownersIn(ctx), [id], { account: ctx.account, region: ctx.region });
export const deleteOwner = (tx: Tx, id: string, ctx: Ctx): void => tx.delete(ownersIn(ctx), [id]);

/** The outcome of the last upload of a schema. */
export interface SchemaUpload {
  readonly status: 'SUCCESS' | 'FAILED';
  readonly details: string;
}

/** The schema that requests meet: that of the last upload which succeeded, with the types that were added since. */
export interface Schema {
  readonly definition: string;
  readonly upload: SchemaUpload;
}

export const schemas = collection<[api: string], Schema>('appsync.schemas');

export interface ApiKey {
  readonly id: string;
  readonly description?: string | undefined;
  /** Seconds since 1970, at a whole hour. */
  readonly expires: number;
}

export const apiKeys = collection<[api: string, id: string], ApiKey>('appsync.api-keys');

export type DataSource = Omit<DataSourceSettings, 'dataSourceArn' | 'name' | 'type'> & { readonly name: string; readonly type: string };

export const dataSources = collection<[api: string, name: string], DataSource>('appsync.data-sources');

export type ResolverSettings = Omit<CreateResolverRequest, 'apiId'>;

export const resolvers = collection<[api: string, type: string, field: string], ResolverSettings>('appsync.resolvers');

export type PipelineFunction = Omit<CreateFunctionRequest, 'apiId'> & { readonly functionId: string };

export const functions = collection<[api: string, id: string], PipelineFunction>('appsync.functions');

/** A source API as it was when it was last merged: later changes reach the merged API by another merge. */
export interface MergedSource {
  readonly definition: string;
  /** The API's first way of authorization. */
  readonly authenticationType: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly resolvers: readonly ResolverSettings[];
  readonly functions: readonly PipelineFunction[];
  readonly dataSources: readonly DataSource[];
}

/** A source API of a merged API. */
export interface SourceAssociation {
  readonly id: string;
  readonly mergedApiId: string;
  readonly sourceApiId: string;
  readonly description?: string | undefined;
  readonly mergeType: string;
  /** The place among the sources of the merged API. */
  readonly order: number;
  readonly status: 'MERGE_SCHEDULED' | 'MERGE_SUCCESS' | 'MERGE_FAILED';
  /** Why the last merge failed. */
  readonly detail?: string | undefined;
  /** Undefined until a merge has succeeded. */
  readonly merged?: MergedSource | undefined;
  readonly mergedMs?: number | undefined;
}

export const sourceAssociations = collection<[mergedApi: string, id: string], SourceAssociation>('appsync.source-associations');

/** The settings of an API's cache. */
export type ApiCache = Omit<CreateApiCacheRequest, 'apiId'> & {
  /** Changes when the cache is flushed: values that were kept before are found no more. */
  readonly generation: string;
};

export const apiCaches = collection<[api: string], ApiCache>('appsync.api-caches');

/** An API for events alone: it has no schema. */
export interface EventApi {
  readonly id: string;
  readonly name: string;
  readonly ownerContact?: string | undefined;
  readonly eventConfig: EventConfig;
  readonly tags: Readonly<Record<string, string>>;
  readonly createdMs: number;
  readonly revision: string;
}

export const eventApis = collection<[id: string], EventApi>('appsync.event-apis');

export type ChannelNamespace = Omit<CreateChannelNamespaceRequest, 'apiId' | 'tags'> & {
  readonly tags: Readonly<Record<string, string>>;
  readonly createdMs: number;
  readonly changedMs: number;
};

export const channelNamespaces = collection<[api: string, name: string], ChannelNamespace>('appsync.channel-namespaces');

/** A host name that clients of one API may use in the place of its own. */
export interface DomainName {
  readonly name: string;
  readonly certificateArn: string;
  readonly description?: string | undefined;
  readonly tags: Readonly<Record<string, string>>;
  /** Labels of the name that an alias record points to. */
  readonly target: string;
  readonly apiId?: string | undefined;
}

export const domainNames = collection<[name: string], DomainName>('appsync.domain-names');
