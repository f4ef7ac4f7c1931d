// The target stage: makes the inputs, invokes the target, and finds the records of events that failed.
import type { Ctx } from '#core/ctx';
import { ParameterError } from '#services/pipes/input/dynamic';
import { invokeTarget } from '#services/pipes/targets/invoke-target';
import { allOf, type TargetCall, type TargetResult } from '#services/pipes/targets/target-call';
import type { Execution, Failure, PipeEvent } from './execution.ts';
import { transform } from './transform.ts';

export async function sendToTarget(execution: Execution, events: readonly PipeEvent[], ctx: Ctx): Promise<Failure | undefined> {
  const { pipe, batch, log } = execution;
  if (events.length === 0) {
    log.step('TargetStageSkipped');
    return undefined;
  }
  log.step('TargetStageEntered');
  const texts = events.map(({ event }) => event);
  const { inputs, problem } = transform(execution, 'Target', pipe.targetParameters?.InputTemplate, texts, ctx);
  if (problem) {
    log.step('TargetStageFailed', { problem });
    return { records: batch, problem };
  }
  log.step('TargetInvocationStarted');
  const called = events.map(({ event, record }, at) => ({ id: record?.record.id, event, input: inputs[at] ?? event }));
  const result = await invoke({ events: called, pipe, traceHeader: batch[0]?.record.traceHeader }, ctx);
  const ending = endingOf(result, events);
  log.step(`TargetInvocation${ending}`, result);
  log.step(`TargetStage${ending}`, { events: inputs, problem: result.problem });
  if (!result.problem) return undefined;
  return { records: recordsOf(execution, events, result.failed), problem: result.problem };
}

async function invoke(call: TargetCall, ctx: Ctx): Promise<TargetResult> {
  try {
    return await invokeTarget(call, ctx);
  } catch (error) {
    if (!(error instanceof ParameterError)) throw error;
    return { awsRequest: {}, failed: allOf(call.events), problem: { status: 400, message: error.message, service: 'pipes' } };
  }
}

const endingOf = ({ failed, problem }: TargetResult, events: readonly PipeEvent[]) =>
  !problem ? 'Succeeded' : failed.size < events.length ? 'PartiallyFailed' : 'Failed';

/** Events of which the record is not known bring the whole batch back. */
function recordsOf({ batch }: Execution, events: readonly PipeEvent[], failed: ReadonlySet<number>): Failure['records'] {
  const records = [...failed].map((at) => events[at]?.record);
  return records.includes(undefined) ? batch : [...new Set(records.flatMap((record) => record ?? []))];
}
