// Templates of stacks and change sets, and operations on templates without a stack.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { operation } from '#model/cloudformation';
import { isList, type JsonObject, textOf } from '#resources/json';
import { resourceData } from '#resources/resource-data';
import { capabilitiesOf } from '#services/cloudformation/engine/capabilities';
import { LANGUAGE_EXTENSIONS } from '#services/cloudformation/engine/extensions';
import { isNoEcho, typeOf } from '#services/cloudformation/engine/parameters';
import { parseTemplate } from '#services/cloudformation/engine/parse-large';
import { throwProblems } from '#services/cloudformation/engine/problem';
import { readTemplate, type Template, transformsOf } from '#services/cloudformation/engine/template';
import { checkStructure } from '#services/cloudformation/engine/validate';
import { invalid } from '#services/cloudformation/faults';
import { asFaults } from '#services/cloudformation/preparation/prepare';
import { withExtensionsEvaluated } from '#services/cloudformation/preparation/processed-template';
import { SERVERLESS, withoutSamMembers } from '#services/cloudformation/preparation/serverless';
import { hasTransformCall, isCustomMacro, processMacros, templateText } from '#services/cloudformation/preparation/source';
import { findChangeSet } from '#services/cloudformation/stack-records/find-change-set';
import { findStack } from '#services/cloudformation/stack-records/find-stack';
import { findActiveSet } from '#services/cloudformation/stack-sets/find-stack-set';
import { unlessEmpty } from '#services/cloudformation/stacks/describe';
import { type Deployment, deployments } from '#services/cloudformation/state';

export const GetTemplate = operation('GetTemplate', async ({ StackName, ChangeSetName, TemplateStage }, ctx) => {
  if (ChangeSetName !== undefined && StackName === undefined && !ChangeSetName.startsWith('arn:'))
    throw invalid('StackName is a required parameter.');
  const deployment = ChangeSetName === undefined ? ofStack(StackName, ctx) : findChangeSet(ChangeSetName, StackName, ctx).deployment;
  return {
    TemplateBody: TemplateStage === 'Processed' ? await processedBody(deployment) : deployment.body,
    StagesAvailable: ['Original', 'Processed'],
  };
});

/** A template without transforms stays as it was written. */
async function processedBody(deployment: Frozen<Deployment>): Promise<string> {
  const transforms = transformsOf(await parseTemplate(deployment.body));
  if (transforms.includes(LANGUAGE_EXTENSIONS)) return JSON.stringify(withExtensionsEvaluated(deployment));
  return transforms.length > 0 || deployment.body.includes('Fn::Transform') ? JSON.stringify(deployment.processed) : deployment.body;
}

function ofStack(name: string | undefined, ctx: Ctx) {
  if (name === undefined) throw invalid('StackName is required if ChangeSetName is not specified.');
  const stack = findStack(name, ctx);
  const current = ctx.records(deployments).get([stack.id, 'current']);
  // A stack that was only reviewed has no template yet. Clients compare with an empty one.
  return current ?? { body: '{}', processed: {}, parameters: {}, tags: [], capabilities: [] };
}

function deployedBody(name: string, ctx: Ctx): string {
  if (findStack(name, ctx).status === 'REVIEW_IN_PROGRESS')
    throw invalid('GetTemplateSummary cannot be called on REVIEW_IN_PROGRESS stacks.');
  return ofStack(name, ctx).body;
}

/** Reads a template, and checks what can be checked without parameters. */
async function look(body: string, ctx: Ctx): Promise<Template & { macros: string[]; hasTransforms: boolean }> {
  return asFaults(async () => {
    const root = await parseTemplate(body);
    const macros = transformsOf(root);
    const isLeft = macros.includes(SERVERLESS) || macros.some(isCustomMacro);
    const template = readTemplate(isLeft ? withoutSamMembers(root) : await withMacros(root, macros, ctx));
    if (macros.length === 0) throwProblems(checkStructure(template));
    return { ...template, macros, hasTransforms: macros.length > 0 || hasTransformCall(root) };
  });
}

/** Loops over parameters without values stay as they are. */
const withMacros = (root: JsonObject, macros: readonly string[], ctx: Ctx): Promise<JsonObject> =>
  processMacros(root, [], ctx).catch((error: unknown) => {
    if (macros.includes('AWS::LanguageExtensions')) return root;
    throw error;
  });

const fallbackOf = ({ Default }: JsonObject): string | undefined => (Default === undefined ? undefined : textOf(Default));
const textIn = (declaration: JsonObject, key: string): string | undefined =>
  declaration[key] === undefined ? undefined : textOf(declaration[key]);

export const ValidateTemplate = operation('ValidateTemplate', async ({ TemplateBody, TemplateURL }, ctx) => {
  const template = await look(await templateText(TemplateBody, TemplateURL, ctx), ctx);
  const { needed, reason } = capabilitiesOf(template);
  return {
    Description: template.description,
    Parameters: Object.entries(template.parameters).map(([ParameterKey, declaration]) => ({
      ParameterKey,
      DefaultValue: fallbackOf(declaration),
      NoEcho: isNoEcho(declaration),
      Description: textIn(declaration, 'Description'),
    })),
    Capabilities: unlessEmpty([...(needed ? [needed] : []), ...(template.hasTransforms ? ['CAPABILITY_AUTO_EXPAND'] : [])]),
    CapabilitiesReason: reason,
    DeclaredTransforms: unlessEmpty(template.macros),
  };
});

export const GetTemplateSummary = operation('GetTemplateSummary', async (input, ctx) => {
  const { TemplateBody, TemplateURL, StackName, StackSetName } = input;
  if ([TemplateBody, TemplateURL, StackName, StackSetName].filter((each) => each !== undefined).length !== 1)
    throw invalid('You must specify one of StackName, StackSetName, TemplateBody or TemplateURL.');
  const body =
    StackSetName !== undefined
      ? findActiveSet(StackSetName, ctx).body
      : StackName !== undefined
        ? deployedBody(StackName, ctx)
        : await templateText(TemplateBody, TemplateURL, ctx);
  const template = await look(body, ctx);
  const { needed, reason } = capabilitiesOf(template);
  const types = [...new Set(Object.values(template.resources).map(({ type }) => type))];
  const unknown = types.filter(
    (type) =>
      !type.startsWith('Custom::') && type.startsWith('AWS::') && !resourceData(ctx).of(type) && !ctx.resourceTypes().includes(type),
  );
  return {
    Description: template.description,
    Metadata: template.metadata === undefined ? undefined : JSON.stringify(template.metadata),
    Version: '2010-09-09',
    Parameters: Object.entries(template.parameters).map(([ParameterKey, declaration]) => ({
      ParameterKey,
      ParameterType: typeOf(declaration),
      DefaultValue: fallbackOf(declaration),
      NoEcho: isNoEcho(declaration),
      Description: textIn(declaration, 'Description'),
      ParameterConstraints: { AllowedValues: isList(declaration.AllowedValues) ? declaration.AllowedValues.map(textOf) : [] },
    })),
    ResourceTypes: types,
    Capabilities: unlessEmpty([...(needed ? [needed] : []), ...(template.hasTransforms ? ['CAPABILITY_AUTO_EXPAND'] : [])]),
    CapabilitiesReason: reason,
    DeclaredTransforms: unlessEmpty(template.macros),
    ResourceIdentifierSummaries: types.flatMap((ResourceType) => {
      const identifiers = resourceData(ctx).of(ResourceType)?.identifier;
      const ids = Object.entries(template.resources).flatMap(([id, { type }]) => (type === ResourceType ? [id] : []));
      return identifiers ? [{ ResourceType, LogicalResourceIds: ids, ResourceIdentifiers: [...identifiers] }] : [];
    }),
    ...(input.TemplateSummaryConfig?.TreatUnrecognizedResourceTypesAsWarnings ? { Warnings: { UnrecognizedResourceTypes: unknown } } : {}),
  };
});
