// The resource of a Task state: a function, an activity, or an operation of another service.

/** The first part of the names of the task's events. */
export type TaskFamily = 'LambdaFunction' | 'Activity' | 'Task';

export interface TaskResource {
  readonly family: TaskFamily;
  /** `sqs`, `aws-sdk:dynamodb`: for tasks of other services only. */
  readonly resourceType: string;
  /** `sendMessage.waitForTaskToken`; for functions and activities the ARN. */
  readonly resource: string;
}

const FUNCTION = /^arn:[^:]*:lambda:/;
const OPTIMISED = /^arn:[^:]*:states:[^:]*:[^:]*:(.+)$/;

export function readResource(arn: string): TaskResource {
  if (FUNCTION.test(arn)) return { family: 'LambdaFunction', resourceType: '', resource: arn };
  const path = /:activity:/.test(arn) ? undefined : OPTIMISED.exec(arn)?.[1];
  if (path === undefined) return { family: 'Activity', resourceType: '', resource: arn };
  const parts = path.split(':');
  const ofType = parts[0] === 'aws-sdk' ? 2 : 1;
  return { family: 'Task', resourceType: parts.slice(0, ofType).join(':'), resource: parts.slice(ofType).join(':') };
}
