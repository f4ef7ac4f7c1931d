// Errors that several operations share, in the words of the real service.
import type { Fault } from '#core/fault';
import { fault } from '#model/secretsmanager';

export const invalidRequest = (message: string): Fault => fault('InvalidRequestException', message);
export const invalidParameter = (message: string): Fault => fault('InvalidParameterException', message);
export const noSuchSecret = (): Fault => fault('ResourceNotFoundException', "Secrets Manager can't find the specified secret.");
export const noSuchValue = (what: string): Fault =>
  fault('ResourceNotFoundException', `Secrets Manager can't find the specified secret value for ${what}`);
export const markedForDeletion = (): Fault =>
  invalidRequest("You can't perform this operation on the secret because it was marked for deletion.");
