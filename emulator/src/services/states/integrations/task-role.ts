// Roles of tasks: `Credentials` names one, which is taken from the machine's role, and whose account the task calls.
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import { parseArn } from '#lib/arn';
import { headerOfCall } from '#services/states/tracing/execution-trace';
import { TaskFailure, type TaskRequest } from './task-request.ts';

const SESSION_NAME = 'states';

export type TaskRoles = Pick<TaskRequest, 'roleArn' | 'assumedFrom'>;

/** The roles of a task: its own, or that of its machine. */
export const rolesOf = (own: string | undefined, ofMachine: string): TaskRoles =>
  own === undefined ? { roleArn: ofMachine } : { roleArn: own, assumedFrom: ofMachine };

/** The account and the role of calls of a task. */
export const actingIn = ({ roleArn, assumedFrom }: TaskRoles) => ({
  withRole: roleArn,
  account: assumedFrom === undefined ? undefined : parseArn(roleArn)?.account || undefined,
});

/** How the call of a task is made. */
export const callOptions = (task: TaskRequest) => ({
  ...actingIn(task),
  requestId: task.requestId,
  unflushed: task.unflushed,
  mayRest: task.mayRest,
  traceHeader: headerOfCall(task.trace?.header, task.requestId),
});

/** The words are recorded. @throws TaskFailure */
export async function takeRole({ roleArn, assumedFrom }: TaskRequest, ctx: Ctx): Promise<void> {
  if (assumedFrom === undefined) return;
  try {
    await ctx.call('sts', 'AssumeRole', { RoleArn: roleArn, RoleSessionName: SESSION_NAME }, { withRole: assumedFrom, isPlumbing: true });
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    throw new TaskFailure('States.TaskFailed', `The role ${assumedFrom} is not authorized to assume the task state's role, ${roleArn}.`);
  }
}
