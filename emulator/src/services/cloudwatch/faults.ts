// Errors that several files of the service use.
import type { Fault } from '#core/fault';
import { fault } from '#model/cloudwatch';

export const invalidValue = (message: string): Fault => fault('InvalidParameterValueException', message);
export const invalidCombination = (message: string): Fault => fault('InvalidParameterCombinationException', message);
export const missingParameter = (message: string): Fault => fault('MissingRequiredParameterException', message);
export const invalid = (message: string): Fault => fault('ValidationException', message);
export const invalidToken = (): Fault => fault('InvalidNextToken', 'The next token that was given is invalid.');
