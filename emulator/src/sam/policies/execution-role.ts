// The role that the transform makes for a function, a state machine or a capacity provider without a role of its own.
import { invalidResource } from '#sam/problems';
import { type MadeResource, made } from '#sam/resource';
import type { Transformation } from '#sam/transformation';
import { type Block, isIf, isNoValue, isText, type Value } from '#sam/values';
import { policiesOf } from './policies.ts';

export interface RoleDraft {
  readonly trust: Value;
  readonly policies: Value | undefined;
  readonly managed?: readonly string[];
  readonly documents?: readonly Block[];
  readonly path?: Value | undefined;
  readonly boundary?: Value | undefined;
  readonly tags?: Value[] | undefined;
}

/** `owner` is the logical id of the resource that gets the role. @throws SamProblem for an entry of `Policies` that is none of them */
export function executionRole(owner: string, draft: RoleDraft, attributes: Block, there: Transformation): MadeResource {
  const id = `${owner}Role`;
  const managed: Value[] = [...(draft.managed ?? [])];
  const documents: Value[] = [...(draft.documents ?? [])];
  const arnOf = (name: string): string => (name.startsWith('arn:') ? name : (there.input.managedPolicies.get(name) ?? name));
  for (const [index, { kind, data }] of policiesOf(draft.policies).entries()) {
    if (kind === 'statements') documents.push(inIf(data, (document) => ({ PolicyName: `${id}Policy${index}`, PolicyDocument: document })));
    else if (kind === 'managed') {
      const arn = inIf(data, (name) => (isText(name) ? arnOf(name) : name));
      if (there.budget.isNew(managed, arn, () => managed)) managed.push(arn);
    } else throw invalidResource(owner, `Policy at index ${index} in the 'Policies' property is not valid`);
  }
  return made(
    id,
    'AWS::IAM::Role',
    {
      AssumeRolePolicyDocument: draft.trust,
      ManagedPolicyArns: managed,
      Policies: documents.length > 0 ? documents : undefined,
      Path: draft.path,
      PermissionsBoundary: draft.boundary,
      Tags: draft.tags,
    },
    attributes,
  );
}

/** The value changed, or both of its alternatives where it is an `Fn::If`. */
function inIf(value: Value, change: (value: Value) => Value): Value {
  if (!isIf(value)) return change(value);
  const [condition, then, otherwise] = value['Fn::If'] as [Value, Value, Value];
  const each = (branch: Value): Value => (isNoValue(branch) ? branch : change(branch));
  return { 'Fn::If': [condition, each(then), each(otherwise)] };
}
