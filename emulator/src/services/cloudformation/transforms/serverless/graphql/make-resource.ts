// Makes resources of one GraphQL API.
import type { MadeResource } from '#services/cloudformation/transforms/serverless/resource';
import type { Draft, Value } from '#services/cloudformation/transforms/serverless/values';

/** Makes one resource of the API, with the attributes of the declaration. */
export type MakeResource = (id: string, type: string, properties: Draft, dependsOn?: Value) => MadeResource;
