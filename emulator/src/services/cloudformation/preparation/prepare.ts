// Turns a request into a deployment ready for execution. Text, macros, parameters, rules, types and properties are all checked before
// anything is created.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { fault } from '#model/cloudformation';
import { isObject, type JsonObject } from '#resources/json';
import type { Types } from '#resources/resource-data';
import { missingCapability } from '#services/cloudformation/engine/capabilities';
import { dependsOnStack } from '#services/cloudformation/engine/checks/output-checks';
import { conditionalProblems } from '#services/cloudformation/engine/conditional-checks';
import { brokenRules } from '#services/cloudformation/engine/conditions';
import { LANGUAGE_EXTENSIONS } from '#services/cloudformation/engine/extensions';
import { type GivenParameter, knownLater, parameterValues } from '#services/cloudformation/engine/parameters';
import { parseTemplate } from '#services/cloudformation/engine/parse-large';
import { TemplateProblem, TransformFailed, throwProblems } from '#services/cloudformation/engine/problem';
import { readTemplate, type Template, transformsOf } from '#services/cloudformation/engine/template';
import {
  checkResources,
  checkStructure,
  describeUnknown,
  handlerName,
  type KnownTypes,
  unknownTypes,
} from '#services/cloudformation/engine/validate';
import { invalid } from '#services/cloudformation/faults';
import { RESOURCE_LEFT_OUT, RESOURCES_RECORDED } from '#services/cloudformation/messages';
import { knownTypes } from '#services/cloudformation/resource-types';
import type { ActualResources, Deployment, ImportedResource, StackRecord, Tag } from '#services/cloudformation/state';
import { exportName, outputValue } from './outputs.ts';
import { hasTransformCall, processMacros, requireMacros } from './source.ts';
import { resolveSsm } from './ssm-parameters.ts';
import { attributesUnknownTo, openDeployment, type View } from './view.ts';

/** Each hint searches the names of all types. */
const MAX_HINTS = 10;

export interface DeploymentRequest {
  readonly body: string;
  readonly parameters: readonly GivenParameter[];
  readonly tags: readonly Tag[];
  readonly capabilities: readonly string[];
  readonly resourceTypes?: readonly string[] | undefined;
  readonly imports?: readonly ImportedResource[] | undefined;
  readonly notificationArns?: readonly string[] | undefined;
  /** Set for nested stacks, which have the capabilities of their parents. */
  readonly withoutCapabilityCheck?: boolean | undefined;
  /** Set for a change set, which shows the output of macros before it is executed, and keeps the reason where a transform fails. */
  readonly macrosShown?: boolean | undefined;
  /** Set for a stack that is made although a transform fails, and fails then. */
  readonly keepsFailedTransforms?: boolean | undefined;
}

export interface Prepared {
  readonly deployment: Deployment;
  readonly view: View;
  readonly known: KnownTypes;
  /** Resources that have drifted, where drift is to be reverted. */
  readonly actual?: ActualResources | undefined;
}

/**
 * @throws Fault ValidationError (all problems, one per line), InsufficientCapabilitiesException; TransformFailed for those who keep the reason
 */
export async function prepare(
  request: DeploymentRequest,
  stack: Pick<Frozen<StackRecord>, 'id' | 'name'>,
  previous: Frozen<Deployment> | undefined,
  ctx: Ctx,
): Promise<Prepared> {
  return asFaults(async () => {
    const root = await parseTemplate(request.body);
    requireMacros(root, ctx);
    if (!request.withoutCapabilityCheck && (transformsOf(root).length > 0 || hasTransformCall(root))) checkExpanding(request);
    const processed = await processMacros(root, request.parameters, ctx, previous?.parameters);
    const template = readTemplate(processed);
    throwProblems(checkStructure(template, { extended: transformsOf(root).includes(LANGUAGE_EXTENSIONS) }));
    const given = parameterValues(template.parameters, request.parameters, previous?.parameters);
    const parameters = await resolveSsm(template, given, ctx);
    if (!request.withoutCapabilityCheck) checkCapabilities(request, template);
    const { body, tags, capabilities, imports, notificationArns } = request;
    const deployment: Deployment = { body, processed, parameters, tags, capabilities, imports, notificationArns };
    const view = openDeployment(deployment, stack, ctx);
    const broken = brokenRules(template.rules, { ...view.values, condition: (name) => view.conditions[name] ?? false });
    if (broken.length > 0 && !Object.values(parameters).some(knownLater))
      throw new TemplateProblem(`Template validation error: ${broken.join('; ')}`);
    if (!Object.values(parameters).some(knownLater)) checkConditional(view);
    return checkTypes(deployment, view, request, stack, ctx);
  }, request.macrosShown || request.keepsFailedTransforms);
}

/** Checks the parts of the template that depend on conditions, once the conditions are known for certain. */
function checkConditional(view: View): void {
  const scope = view.scope({ ref: () => undefined, attribute: () => undefined });
  throwProblems(conditionalProblems({ ...view, condition: scope.condition }, scope));
  for (const [key, { Condition, Value = '', Export }] of Object.entries(view.template.outputs)) {
    if (typeof Condition === 'string' && !scope.condition(Condition)) continue;
    if (!dependsOnStack(Value, view.template)) outputValue(Value, scope);
    if (isObject(Export)) exportName(key, Export.Name ?? '', scope);
  }
}

async function checkTypes(
  deployment: Deployment,
  view: View,
  { resourceTypes: allowed, macrosShown }: DeploymentRequest,
  stack: Pick<Frozen<StackRecord>, 'id' | 'name'>,
  ctx: Ctx,
): Promise<Prepared> {
  const { template, exists } = view;
  const known = await knownTypes(
    Object.values(template.resources).map(({ type }) => type),
    ctx,
  );
  const unknown = unknownTypes(template, exists, known);
  if (unknown.length > 0 && ctx.options.CFN_UNSUPPORTED === 'ignore') {
    for (const [id, type] of unknown) ctx.log.write(RESOURCE_LEFT_OUT, { stack: stack.name, problem: describeUnknown(id, type, known) });
    const left = {
      ...deployment,
      processed: without(
        deployment.processed,
        unknown.map(([id]) => id),
      ),
    };
    return { deployment: left, view: openDeployment(left, stack, ctx), known };
  }
  throwProblems([
    ...unknown.map(([id, type], index) => describeUnknown(id, type, index < MAX_HINTS ? known : { ...known, names: [] })),
    ...(allowed ? notAllowed(template, allowed) : []),
    ...checkResources(template, exists, known),
    ...(macrosShown ? [] : lackingAttributes(view, known.data)),
  ]);
  const recorded = Object.entries(template.resources).filter(
    ([id, { type }]) => exists(id) && known.handlers.get(handlerName(type))?.isRecord,
  );
  if (recorded.length > 0)
    ctx.log.write(RESOURCES_RECORDED, { stack: stack.name, types: [...new Set(recorded.map(([, { type }]) => type))].sort() });
  return { deployment, view, known };
}

/** A change set takes them: its execution fails. */
const lackingAttributes = (view: View, types: Types): string[] =>
  attributesUnknownTo(view, types).map(
    ({ logicalId, attribute }) => `Template error: resource ${logicalId} does not support attribute type ${attribute} in Fn::GetAtt`,
  );

/** The template without these resources, and without the dependencies on them. */
function without(processed: JsonObject, ids: readonly string[]): JsonObject {
  const gone = new Set(ids);
  const kept = (section: unknown) => Object.entries((section ?? {}) as JsonObject).filter(([id]) => !gone.has(id));
  const resources = kept(processed.Resources).map(([id, each]) => {
    const { DependsOn, ...rest } = each as JsonObject;
    const needed = (Array.isArray(DependsOn) ? DependsOn : DependsOn === undefined ? [] : [DependsOn]).filter(
      (other) => !gone.has(String(other)),
    );
    return [id, needed.length === 0 ? rest : { ...rest, DependsOn: needed }];
  });
  return { ...processed, Resources: Object.fromEntries(resources) };
}

function notAllowed({ resources }: Template, allowed: readonly string[]): string[] {
  const fits = (type: string) =>
    allowed.some((each) => each === type || each === 'AWS::*' || (each.endsWith('::*') && type.startsWith(each.slice(0, -1))));
  return Object.entries(resources)
    .filter(([, { type }]) => !fits(type))
    .map(([, { type }]) => `Resource type ${type} is not allowed by parameter ResourceTypes [${allowed.join(', ')}]`);
}

/** Transforms, wherever they stand, may make more of a template than it shows. */
function checkExpanding({ macrosShown, capabilities }: DeploymentRequest): void {
  if (!macrosShown && !capabilities.includes('CAPABILITY_AUTO_EXPAND'))
    throw fault('InsufficientCapabilitiesException', 'Requires capabilities : [CAPABILITY_AUTO_EXPAND]');
}

function checkCapabilities({ capabilities: given }: DeploymentRequest, template: Template): void {
  const missing = missingCapability(template, given);
  if (missing) throw fault('InsufficientCapabilitiesException', `Requires capabilities : [${missing}]`);
}

/** Turns a TemplateProblem into a ValidationError. */
export async function asFaults<T>(run: () => Promise<T> | T, keepsFailedTransforms = false): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (keepsFailedTransforms && error instanceof TransformFailed) throw error;
    if (error instanceof TemplateProblem) throw invalid(error.message);
    throw error;
  }
}
