// Changes the policy of a bus: the whole policy, or one statement.
import type { Ctx } from '#core/ctx';
import { readPolicy } from '#core/policy/checked-policy';
import type { Frozen } from '#core/records';
import { partitionOf } from '#lib/arn';
import { fault, operation, type PutPermissionRequest } from '#model/events';
import { busArn } from '#services/events/arns';
import { invalid } from '#services/events/faults';
import { findBus } from '#services/events/find-bus';
import { type Bus, buses } from '#services/events/state';

/** Limit: bytes of the policy of an event bus. */
const MAX_BYTES = 10_240;

interface Policy {
  readonly Statement?: unknown;
  readonly [element: string]: unknown;
}
interface Statement {
  readonly Sid?: string;
  readonly [element: string]: unknown;
}

export const PutPermission = operation('PutPermission', (input, ctx) => {
  const bus = findBus(input.EventBusName, ctx);
  setPolicy(bus, input.Policy ?? withStatement(bus, statementOf(bus, input, ctx)), ctx);
});

export const RemovePermission = operation('RemovePermission', (input, ctx) => {
  const bus = findBus(input.EventBusName, ctx);
  if (input.RemoveAllPermissions) return setPolicy(bus, undefined, ctx);
  if (input.StatementId === undefined) throw invalid('Parameter StatementId must be specified.');
  const { policy, statements } = read(bus);
  const left = statements.filter(({ Sid }) => Sid !== input.StatementId);
  if (left.length === statements.length) throw fault('ResourceNotFoundException', 'Statement with the provided id does not exist.');
  setPolicy(bus, left.length === 0 ? undefined : JSON.stringify({ ...policy, Statement: left }), ctx);
});

function setPolicy(bus: Frozen<Bus>, policy: string | undefined, ctx: Ctx): void {
  if (policy !== undefined) checkPolicy(policy);
  const nowMs = ctx.now();
  // The default bus gets its record with its first change.
  ctx.write((tx) => tx.put(ctx.records(buses), [bus.name], { ...bus, policy, createdMs: bus.createdMs ?? nowMs, modifiedMs: nowMs }));
}

function checkPolicy(policy: string): void {
  if (Buffer.byteLength(policy) > MAX_BYTES) throw fault('PolicyLengthExceededException', `The policy is longer than ${MAX_BYTES} bytes.`);
  readPolicy(policy, ({ reason, message }) => invalid(reason === 'json' ? 'This policy contains invalid Json' : message));
}

function statementOf(bus: Frozen<Bus>, { Action, Principal, StatementId, Condition }: PutPermissionRequest, ctx: Ctx): Statement {
  if (Principal === undefined) throw invalid('Parameter Principal must be specified.');
  if (Action === undefined) throw invalid('Parameter Action must be specified.');
  if (StatementId === undefined) throw invalid('Parameter StatementId must be specified.');
  if (Action !== 'events:PutEvents') throw invalid("Provided value in parameter 'action' is not supported.");
  if (Condition && Principal !== '*')
    throw invalid("Value of the parameter 'principal' must be '*' when the parameter 'condition' is set.");
  const statement = {
    Sid: StatementId,
    Effect: 'Allow',
    Principal: Principal === '*' ? '*' : { AWS: `arn:${partitionOf(ctx.region)}:iam::${Principal}:root` },
    Action,
    Resource: busArn(ctx, bus.name),
  };
  return Condition ? { ...statement, Condition: { [Condition.Type]: { [Condition.Key]: Condition.Value } } } : statement;
}

/** The statement replaces the one with the same id. */
function withStatement(bus: Frozen<Bus>, added: Statement): string {
  const { policy, statements } = read(bus);
  const others = statements.filter(({ Sid }) => Sid !== added.Sid);
  return JSON.stringify({ ...policy, Statement: [...others, added] });
}

function read({ policy: text }: Frozen<Bus>): { policy: Policy; statements: readonly Statement[] } {
  if (text === undefined) return { policy: { Version: '2012-10-17' }, statements: [] };
  const policy = JSON.parse(text) as Policy;
  return { policy, statements: [policy.Statement ?? []].flat() as Statement[] };
}
