// The entries of a `Policies` property: managed policies, statements and policy templates, each possibly within `Fn::If`.
import { invalidTemplate } from '#sam/problems';
import { type Block, filled, has, isIf, isIntrinsic, isNoValue, type Value } from '#sam/values';
import { fromPolicyTemplate, isPolicyTemplate } from './policy-templates.ts';

export type PolicyKind = 'managed' | 'statements' | 'template' | 'unknown';
export interface Policy {
  readonly kind: PolicyKind;
  readonly data: Value;
}

/** With `templates`, policy templates are known; without it they count as unknown. @throws SamProblem for a malformed `Fn::If` */
export function policiesOf(value: Value | undefined, templates = false): Policy[] {
  if (!filled(value)) return [];
  const list = Array.isArray(value) ? value : [value!];
  return list.map((data) => ({ kind: kindOf(data, templates), data }));
}

/** The property with its policy templates turned into statements. */
export function expandPolicyTemplates(id: string, value: Value | undefined): Value | undefined {
  const policies = policiesOf(value, true);
  if (policies.length === 0) return value;
  const expand = (policy: Value): Value => (isNoValue(policy) ? policy : fromPolicyTemplate(id, policy as Block));
  return policies.map(({ kind, data }) => {
    if (kind !== 'template') return data;
    if (!isIf(data)) return expand(data);
    const [condition, then, otherwise] = data['Fn::If'] as [Value, Value, Value];
    return { 'Fn::If': [condition, expand(then), expand(otherwise)] };
  });
}

function kindOf(policy: Value, templates: boolean): PolicyKind {
  if (typeof policy === 'string') return 'managed';
  if (isIf(policy)) return kindOfIf(policy['Fn::If']!, templates);
  if (isIntrinsic(policy)) return 'managed';
  if (has(policy, 'Statement')) return 'statements';
  return templates && isPolicyTemplate(policy) ? 'template' : 'unknown';
}

function kindOfIf(items: Value, templates: boolean): PolicyKind {
  if (!Array.isArray(items) || items.length !== 3) throw invalidTemplate('Fn::If requires 3 arguments');
  const [, then, otherwise] = items as [Value, Value, Value];
  const kinds = [kindOf(then, templates), kindOf(otherwise, templates)] as const;
  if (kinds[0] === kinds[1] || isNoValue(otherwise)) return kinds[0];
  if (isNoValue(then)) return kinds[1];
  throw invalidTemplate(
    'Different policy types within the same Fn::If statement is unsupported. Separate different policy types into different Fn::If statements',
  );
}
