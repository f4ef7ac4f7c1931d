// Due work of durable executions.
import type { DueWork } from '#core/time/work';
import { table } from '#lib/table';
import { runChained } from './chained.ts';
import { sendDeadLetter } from './dead-letter.ts';
import { runDue } from './due.ts';
import { forget } from './forget.ts';
import { durables } from './records.ts';
import { runTurn } from './turn.ts';

export const work: Readonly<Record<string, DueWork>> = table({
  'lambda.durable-due': ([id], ctx) => runDue(String(id), ctx),
  'lambda.durable-invoke': ([id], ctx) => runTurn(String(id), ctx),
  'lambda.durable-chained': ([id, operationId], ctx) => runChained(String(id), String(operationId), ctx),
  'lambda.durable-dead-letter': ([id], ctx) => sendDeadLetter(String(id), ctx),
  'lambda.forget-durable': ([id], ctx) => {
    const head = ctx.records(durables).get([String(id)]);
    if (head) ctx.write((tx) => forget(tx, head, ctx));
  },
});
