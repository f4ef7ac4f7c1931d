// Groups, sampling rules and resource policies of X-Ray.
import { XRay } from '@aws-sdk/client-xray';
import { policy, TAGS, type TypeCase } from './type-case.ts';

const ITSELF = 'is refused: the property SamplingRule is the rule';
const tagsOf = async (client: XRay, ResourceARN: string) => (await client.listTagsForResource({ ResourceARN })).Tags;
const document = (Action: string) => JSON.stringify(policy({ Effect: 'Allow', Principal: '*', Action, Resource: '*' }));
const rule = {
  ...{ ResourceARN: '*', Priority: '5', FixedRate: '0.5', ReservoirSize: '3', ServiceName: 'shop', ServiceType: 'AWS::ECS::Container' },
  ...{ Host: 'shop.example.com', HTTPMethod: 'POST', URLPath: '/buy/*', Attributes: { tenant: 'a' } },
};
const readRule = async (client: XRay, arn: string) => {
  const { SamplingRuleRecords = [] } = await client.getSamplingRules({});
  const found = SamplingRuleRecords.find(({ SamplingRule }) => SamplingRule?.RuleARN === arn)?.SamplingRule;
  return found && { ...found, tags: await tagsOf(client, arn) };
};

export const cases: readonly TypeCase[] = [
  {
    type: 'AWS::XRay::Group',
    properties: {
      GroupName: 'failing',
      FilterExpression: 'fault',
      InsightsConfiguration: { InsightsEnabled: 'true', NotificationsEnabled: 'true' },
      Tags: TAGS,
    },
    readBack: async (emulator, { ref: { It: arn } }) => {
      const client = emulator.client(XRay);
      return { ...(await client.getGroup({ GroupARN: arn })).Group, tags: await tagsOf(client, arn!) };
    },
    ref: /:group\/failing\/[A-Z2-7]+$/,
    expected: { FilterExpression: 'fault', InsightsConfiguration: { InsightsEnabled: true, NotificationsEnabled: true }, tags: TAGS },
    change: {
      properties: { GroupName: 'failing', Tags: [{ Key: 'team', Value: 'red' }] },
      expected: { FilterExpression: '', InsightsConfiguration: { InsightsEnabled: false }, tags: [{ Key: 'team', Value: 'red' }] },
    },
  },
  {
    type: 'AWS::XRay::SamplingRule',
    properties: {
      SamplingRule: {
        ...{ ...rule, RuleName: 'purchases', Version: '1' },
        SamplingRateBoost: { MaxRate: '0.75', CooldownWindowMinutes: '10' },
      },
      Tags: TAGS,
    },
    readBack: (emulator, { ref: { It: arn } }) => readRule(emulator.client(XRay), arn!),
    ref: /:sampling-rule\/purchases$/,
    expected: {
      ...{ Priority: 5, FixedRate: 0.5, ReservoirSize: 3, ServiceName: 'shop', ServiceType: 'AWS::ECS::Container', HTTPMethod: 'POST' },
      ...{ Host: 'shop.example.com', URLPath: '/buy/*', Attributes: { tenant: 'a' }, Version: 1, tags: TAGS },
      SamplingRateBoost: { MaxRate: 0.75, CooldownWindowMinutes: 10 },
    },
    change: {
      properties: { SamplingRule: { ...rule, RuleName: 'purchases', Version: '1', Priority: 7, Attributes: { tenant: 'b' } } },
      expected: { Priority: 7, Attributes: { tenant: 'b' }, tags: [] },
    },
    untested: { SamplingRuleRecord: ITSELF, SamplingRuleUpdate: ITSELF, 'SamplingRule.RuleARN': 'the ARN follows from the name' },
  },
  {
    type: 'AWS::XRay::SamplingRule',
    title: 'Outside',
    properties: { RuleName: 'outside', SamplingRule: rule },
    readBack: (emulator, { ref: { It: arn } }) => readRule(emulator.client(XRay), arn!),
    ref: /:sampling-rule\/outside$/,
    expected: { RuleName: 'outside', Version: 1 },
  },
  {
    type: 'AWS::XRay::ResourcePolicy',
    // Its revisions are counted
    history: ['xray.resource-policies'],
    properties: { PolicyName: 'senders', PolicyDocument: document('xray:PutTraceSegments'), BypassPolicyLockoutCheck: 'true' },
    readBack: async (emulator) => (await emulator.client(XRay).listResourcePolicies({})).ResourcePolicies?.[0],
    ref: /^senders$/,
    expected: { PolicyName: 'senders', PolicyDocument: document('xray:PutTraceSegments') },
    change: {
      properties: { PolicyName: 'senders', PolicyDocument: document('xray:*') },
      expected: { PolicyDocument: document('xray:*') },
    },
  },
];
