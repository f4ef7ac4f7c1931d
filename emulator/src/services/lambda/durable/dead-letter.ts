// Sends the input of an execution that failed to the function's dead-letter queue, if an asynchronous invocation had begun it.
// Destinations get nothing: https://docs.aws.amazon.com/lambda/latest/dg/durable-invoking.html
import type { Ctx } from '#core/ctx';
import { textAttribute } from '#core/delivery/text-attribute';
import { inTraceOf } from '#core/traces/in-trace-of';
import { MAX_EVENT_AGE_S } from '#services/lambda/lookup/limits';
import { versions } from '#services/lambda/state';
import { executionArn } from './locate.ts';
import { readText } from './payloads.ts';
import { durableOperations, durables } from './records.ts';
import { DEAD_LETTER } from './work-names.ts';

const RETRY = { maxRetries: 100, maxAgeMs: MAX_EVENT_AGE_S * 1000 };
const MAX_ERROR_CHARACTERS = 1024;

export async function sendDeadLetter(id: string, work: Ctx): Promise<void> {
  const head = work.records(durables).get([id]);
  const ctx = head ? inTraceOf(head, work) : work;
  const settings = head && ctx.records(versions).get([head.functionName, head.version])?.settings;
  if (!head || settings?.deadLetterArn === undefined) return;
  const { deadLetterArn: targetArn, role } = settings;
  const { input = '' } = ctx.records(durableOperations).get([id, id]) ?? {};
  const payload = await readText(input, ctx);
  const attributes = {
    RequestID: textAttribute(head.id),
    ErrorCode: { type: 'Number', value: '200' },
    ErrorMessage: textAttribute((head.error?.ErrorMessage || head.error?.ErrorType || head.status).slice(0, MAX_ERROR_CHARACTERS)),
  };
  const resourceArn = executionArn(head, ctx);
  const about = { service: 'lambda', resource: `durable execution ${head.functionName}/${head.name}`, resourceArn, eventId: head.id };
  // The work ends in the write of the delivery: it is not sent twice.
  ctx.write((tx) => {
    ctx.unschedule(tx, DEAD_LETTER, [id]);
    ctx.deliver(tx, [{ to: { targetArn, as: { role }, retry: RETRY, about }, payload, parameters: { attributes } }]);
  });
}
