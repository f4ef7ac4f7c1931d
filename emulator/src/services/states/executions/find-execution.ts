// Finds the execution that an ARN names.
import type { Ctx } from '#core/ctx';
import { parseStatesArn } from '#services/states/arns';
import { invalidArn, noSuchExecution, wrongKind } from '#services/states/faults';
import { type ExecutionRecord, executions } from '#services/states/state';

/** @throws Fault InvalidArn, ExecutionDoesNotExist */
export function findExecution(arn: string, ctx: Ctx): ExecutionRecord {
  const parsed = parseStatesArn(arn);
  if (!parsed) throw invalidArn(arn);
  // Executions of Express machines cannot be looked at (recorded).
  if (parsed.kind !== 'execution') throw wrongKind(parsed.kind);
  const [machine, name] = parsed.names;
  if (machine === undefined || name === undefined) throw invalidArn(arn);
  const record = ctx.records(executions).get([machine, name]);
  if (!record) throw noSuchExecution(arn);
  return record as ExecutionRecord;
}
