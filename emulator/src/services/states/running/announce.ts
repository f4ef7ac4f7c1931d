// Tells the default bus that an execution of a Standard machine has begun or ended.
// https://docs.aws.amazon.com/step-functions/latest/dg/eventbridge-integration.html
import type { Ctx } from '#core/ctx';
import type { Tx } from '#core/records';
import { partitionOf } from '#lib/arn';
import { isoSeconds } from '#lib/iso-seconds';
import { executionArn, machineArn } from '#services/states/arns';
import type { ExecutionRecord } from '#services/states/state';

const RETRY = { maxRetries: 24, maxAgeMs: 24 * 3_600_000 };
/** Bytes of input and output that an event holds together. */
const MAX_DATA = 248 * 1024;

export function announce(record: ExecutionRecord, tx: Tx, ctx: Ctx): void {
  const { machine, name, state } = record;
  const arn = executionArn(machine, name, ctx);
  const as = { service: 'states.amazonaws.com', sourceArn: machineArn(machine, ctx), sourceAccount: ctx.account };
  const about = { service: 'states', resource: `execution ${machine}/${name}, ${state.status}`, resourceArn: arn };
  const targetArn = `arn:${partitionOf(ctx.region)}:events:${ctx.region}:${ctx.account}:event-bus/default`;
  const id = ctx.id();
  const event = {
    ...{ version: '0', id, 'detail-type': 'Step Functions Execution Status Change', source: 'aws.states' },
    ...{ account: ctx.account, time: isoSeconds(ctx.now()), region: ctx.region, resources: [arn], detail: detailOf(record, arn, ctx) },
  };
  ctx.deliver(tx, [{ to: { targetArn, as, retry: RETRY, about }, payload: JSON.stringify(event), wholeEvent: id }]);
}

function detailOf(
  { machine, name, state, startMs, stopMs, inputText, version, alias, redriveCount }: ExecutionRecord,
  arn: string,
  ctx: Ctx,
) {
  const stateMachineArn = machineArn(machine, ctx);
  const output = state.output === undefined ? null : JSON.stringify(state.output);
  const withInput = Buffer.byteLength(inputText) <= MAX_DATA;
  const withOutput = output !== null && withInput && Buffer.byteLength(inputText) + Buffer.byteLength(output) <= MAX_DATA;
  return {
    ...{ executionArn: arn, stateMachineArn, name, status: state.status, startDate: startMs, stopDate: stopMs ?? null },
    ...{ input: withInput ? inputText : null, inputDetails: { included: withInput } },
    ...{ output: withOutput ? output : null, outputDetails: output === null ? null : { included: withOutput } },
    stateMachineVersionArn: version === undefined ? null : `${stateMachineArn}:${version}`,
    stateMachineAliasArn: alias === undefined ? null : `${stateMachineArn}:${alias}`,
    ...{ redriveCount, redriveDate: null, error: state.error ?? null, cause: state.cause ?? null },
  };
}
