// Refuses changes of resources that the stack's policy forbids, or that need a name which two resources would have at once.
import type { Frozen } from '#core/records';
import { type Json, type JsonObject, sameValue } from '#resources/json';
import type { Types } from '#resources/resource-data';
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
