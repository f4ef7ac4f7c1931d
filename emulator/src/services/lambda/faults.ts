// Faults that many operations of the function service share, in the words of the real service.
import { isLicensed, lacksLicence } from '#config/licence';
import type { Ctx } from '#core/ctx';
import type { Fault } from '#core/fault';
import { unmodelled } from '#core/operation';
import { fault } from '#model/lambda';

const USER = { Type: 'User' };

export const invalidParameter = (message: string): Fault => fault('InvalidParameterValueException', message, USER);
/** Without a type: refusals of the amount of concurrency and of a routing of the latest code (recorded in November 2025). */
export const invalidAmount = (message: string): Fault => fault('InvalidParameterValueException', message);
export const notFound = (message: string): Fault => fault('ResourceNotFoundException', message, USER);
export const conflict = (message: string): Fault => fault('ResourceConflictException', message, USER);
export const functionNotFound = (arn: string): Fault => notFound(`Function not found: ${arn}`);

/** `read` names the operation that returns the latest revision. */
export const revisionMismatch = (read: 'GetFunction/GetAlias' | 'GetPolicy' | 'GetResourcePolicy'): Fault =>
  fault(
    'PreconditionFailedException',
    `The Revision Id provided does not match the latest Revision Id. Call the ${read} API to retrieve the latest Revision Id`,
    USER,
  );

/** The text that the framework in front of the service gives for a broken constraint. */
export const constraint = (member: string, value: string, words: string): Fault =>
  unmodelled('ValidationException', `1 validation error detected: Value '${value}' at '${member}' failed to satisfy constraint: ${words}`);

export const accessDenied = (action: string, resource: string, account: string): Fault =>
  unmodelled(
    'AccessDeniedException',
    `User: arn:aws:iam::${account}:root is not authorized to perform: ${action} on resource: ${resource} because no resource-based policy allows the ${action} action`,
    { status: 403 },
  );

/** Throws if the licence tiers of the established emulator are enforced and there is no token. */
export function assertLicensed(feature: string, { options }: Ctx): void {
  if (!isLicensed(options)) throw unmodelled('LicenseRequiredException', lacksLicence(feature), { status: 501, blame: 'client' });
}

/** Status 501, so that clients do not retry. */
export const notEmulated = (member: string, sentence: string): Fault =>
  unmodelled('NotImplementedException', `${member} is refused: ${sentence}`, { status: 501, blame: 'client' });
