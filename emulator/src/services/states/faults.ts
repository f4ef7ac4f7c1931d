// Errors that several operations share, in the words of the real service.
import type { Fault } from '#core/fault';
import { fault } from '#model/states';

export const invalidArn = (arn: string): Fault =>
  fault('InvalidArn', `Invalid Arn: '${arn.startsWith('arn:') ? arn : `Invalid ARN prefix: ${arn}`}'`);
export const wrongKind = (kind: string): Fault => fault('InvalidArn', `Invalid Arn: 'Resource type not valid in this context: ${kind}'`);
export const noSuchMachine = (arn: string): Fault => fault('StateMachineDoesNotExist', `State Machine Does Not Exist: '${arn}'`);
export const noSuchExecution = (arn: string): Fault => fault('ExecutionDoesNotExist', `Execution Does Not Exist: '${arn}'`);
export const noSuchActivity = (arn: string): Fault => fault('ActivityDoesNotExist', `Activity Does Not Exist: '${arn}'`);
export const noSuchResource = (arn: string): Fault => fault('ResourceNotFound', `Resource not found: '${arn}'`, { resourceName: arn });
export const noSuchAlias = (arn: string): Fault =>
  fault('ResourceNotFound', 'Request references a resource that does not exist.', { resourceName: arn });
export const invalidPageToken = (): Fault => fault('InvalidToken', `Invalid Token: 'Invalid token'`);
export const invalidTaskToken = (): Fault => fault('InvalidToken', `Invalid Token: 'Invalid token'`);
export const typeNotSupported = (): Fault =>
  fault('StateMachineTypeNotSupported', 'This operation is not supported by this type of state machine');
