// A CloudFormation resource type, as the service that owns the resource writes it.
import type { Ctx } from '#core/ctx';
import type { ResourceSituation, ResourceTypeOver } from './resource-handlers.ts';

export interface ResourceContext extends Ctx, ResourceSituation {}

export type ResourceType = ResourceTypeOver<Ctx>;
