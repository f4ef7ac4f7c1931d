// The cases of all resource types, as stacks of one emulator.
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { CloudFormation } from '@aws-sdk/client-cloudformation';
import { expect } from 'vitest';
import type { ResourceDatabase } from '#core/resources/resource-data';
import type { ResourceType } from '#core/resources/resource-type';
import { SERVICES } from '../../../emulator/src/service-list.ts';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';
import { recordsOf } from '../../support/records.ts';
import { putLayer } from './resource-types/lambda-sources.ts';
import type { CreatedStack, TypeCase } from './resource-types/type-case.ts';

/** The cases of every file in `resource-types` that exports some. */
const folder = fileURLToPath(new URL('./resource-types', import.meta.url));
const files = await Promise.all(
  // The runner would keep a list of the files that were there when it compiled this one.
  readdirSync(folder).map((name) => import(/* @vite-ignore */ `${folder}/${name}`) as Promise<{ cases?: readonly TypeCase[] }>),
);
export const CASES = files.flatMap(({ cases = [] }) => cases);
export const titleOf = ({ type, title = '' }: TypeCase): string => `${type} ${title}`.trim();

/** Collections that keep a history, which outlives the resources. */
const HISTORY = [
  'cloudformation.',
  'core.due',
  'events.rule-versions',
  'kms.last-uses',
  'sts.sessions',
  'xray.segments',
  'xray.tallies',
  'xray.traces',
];

export const MAY = ['CAPABILITY_NAMED_IAM'] as const;

export async function handlerOf(type: string): Promise<ResourceType> {
  const load = SERVICES.map(({ resources = {} }) => resources[type]).find((each) => each !== undefined);
  return (await load!()).resource;
}

export interface TypeStacks {
  readonly emulator: TestEmulator;
  readonly cfn: CloudFormation;
  readonly database: ResourceDatabase;
  /**
   * With the resource under test, `It`, unless there are no properties for it. Properties that are attributes, too, have no value unless they are set.
   */
  templateOf(test: TypeCase, properties: object | undefined, more?: object, policy?: string): string;
  create(StackName: string, TemplateBody: string): Promise<unknown>;
  update(StackName: string, TemplateBody: string): Promise<unknown>;
  /** Waits for the end of what is under way; the reasons of failures are the message. */
  settled(StackName: string, status: string): Promise<CreatedStack>;
  physicalId(StackName: string): Promise<string>;
  /** All records but those that keep a history. */
  records(test: TypeCase): readonly string[];
}

export async function startTypeStacks(): Promise<TypeStacks> {
  const emulator = await startTestEmulator();
  const cfn = emulator.client(CloudFormation);
  const loaded = await import('../../../emulator/models/dist/resources.json', { with: { type: 'json' } });
  const database = loaded.default as unknown as ResourceDatabase;
  /** Parameters that name resources made outside of stacks, for the templates. */
  const parameters = await putLayer(emulator);

  function templateOf({ type, needs = {}, absent = {} }: TypeCase, Properties: object | undefined, more = {}, policy = 'Delete'): string {
    const data = database.resources[type]!;
    const attributes = data.attributes.filter((name) => absent[name] === undefined && data.properties[name] === undefined);
    const outputs = attributes.map((name) => [`At${name.replaceAll('.', 'Dot')}`, { Value: { 'Fn::Sub': `\${It.${name}}` } }]);
    const it = Properties && { It: { Type: type, Properties, DeletionPolicy: policy } };
    const refs = Object.keys({ ...needs, ...it }).map((id) => [`Ref${id}`, { Value: { Ref: id } }]);
    const Resources = { Anchor: { Type: 'AWS::CloudFormation::WaitConditionHandle' }, ...needs, ...it, ...more };
    const Parameters = Object.fromEntries(Object.entries(parameters).map(([name, Default]) => [name, { Type: 'String', Default }]));
    return JSON.stringify({ Parameters, Resources, Outputs: Object.fromEntries([...refs, ...(it ? outputs : [])]) });
  }

  async function settled(StackName: string, status: string): Promise<CreatedStack> {
    await emulator.idle();
    const stack = (await cfn.describeStacks({ StackName })).Stacks![0]!;
    if (stack.StackStatus !== status) {
      const { StackEvents = [] } = await cfn.describeStackEvents({ StackName });
      const failed = StackEvents.filter(({ ResourceStatus }) => ResourceStatus?.endsWith('_FAILED'));
      const reasons = failed.map(({ LogicalResourceId, ResourceStatusReason }) => `${LogicalResourceId}: ${ResourceStatusReason}`);
      expect.fail(`${stack.StackStatus}: ${reasons.join('\n')}`);
    }
    const outputs = Object.fromEntries((stack.Outputs ?? []).map(({ OutputKey, OutputValue }) => [OutputKey!, OutputValue!]));
    const named = (prefix: string) =>
      Object.fromEntries(
        Object.entries(outputs).flatMap(([key, value]) => (key.startsWith(prefix) ? [[key.slice(prefix.length), value]] : [])),
      );
    return { ref: named('Ref'), attributes: named('At') };
  }

  return {
    ...{ emulator, cfn, database, templateOf, settled },
    create: (StackName, TemplateBody) => cfn.createStack({ StackName, TemplateBody, Capabilities: [...MAY] }),
    update: (StackName, TemplateBody) => cfn.updateStack({ StackName, TemplateBody, Capabilities: [...MAY] }),
    async physicalId(StackName) {
      const { StackResources } = await cfn.describeStackResources({ StackName, LogicalResourceId: 'It' });
      return StackResources![0]!.PhysicalResourceId!;
    },
    records: ({ history = [] }) => recordsOf(emulator, { without: [...HISTORY, ...history], apart: ['id'] }),
  };
}
