// AWS::Events::Rule, with its targets.

import type { Created, Properties } from '#core/resources/resource-handlers';
import { document, ignoring, tagChanges, tagList, text } from '#core/resources/resource-properties';
import { documentAs, readAs } from '#core/resources/resource-shape';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';
import type { Target } from '#model/events';
import { targetsOf, toldTargets } from './rule-targets.ts';

const GONE = ['ResourceNotFoundException'];
const DEFAULT_BUS = 'default';
const MAX_NAME_LENGTH = 64;

interface RuleKey {
  readonly Name: string;
  readonly EventBusName: string;
}

/** The physical id is `rule`, or `bus|rule` on any bus but the default one. */
function made({ EventBusName, Name }: RuleKey, Arn: string): Created {
  const RuleName = EventBusName === DEFAULT_BUS ? Name : `${EventBusName}|${Name}`;
  return { physicalId: RuleName, attributes: { Arn, RuleName: Name } };
}

function placeOf(physicalId: string): RuleKey {
  const at = physicalId.indexOf('|');
  return at < 0
    ? { Name: physicalId, EventBusName: DEFAULT_BUS }
    : { Name: physicalId.slice(at + 1), EventBusName: physicalId.slice(0, at) };
}

/** A template may give the bus by ARN. */
const busOf = ({ EventBusName }: Properties): string => text(EventBusName)?.split(':event-bus/').at(-1) ?? DEFAULT_BUS;

const facts = (properties: Properties) => ({
  Description: text(properties.Description),
  EventPattern: document(properties.EventPattern),
  RoleArn: text(properties.RoleArn),
  ScheduleExpression: text(properties.ScheduleExpression),
  State: text(properties.State),
});

async function putTargets({ Name: Rule, EventBusName }: RuleKey, properties: Properties, ctx: ResourceContext): Promise<void> {
  const Targets = targetsOf(properties.Targets);
  if (Targets.length === 0) return;
  const { FailedEntries: [failed] = [] } = await ctx.call('events', 'PutTargets', { Rule, EventBusName, Targets });
  if (failed) throw new Error(`Target ${failed.TargetId} of rule ${Rule} was not taken: ${failed.ErrorMessage}`);
}

async function removeTargets({ Name: Rule, EventBusName }: RuleKey, Ids: readonly string[], ctx: ResourceContext): Promise<void> {
  if (Ids.length > 0) await ctx.call('events', 'RemoveTargets', { Rule, EventBusName, Ids });
}

async function allTargets({ Name: Rule, EventBusName }: RuleKey, ctx: ResourceContext): Promise<Target[]> {
  const found: Target[] = [];
  let NextToken: string | undefined;
  do {
    const page = await ctx.call('events', 'ListTargetsByRule', { Rule, EventBusName, NextToken });
    found.push(...(page.Targets ?? []));
    NextToken = page.NextToken;
  } while (NextToken !== undefined);
  return found;
}

export const resource: ResourceType = {
  async create(properties, ctx) {
    const place = { Name: text(properties.Name) ?? ctx.physicalName(MAX_NAME_LENGTH), EventBusName: busOf(properties) };
    const { Name } = place;
    if (properties.Name !== undefined && (await ignoring(GONE, ctx.call('events', 'DescribeRule', place))))
      throw new Error(`Resource of type 'AWS::Events::Rule' with identifier '${Name}' already exists.`);
    const { RuleArn } = await ctx.call('events', 'PutRule', { ...place, ...facts(properties), Tags: tagList(properties.Tags) });
    const rule = made(place, RuleArn!);
    ctx.created(rule.physicalId);
    await putTargets(place, properties, ctx);
    return rule;
  },
  async update(physicalId, properties, previous, ctx) {
    const place = placeOf(physicalId);
    const { RuleArn } = await ctx.call('events', 'PutRule', { ...place, ...facts(properties) });
    const kept = new Set(targetsOf(properties.Targets).map(({ Id }) => Id));
    const gone = targetsOf(previous.Targets).filter(({ Id }) => !kept.has(Id));
    await removeTargets(
      place,
      gone.map(({ Id }) => Id),
      ctx,
    );
    await putTargets(place, properties, ctx);
    const { put, remove } = tagChanges(previous.Tags, properties.Tags);
    if (remove.length > 0) await ctx.call('events', 'UntagResource', { ResourceARN: RuleArn!, TagKeys: remove });
    if (put.length > 0) await ctx.call('events', 'TagResource', { ResourceARN: RuleArn!, Tags: put });
    return made(place, RuleArn!);
  },
  async delete(physicalId, _properties, ctx) {
    const place = placeOf(physicalId);
    const targets = await ignoring(GONE, allTargets(place, ctx));
    if (!targets) return;
    await removeTargets(
      place,
      targets.map(({ Id }) => Id),
      ctx,
    );
    await ignoring(GONE, ctx.call('events', 'DeleteRule', place));
  },
  async read(physicalId, properties, ctx) {
    const place = placeOf(physicalId);
    const found = await ignoring(GONE, ctx.call('events', 'DescribeRule', place));
    if (!found) return undefined;
    const targets = await allTargets(place, ctx);
    const { Tags = [] } = await ctx.call('events', 'ListTagsForResource', { ResourceARN: found.Arn! });
    const { Name, Description, RoleArn, ScheduleExpression, State, EventPattern } = found;
    return readAs({
      Name,
      EventBusName: properties.EventBusName ?? found.EventBusName,
      Description,
      RoleArn,
      ScheduleExpression,
      State,
      EventPattern: documentAs(EventPattern, properties.EventPattern),
      Targets: targets.length > 0 ? toldTargets(targets, properties.Targets) : undefined,
      Tags: Tags.length > 0 ? Tags : undefined,
    });
  },
  async list(filter, NextToken, ctx) {
    const { Rules = [], NextToken: next } = await ctx.call('events', 'ListRules', { NextToken, EventBusName: text(filter.EventBusName) });
    return { items: Rules.map(({ Arn }) => ({ Arn: Arn! })), next };
  },
  /** Accepts an ARN or a physical id: the CDK passes the physical id when it hotswaps a rule. */
  async adopt(identifier, _properties, ctx) {
    const arn = text(identifier.Arn) ?? '';
    const [, bus = DEFAULT_BUS, name] = /^arn:.*:rule\/(?:(.+)\/)?([^/]+)$/.exec(arn) ?? [];
    const place = name === undefined ? placeOf(arn) : { Name: name, EventBusName: bus };
    const { Arn } = await ctx.call('events', 'DescribeRule', place);
    return made(place, Arn!);
  },
};
