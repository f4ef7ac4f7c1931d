// Faults that several operations share, in the words of the real service.
import type { Fault } from '#core/fault';
import { fault } from '#model/sqs';

export const invalidParameter = (message: string): Fault => fault('InvalidParameterValueException', message);
export const missingParameter = (name: string): Fault =>
  fault('MissingRequiredParameterException', `The request must contain the parameter ${name}.`);
export const invalidValue = (value: unknown, parameter: string, reason: string): Fault =>
  invalidParameter(`Value ${value} for parameter ${parameter} is invalid. Reason: ${reason}`);

export const noSuchQueue = (): Fault => fault('QueueDoesNotExist', 'The specified queue does not exist.');
export const unknownAttribute = (name: string): Fault => fault('InvalidAttributeName', `Unknown Attribute ${name}.`);
export const badReceiptHandle = (handle: string): Fault =>
  fault('ReceiptHandleIsInvalid', `The input receipt handle "${handle}" is not a valid receipt handle.`);

/** Throws unless the number is undefined or in the range. */
export function checkRange(value: number | undefined, parameter: string, least: number, most: number, reason: string): void {
  if (value !== undefined && (value < least || value > most)) throw invalidValue(value, parameter, reason);
}
