// Errors that several files use.
import type { Fault } from '#core/fault';
import { fault } from '#model/cognito-idp';

export const invalid = (message: string): Fault => fault('InvalidParameterException', message);
export const notFound = (message: string): Fault => fault('ResourceNotFoundException', message);
export const notAuthorized = (message: string): Fault => fault('NotAuthorizedException', message);
export const userNotFound = (message = 'User does not exist.'): Fault => fault('UserNotFoundException', message);

/** For parameters that are known and not honoured. */
export function refuseGiven(input: object, refused: Readonly<Record<string, string>>): void {
  const given = input as Readonly<Record<string, unknown>>;
  for (const [name, reason] of Object.entries(refused)) if (given[name] !== undefined) throw invalid(`${name} is not emulated: ${reason}`);
}
