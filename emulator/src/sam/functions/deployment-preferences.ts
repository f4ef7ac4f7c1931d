// `DeploymentPreference` of functions: CodeDeploy moves an alias to a new version step by step.

import { trustPolicy } from '#sam/iam-documents';
import { invalidResource } from '#sam/problems';
import { type MadeResource, made } from '#sam/resource';
import {
  type Block,
  combinedConditions,
  copy,
  filled,
  get,
  getAtt,
  has,
  isBlock,
  isIf,
  isIntrinsic,
  isNoValue,
  isText,
  ref,
  sub,
  tagList,
  type Value,
} from '#sam/values';

const APPLICATION = 'ServerlessDeploymentApplication';
const ROLE = 'CodeDeployServiceRole';
const CONDITION = 'ServerlessCodeDeployCondition';
const PREDEFINED = [
  ...['5', '10', '15', '30'].map((minutes) => `Canary10Percent${minutes}Minutes`),
  ...['1Minute', '2Minutes', '3Minutes', '10Minutes'].map((step) => `Linear10PercentEvery${step}`),
  'AllAtOnce',
];

interface Preference {
  readonly declared: Block;
  readonly condition: string | undefined;
  readonly tags: Block | undefined;
}

/** Collects the preferences of all functions of one template. */
export class DeploymentPreferences {
  readonly #partition: string;
  readonly #enabled = new Map<string, Preference>();

  constructor(partition: string) {
    this.#partition = partition;
  }

  /** Whether the preference is enabled. With `PassthroughCondition` the function's condition holds for its deployment group. */
  add(id: string, declared: Block, condition: Value | undefined, tags: Value | undefined, propagate: Value | undefined): boolean {
    const enabled = has(declared, 'Enabled') ? declared.Enabled : true;
    if (!filled(enabled) || enabled === 'false' || enabled === 'False') return false;
    if (!has(declared, 'Type')) throw invalidResource(id, "'DeploymentPreference' is missing required Property 'Type'");
    if (!isBlock(get(declared, 'Hooks') ?? {}))
      throw invalidResource(id, "'Hooks' property of 'DeploymentPreference' must be a dictionary");
    this.#enabled.set(id, {
      declared,
      condition: filled(get(declared, 'PassthroughCondition')) && isText(condition) ? condition : undefined,
      tags: filled(propagate) && filled(tags) && isBlock(tags) ? tags : undefined,
    });
    return true;
  }

  /** The update policy of the function's alias. */
  updatePolicy(id: string): Block {
    const hooks = get(this.#enabled.get(id)!.declared, 'Hooks');
    const [before, after] = [get(hooks, 'PreTraffic'), get(hooks, 'PostTraffic')];
    return {
      CodeDeployLambdaAliasUpdate: {
        ApplicationName: ref(APPLICATION),
        DeploymentGroupName: ref(`${id}DeploymentGroup`),
        ...(before === undefined ? {} : { BeforeAllowTrafficHook: before }),
        ...(after === undefined ? {} : { AfterAllowTrafficHook: after }),
      },
    };
  }

  /** The application, its role and a group per function. `report` gets problems; new conditions are added to `conditions`. */
  resources(conditions: Block | undefined, report: (run: () => void) => void): MadeResource[] {
    if (this.#enabled.size === 0) return [];
    const all = [...this.#enabled.values()];
    const names = [...new Set(all.map(({ condition }) => condition))].filter((name): name is string => name !== undefined);
    const conditional = all.every(({ condition }) => condition !== undefined);
    const attributes: Block = conditional ? { Condition: names.length > 1 ? CONDITION : names[0]! } : {};
    if (conditional && names.length > 1 && conditions) Object.assign(conditions, combinedConditions(names, CONDITION));
    const merged = Object.assign({}, ...all.map(({ tags }) => tags)) as Block;
    const Tags = filled(merged) ? tagList(merged) : undefined;
    const resources = [made(APPLICATION, 'AWS::CodeDeploy::Application', { ComputePlatform: 'Lambda', Tags }, attributes)];
    if (all.some(({ declared }) => !filled(get(declared, 'Role')))) {
      const limited = ['aws-iso', 'aws-iso-b'].includes(this.#partition) ? 'Limited' : '';
      const arn = `arn:${this.#partition}:iam::aws:policy/service-role/AWSCodeDeployRoleForLambda${limited}`;
      const trust = trustPolicy('codedeploy.amazonaws.com');
      resources.push(made(ROLE, 'AWS::IAM::Role', { AssumeRolePolicyDocument: trust, ManagedPolicyArns: [arn], Tags }, attributes));
    }
    for (const [id, preference] of this.#enabled) report(() => resources.push(group(id, preference)));
    return resources;
  }
}

function group(id: string, { declared, condition, tags }: Preference): MadeResource {
  const [role, triggers] = [get(declared, 'Role'), get(declared, 'TriggerConfigurations')];
  return made(
    `${id}DeploymentGroup`,
    'AWS::CodeDeploy::DeploymentGroup',
    {
      AlarmConfiguration: alarmConfiguration(id, get(declared, 'Alarms')),
      ApplicationName: ref(APPLICATION),
      AutoRollbackConfiguration: {
        Enabled: true,
        Events: ['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_ALARM', 'DEPLOYMENT_STOP_ON_REQUEST'],
      },
      DeploymentConfigName: configName(copy(declared.Type!)),
      DeploymentStyle: { DeploymentType: 'BLUE_GREEN', DeploymentOption: 'WITH_TRAFFIC_CONTROL' },
      ServiceRoleArn: filled(role) ? role : getAtt(ROLE, 'Arn'),
      TriggerConfigurations: filled(triggers) ? triggers : undefined,
      Tags: tags ? tagList(tags) : undefined,
    },
    condition === undefined ? {} : { Condition: condition },
  );
}

function alarmConfiguration(id: string, alarms: Value | undefined): Value | undefined {
  if (!filled(alarms) || isNoValue(alarms)) return undefined;
  const configuration = (list: Value): Value => {
    if (!Array.isArray(list)) throw invalidResource(id, 'Alarms must be a list');
    return list.length === 0 || isNoValue(list[0]) ? {} : { Enabled: true, Alarms: list.map((Name) => ({ Name })) };
  };
  if (!isIf(alarms)) return configuration(alarms!);
  const items = alarms['Fn::If'];
  if (!Array.isArray(items) || items.length !== 3) throw invalidResource(id, 'Fn::If requires 3 arguments');
  return { 'Fn::If': [items[0]!, configuration(items[1]!), configuration(items[2]!)] };
}

/** The configurations that CodeDeploy has get their full names; others are taken as they are. */
function configName(value: Value, key = ''): Value {
  if (Array.isArray(value)) return value.map((item) => configName(item));
  if (isIntrinsic(value)) return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, configName(item, name)]));
  if (!isText(value) || !PREDEFINED.includes(value)) return value;
  const name = 'CodeDeployDefault.Lambda${ConfigName}';
  return key === 'Fn::Sub' ? [name, { ConfigName: value }] : sub(name, { ConfigName: value });
}
