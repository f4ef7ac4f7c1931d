// Opens a deployment: reads its template, evaluates its conditions, and makes the scope for its functions.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { partitionOf } from '#lib/arn';
import { own } from '#lib/table';
import type { Json } from '#resources/json';
import type { Types } from '#resources/resource-data';
import { type UnknownAttribute, unknownAttributes } from '#services/cloudformation/engine/conditional-checks';
import { type Conditions, evaluateConditions } from '#services/cloudformation/engine/conditions';
import { type Dependencies, dependenciesOf } from '#services/cloudformation/engine/graph';
import type { Scope } from '#services/cloudformation/engine/intrinsics';
import { OutputBudget } from '#services/cloudformation/engine/output-budget';
import { referenceValue } from '#services/cloudformation/engine/parameters';
import { TemplateProblem } from '#services/cloudformation/engine/problem';
import { readTemplate, type Template } from '#services/cloudformation/engine/template';
import { type Deployment, exported, type StackRecord } from '#services/cloudformation/state';

export interface View {
  readonly template: Template;
  readonly conditions: Conditions;
  readonly dependencies: Dependencies;
  /** Whether the resource is to be created: it has no condition, or a true one. */
  exists(logicalId: string): boolean;
  /** The part of the scope that depends on no resource. */
  readonly values: Omit<Scope, 'condition'>;
  /** Names imported so far during evaluation. */
  readonly imports: Set<string>;
  readonly scope: (resources: Pick<Scope, 'ref' | 'attribute'>) => Scope;
}

type StackFacts = Pick<Frozen<StackRecord>, 'id' | 'name'>;

/** @throws TemplateProblem if something cannot be read or evaluated */
export function openDeployment(deployment: Frozen<Deployment>, stack: StackFacts, ctx: Ctx): View {
  const template = readTemplate(deployment.processed, { mayBeEmpty: true });
  const imports = new Set<string>();
  const values = valuesOf(template, deployment, stack, imports, ctx);
  const conditions = evaluateConditions(template.conditions, values);
  const condition = (name: string): boolean =>
    conditions[name] ?? refuse(`Template error: unresolved condition dependency ${name} in the template`);
  const exists = (id: string): boolean => {
    const resource = template.resources[id];
    return resource !== undefined && (resource.condition === undefined || condition(resource.condition));
  };
  return {
    template,
    conditions,
    exists,
    dependencies: dependenciesOf(template, exists, condition),
    values,
    imports,
    scope: ({ ref, attribute }) => ({
      ...values,
      budget: new OutputBudget(),
      takesNoValue: true,
      condition,
      ref: (name) => values.ref(name) ?? (exists(name) ? ref(name) : undefined),
      attribute: (id, name) => (exists(id) ? attribute(id, name) : undefined),
    }),
  };
}

/** Attributes that types do not have, where the conditions let them count. */
export const attributesUnknownTo = (view: View, types: Types): UnknownAttribute[] =>
  unknownAttributes({ ...view, condition: view.scope({ ref: () => undefined, attribute: () => undefined }).condition }, types);

const refuse = (message: string): never => {
  throw new TemplateProblem(message);
};

function valuesOf(
  template: Template,
  deployment: Frozen<Deployment>,
  stack: StackFacts,
  imports: Set<string>,
  ctx: Ctx,
): Omit<Scope, 'condition'> {
  const pseudo = pseudoParameters(stack, deployment, ctx);
  return {
    mappings: template.mappings,
    region: ctx.region,
    budget: new OutputBudget(),
    ref: (name) => {
      const declaration = own(template.parameters, name);
      const value = own(deployment.parameters, name);
      if (declaration && value) return referenceValue(declaration, value);
      return own(pseudo, name);
    },
    attribute: () => undefined,
    zones: (region) => ['a', 'b', 'c'].map((letter) => `${region}${letter}`),
    importValue: (name) => {
      const found = ctx.records(exported).get([name]);
      if (!found) throw new TemplateProblem(`No export named ${name} found.`);
      imports.add(name);
      return found.value;
    },
  };
}

function pseudoParameters(
  { id, name }: StackFacts,
  { notificationArns = [] }: Frozen<Deployment>,
  { account, region }: Ctx,
): Record<string, Json> {
  const partition = partitionOf(region);
  return {
    'AWS::AccountId': account,
    'AWS::NotificationARNs': notificationArns,
    'AWS::Partition': partition,
    'AWS::Region': region,
    'AWS::StackId': id,
    'AWS::StackName': name,
    'AWS::URLSuffix': partition === 'aws-cn' ? 'amazonaws.com.cn' : 'amazonaws.com',
  };
}
