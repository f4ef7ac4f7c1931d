// Stack policies allow or deny updates of resources.
import { compileGlob, matchesGlob } from '#lib/glob';
import { isList, isObject, type Json, type JsonObject } from '#resources/json';
import { TemplateProblem } from './problem.ts';

export type UpdateAction = 'Update:Modify' | 'Update:Replace' | 'Update:Delete';

/** @throws TemplateProblem if the policy is not valid */
export function parseStackPolicy(text: string): JsonObject {
  if (text.length > 16_384) throw new TemplateProblem('Stack policy exceeds 16384 bytes.');
  try {
    const value = JSON.parse(text) as Json;
    if (isObject(value) && (isEmpty(value) || isAboutUpdates(value.Statement))) return value;
  } catch {
    // The check below reports it.
  }
  throw new TemplateProblem('Error validating stack policy: Invalid stack policy');
}

/** A policy without anything takes the former one away: it allows all (recorded, November 2022). */
const isEmpty = (policy: JsonObject): boolean => Object.keys(policy).length === 0;

/** Statements are about updates alone, and for every principal. */
function isAboutUpdates(statement: Json | undefined): boolean {
  const texts = (value: Json | undefined): Json[] => (value === undefined ? [] : isList(value) ? [...value] : [value]);
  const list = isList(statement) ? statement : isObject(statement) ? [statement] : [];
  const fits = (each: Json): boolean =>
    isObject(each) &&
    [...texts(each.Action), ...texts(each.NotAction)].every((action) => /^(Update:.*|\*)$/.test(String(action))) &&
    texts(each.Principal).every((principal) => principal === '*' || (isObject(principal) && principal.AWS === '*'));
  return isList(statement) || isObject(statement) ? list.every(fits) : false;
}

/** The reason why the action is denied, undefined if it is allowed. Deny wins, and an action that nothing allows is denied. */
export function deniedBy(policy: JsonObject, action: UpdateAction, logicalId: string, type: string): string | undefined {
  if (isEmpty(policy)) return undefined;
  const list = isList(policy.Statement) ? policy.Statement : [policy.Statement ?? []];
  let allowed = false;
  for (const [index, statement] of list.entries()) {
    if (!isObject(statement) || !applies(statement, action, logicalId, type)) continue;
    if (statement.Effect === 'Deny')
      return `Action denied by stack policy: Statement [#${index + 1}] does not allow [${action}] for resource [LogicalResourceId/${logicalId}]`;
    allowed = true;
  }
  return allowed
    ? undefined
    : `Action denied by stack policy: no statement allows [${action}] for resource [LogicalResourceId/${logicalId}]`;
}

function applies(statement: JsonObject, action: string, logicalId: string, type: string): boolean {
  const resource = `LogicalResourceId/${logicalId}`;
  const actions = statement.Action === undefined ? !matches(statement.NotAction, action) : matches(statement.Action, action);
  const resources = statement.Resource === undefined ? !matches(statement.NotResource, resource) : matches(statement.Resource, resource);
  return actions && resources && conditionHolds(statement.Condition, type);
}

function conditionHolds(condition: Json | undefined, type: string): boolean {
  if (!isObject(condition)) return true;
  return Object.entries(condition).every(([operator, keys]) => {
    const wanted = isObject(keys) ? keys.ResourceType : undefined;
    if (wanted === undefined) return false;
    const texts = isList(wanted) ? wanted : [wanted];
    return operator === 'StringLike' ? matches(wanted, type) : operator === 'StringEquals' && texts.includes(type);
  });
}

function matches(patterns: Json | undefined, text: string): boolean {
  const list = patterns === undefined ? [] : isList(patterns) ? patterns : [patterns];
  return list.some((each) => matchesGlob(compileGlob(String(each)), text));
}
