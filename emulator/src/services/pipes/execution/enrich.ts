// The enrichment of a batch: a function, an Express state machine, an API destination or an API that answers with the events for the target.
// https://docs.aws.amazon.com/eventbridge/latest/userguide/pipes-enrichment.html
import type { Ctx } from '#core/ctx';
import { partsOf, wholeValue } from '#lib/json-slice';
import { isJson } from '#lib/json-structure';
import { ParameterError } from '#services/pipes/input/dynamic';
import { callFunction } from '#services/pipes/targets/function';
import { callHttpTarget } from '#services/pipes/targets/http-target';
import type { Problem } from '#services/pipes/targets/problem';
import { runStateMachine } from '#services/pipes/targets/state-machine';
import { enrichmentKind } from '#services/pipes/targets/target-kinds';
import type { Execution, PipeEvent, PipeRecord } from './execution.ts';
import { transform } from './transform.ts';

interface Enriched {
  readonly events: readonly PipeEvent[];
  readonly problem?: Problem | undefined;
}

export async function enrich(execution: Execution, arn: string, ctx: Ctx): Promise<Enriched> {
  const { pipe, batch, log } = execution;
  log.step('EnrichmentStageEntered');
  const failed = (problem: Problem): Enriched => {
    log.step('EnrichmentStageFailed', { problem });
    return { events: [], problem };
  };
  const texts = batch.map(({ text }) => text);
  const { inputs, problem } = transform(execution, 'Enrichment', pipe.enrichmentParameters?.InputTemplate, texts, ctx);
  if (problem) return failed(problem);
  log.step('EnrichmentInvocationStarted');
  const { answer, ...result } = await invoke(execution, arn, inputs, ctx);
  log.step(result.problem ? 'EnrichmentInvocationFailed' : 'EnrichmentInvocationSucceeded', result);
  if (result.problem) return failed(result.problem);
  const events = eventsIn(answer, batch);
  log.step('EnrichmentStageSucceeded', { events: events.map(({ event }) => event) });
  return { events };
}

/** A batch for an HTTP endpoint has one event. */
async function invoke({ pipe, batch }: Execution, arn: string, inputs: readonly string[], ctx: Ctx) {
  const [first] = batch;
  const { roleArn: role, enrichmentParameters } = pipe;
  if (enrichmentKind(arn)?.name === 'function')
    return callFunction({ arn, role, inputs, type: 'RequestResponse', traceHeader: first?.record.traceHeader }, ctx);
  if (enrichmentKind(arn)?.name === 'state machine')
    return runStateMachine({ arn, role, inputs, traceHeader: first?.record.traceHeader }, ctx);
  try {
    const parameters = enrichmentParameters?.HttpParameters;
    return await callHttpTarget({ arn, pipe, parameters, id: first?.record.id, event: first?.text ?? '', input: inputs[0] ?? '' }, ctx);
  } catch (error) {
    if (!(error instanceof ParameterError)) throw error;
    return { awsRequest: {}, answer: '', problem: { status: 400, message: error.message, service: 'pipes' } };
  }
}

/** The events of an answer: those of an array, or the answer itself. `""`, `{}`, `[]` and `null` are none. */
function eventsIn(answer: string, batch: readonly PipeRecord[]): PipeEvent[] {
  if (!isJson(answer)) return answer.trim() === '' ? [] : [{ event: answer, record: batch.length === 1 ? batch[0] : undefined }];
  const whole = wholeValue(answer);
  const text = answer.slice(whole.start, whole.end);
  if (['""', 'null'].includes(text) || (/^[{[]/.test(text) && partsOf(answer, whole).next().done)) return [];
  const texts = text.startsWith('[') ? [...partsOf(answer, whole)].map(({ start, end }) => answer.slice(start, end)) : [text];
  return texts.map((event) => ({ event, record: recordOf(event, batch) }));
}

/** Members that hold the id of a record, by source. */
const ID_MEMBERS = new Set(['messageId', 'eventID']);

/** A batch of one needs no id. */
function recordOf(event: string, batch: readonly PipeRecord[]): PipeRecord | undefined {
  if (batch.length === 1) return batch[0];
  const ids = new Set<string>();
  for (const { key, start, end } of partsOf(event, wholeValue(event))) if (ID_MEMBERS.has(key)) ids.add(event.slice(start + 1, end - 1));
  return batch.find(({ record }) => ids.has(record.id));
}
