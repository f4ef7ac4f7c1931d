// Makes resources of one GraphQL API.
import type { MadeResource } from '#sam/resource';
import type { Draft, Value } from '#sam/values';

/** Makes one resource of the API, with the attributes of the declaration. */
export type MakeResource = (id: string, type: string, properties: Draft, dependsOn?: Value) => MadeResource;
