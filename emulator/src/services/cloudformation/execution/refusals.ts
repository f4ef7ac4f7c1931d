// Refuses changes of resources that the stack's policy forbids, or that need a name which two resources would have at once.
import type { Frozen } from '#core/records';
import { isReservedTagKey } from '#core/tags';
import { isList, isObject, type Json, type JsonObject, member, sameValue } from '#resources/json';
import type { Types } from '#resources/resource-data';
import { secureProblem } from '#services/cloudformation/engine/checks/reference-checks';
import { TemplateProblem } from '#services/cloudformation/engine/problem';
import { deniedBy, parseStackPolicy, type UpdateAction } from '#services/cloudformation/engine/stack-policy';
import type { ResourceRecord, StackRecord } from '#services/cloudformation/state';

/** @throws TemplateProblem if the stack policy forbids the update */
export function refuseDenied(action: UpdateAction, { logicalId, type }: Frozen<ResourceRecord>, stack: Frozen<StackRecord>): void {
  const text = stack.operation?.policy ?? stack.policy;
  const why = text === undefined ? undefined : deniedBy(parseStackPolicy(text), action, logicalId, type);
  if (why !== undefined) throw new TemplateProblem(why);
}

export const mustRename = (name: string): Error =>
  new Error(
    `CloudFormation cannot update a stack when a custom-named resource requires replacing. Rename ${name} and update the stack again.`,
  );

/** Throws if the template names the resource itself, and names the new one like the old one. */
export function refuseSameName(types: Types, { type, properties }: Frozen<ResourceRecord>, desired: JsonObject): void {
  const identifier = types.of(type)?.identifier ?? [];
  const same = (name: string): boolean => desired[name] !== undefined && sameValue(desired[name], properties[name] as Json);
  if (identifier.length > 0 && identifier.every(same)) throw mustRename(String(desired[identifier[0]!]));
}

/**
 * Refuses evaluated properties that would show a secure string, or that have tags with the cloud's own prefix, whatever the service takes.
 * @throws TemplateProblem in the cloud's words
 */
export function refuseProperties(types: Types, type: string, properties: JsonObject): void {
  const insecure = secureProblem(type, properties);
  if (insecure !== undefined) throw new TemplateProblem(insecure);
  const tags = properties[types.of(type)?.tags?.property ?? ''];
  const keys = isList(tags) ? tags.map((tag) => member(tag, 'Key')) : isObject(tags) ? Object.keys(tags) : [];
  if (keys.some((key) => typeof key === 'string' && isReservedTagKey(key)))
    throw new TemplateProblem('aws: prefixed tag key names are not allowed for external use.');
}
