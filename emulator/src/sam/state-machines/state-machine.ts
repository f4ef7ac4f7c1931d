// `AWS::Serverless::StateMachine`: a state machine with its role, version, alias and events.
import { readEvents } from '#sam/events/function-events';
import { s3Location } from '#sam/functions/code-location';
import { trustPolicy } from '#sam/iam-documents';
import { executionRole } from '#sam/policies/execution-role';
import { expandPolicyTemplates } from '#sam/policies/policies';
import { invalidResource } from '#sam/problems';
import { type Properties, readProperties } from '#sam/property-rules';
import { inheritedAttributes, keptAttributes, type MadeResource, made, propagateTags } from '#sam/resource';
import { type ResourceTransform, tracingPolicyName } from '#sam/transformation';
import { type Block, filled, get, getAtt, isBlock, isText, ref, tagList, type Value } from '#sam/values';
import { definitionText } from './definition.ts';
import { MACHINE_EVENTS } from './events.ts';

const TYPE = 'AWS::Serverless::StateMachine';
const RULES = {
  Definition: 'map',
  DefinitionUri: 'str|map',
  Logging: 'map',
  Role: 'str',
  RolePath: 'any',
  DefinitionSubstitutions: 'map',
  Events: '{map}',
  Name: 'str',
  Type: 'str',
  Tags: 'map',
  PropagateTags: 'bool',
  Policies: 'str|[str|map]',
  Tracing: 'map',
  PermissionsBoundary: 'str',
  AutoPublishAlias: 'any',
  DeploymentPreference: 'any',
  UseAliasAsEventTarget: '=bool',
};

export const stateMachine: ResourceTransform = (id, declared, there) => {
  if (isBlock(declared.Properties))
    declared.Properties.Policies = expandPolicyTemplates(id, get(declared, 'Properties', 'Policies')) ?? null;
  const properties = readProperties(id, TYPE, declared, RULES);
  const events = readEvents(id, properties.Events, MACHINE_EVENTS, there);
  const inherited = inheritedAttributes(declared);
  const machine = made(
    id,
    'AWS::StepFunctions::StateMachine',
    {
      ...definitionOf(id, properties),
      StateMachineName: properties.Name,
      StateMachineType: properties.Type,
      LoggingConfiguration: properties.Logging,
      TracingConfiguration: properties.Tracing,
      Tags: machineTags(properties.Tags),
    },
    keptAttributes(declared),
    get(declared, 'DependsOn'),
  );
  const resources = [machine];
  if (filled(properties.Role) && filled(properties.Policies))
    throw invalidResource(id, "Specify either 'Role' or 'Policies' (but not both at the same time) or neither of them");
  if (filled(properties.Role)) machine.properties.RoleArn = properties.Role;
  else {
    const traced = get(properties.Tracing, 'Enabled') === true ? [tracingPolicyName(there)] : [];
    const given = properties.Policies;
    const policies = Array.isArray(given) ? given : filled(given) ? [given!] : [];
    const role = executionRole(
      id,
      {
        trust: trustPolicy('states.amazonaws.com'),
        policies: [...policies, ...traced],
        path: properties.RolePath,
        boundary: properties.PermissionsBoundary,
        tags: machineTags(properties.Tags),
      },
      inherited,
      there,
    );
    machine.properties.RoleArn = getAtt(role.id, 'Arn');
    resources.push(role);
  }
  const alias = publish(id, properties, inherited, resources);
  const target = filled(properties.UseAliasAsEventTarget) && alias ? alias : machine;
  for (const event of events) {
    const boundary = properties.PermissionsBoundary;
    resources.push(...MACHINE_EVENTS[event.type]!.make(event, { id: target.id, attributes: inherited, boundary }, there));
  }
  propagateTags(resources, properties.Tags, properties.PropagateTags);
  return resources;
};

const machineTags = (tags: Value | undefined): Value[] => [...tagList({ 'stateMachine:createdBy': 'SAM' }), ...tagList(tags)];

function definitionOf(id: string, { Definition, DefinitionUri, DefinitionSubstitutions }: Properties): Record<string, Value | undefined> {
  const given = filled(DefinitionSubstitutions) ? (DefinitionSubstitutions as Block) : undefined;
  if (filled(Definition) && filled(DefinitionUri))
    throw invalidResource(id, "Specify either 'Definition' or 'DefinitionUri' property and not both.");
  if (filled(DefinitionUri))
    return { DefinitionS3Location: s3Location(id, 'DefinitionUri', DefinitionUri), DefinitionSubstitutions: given };
  if (!filled(Definition)) throw invalidResource(id, "Either 'Definition' or 'DefinitionUri' property must be specified.");
  const { text, substitutions } = definitionText(Definition as Block);
  const all = { ...given, ...substitutions };
  return { DefinitionString: text, DefinitionSubstitutions: filled(all) ? all : undefined };
}

/** `AutoPublishAlias`: a version, and an alias that moves to it. */
function publish(id: string, properties: Properties, inherited: Block, resources: MadeResource[]): MadeResource | undefined {
  const name = properties.AutoPublishAlias;
  const preference = properties.DeploymentPreference;
  const requires = (what: string): Error => invalidResource(id, `'${what}' requires 'AutoPublishAlias' property to be specified.`);
  if (!filled(name)) {
    if (filled(properties.UseAliasAsEventTarget)) throw requires('UseAliasAsEventTarget');
    if (filled(preference)) throw requires('DeploymentPreference');
    return undefined;
  }
  const version = made(
    `${id}Version`,
    'AWS::StepFunctions::StateMachineVersion',
    { StateMachineArn: ref(id), StateMachineRevisionId: getAtt(id, 'StateMachineRevisionId') },
    { DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain', ...inherited },
  );
  const base: Block = filled(preference) && isBlock(preference) ? preference : { Type: 'ALL_AT_ONCE' };
  const alias = made(
    `${id}Alias${isText(name) ? name : JSON.stringify(name)}`,
    'AWS::StepFunctions::StateMachineAlias',
    { Name: name, DeploymentPreference: { ...base, StateMachineVersionArn: ref(version.id) } },
    inherited,
  );
  resources.push(version, alias);
  return alias;
}
