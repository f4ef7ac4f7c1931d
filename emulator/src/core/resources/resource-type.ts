// A CloudFormation resource type, as the service that owns the resource writes it.
import type { Ctx } from '#core/ctx';
import type { ResourceSituation, ResourceTypeOver } from './resource-handlers.ts';

export interface ResourceContext extends Ctx, ResourceSituation {}

/**
 * Handlers that work by calls, as a client would, so that a stack meets the same checks and faults.
 *
 * @example
 * export const resource: ResourceType = {
 *   async create(properties, ctx) {
 *     const logGroupName = text(properties.LogGroupName) ?? ctx.physicalName(512);
 *     await ctx.call('logs', 'CreateLogGroup', { logGroupName });
 *     return { physicalId: logGroupName, attributes: {} };
 *   },
 *   async delete(logGroupName, _properties, ctx) {
 *     await ignoring(['ResourceNotFoundException'], ctx.call('logs', 'DeleteLogGroup', { logGroupName }));
 *   },
 * };
 */
export type ResourceType = ResourceTypeOver<Ctx>;
