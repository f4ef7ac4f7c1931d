// AWS::Events::EventBusPolicy: one statement of the policy of a bus.

import type { Created, Properties, Value } from '#core/resources/resource-handlers';
import { ignoring, object, text } from '#core/resources/resource-properties';
import { must, readAs, shape } from '#core/resources/resource-shape';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';
import { inTurn } from './in-turn.ts';

const GONE = ['ResourceNotFoundException'];
const DEFAULT_BUS = 'default';
const condition = shape({ Type: must(text), Key: must(text), Value: must(text) });

interface StatementKey {
  readonly EventBusName: string;
  readonly StatementId: string;
}
const statementKey = (properties: Properties): StatementKey => ({
  EventBusName: text(properties.EventBusName) ?? DEFAULT_BUS,
  StatementId: text(properties.StatementId)!,
});
const idOf = ({ EventBusName, StatementId }: StatementKey): string => `${EventBusName}|${StatementId}`;
const made = (place: StatementKey): Created => ({ physicalId: idOf(place), attributes: {} });

interface Policy {
  readonly Version: string;
  readonly Statement: readonly Properties[];
}
async function policyOf(Name: string, ctx: ResourceContext): Promise<Policy> {
  const { Policy } = await ctx.call('events', 'DescribeEventBus', { Name });
  if (Policy === undefined) return { Version: '2012-10-17', Statement: [] };
  const read = JSON.parse(Policy) as Omit<Policy, 'Statement'> & { Statement?: Properties | readonly Properties[] };
  return { ...read, Statement: [read.Statement ?? []].flat() as Properties[] };
}

/** Writes a whole statement by replacing the policy, whose other statements stay. */
async function putStatement({ EventBusName, StatementId }: StatementKey, given: Value, ctx: ResourceContext): Promise<void> {
  const policy = await policyOf(EventBusName, ctx);
  const statement = { Sid: StatementId, ...(typeof given === 'string' ? (JSON.parse(given) as Properties) : object(given)) };
  const others = policy.Statement.filter(({ Sid }) => Sid !== StatementId);
  const Policy = JSON.stringify({ ...policy, Statement: [...others, { ...statement, Sid: StatementId }] });
  await ctx.call('events', 'PutPermission', { EventBusName, Policy });
}

async function put(properties: Properties, ctx: ResourceContext): Promise<Created> {
  const place = statementKey(properties);
  const { Statement, Action, Principal, Condition } = properties;
  await inTurn(
    place.EventBusName,
    async () => {
      if (Statement !== undefined) return putStatement(place, Statement, ctx);
      await ctx.call('events', 'PutPermission', {
        ...place,
        Action: text(Action),
        Principal: text(Principal),
        Condition: condition(Condition),
      });
    },
    ctx,
  );
  return made(place);
}

export const resource: ResourceType = {
  create: put,
  update: (_physicalId, properties, _previous, ctx) => put(properties, ctx),
  async delete(_physicalId, properties, ctx) {
    const place = statementKey(properties);
    await inTurn(place.EventBusName, () => ignoring(GONE, ctx.call('events', 'RemovePermission', { ...place })), ctx);
  },
  async read(_physicalId, properties, ctx) {
    const place = statementKey(properties);
    const policy = await ignoring(GONE, policyOf(place.EventBusName, ctx));
    const statement = policy?.Statement.find(({ Sid }) => Sid === place.StatementId);
    if (!statement) return undefined;
    const { EventBusName = place.EventBusName, StatementId } = { ...properties, ...place };
    if (properties.Action === undefined) return { EventBusName, StatementId, Statement: withoutSid(statement, properties) };
    return readAs({ EventBusName, StatementId, Action: statement.Action, ...principalAndCondition(statement) });
  },
  async adopt(identifier, _properties, ctx) {
    const place = statementKey(identifier);
    const { Statement } = await policyOf(place.EventBusName, ctx);
    if (!Statement.some(({ Sid }) => Sid === place.StatementId))
      throw new Error(`Statement ${place.StatementId} is not in the policy of event bus ${place.EventBusName}.`);
    return made(place);
  },
};

/** The template gives the statement's id in a property of its own. */
function withoutSid({ Sid, ...statement }: Properties, properties: Properties): Value {
  const given = properties.Statement;
  const own = object(given).Sid === undefined ? statement : { Sid: Sid ?? null, ...statement };
  return typeof given === 'string' ? JSON.stringify(own) : own;
}

function principalAndCondition({ Principal, Condition }: Properties): Record<string, unknown> {
  const account = /^arn:[^:]+:iam::(\d{12}):root$/.exec(text(object(Principal).AWS) ?? '')?.[1];
  const [[Type, test] = []] = Object.entries(object(Condition));
  const [[Key, value] = []] = Object.entries(object(test));
  return { Principal: account ?? text(Principal), ...(Type !== undefined && { Condition: { Type, Key, Value: text(value) } }) };
}
