// Errors that several operations share, in the words of the real service.
import type { Fault } from '#core/fault';
import { fault } from '#model/sns';

/** `Invalid parameter: <reason>` */
export const invalidParameter = (reason: string): Fault => fault('InvalidParameterException', `Invalid parameter: ${reason}`);
/** The same without its prefix. */
export const invalid = (message: string): Fault => fault('InvalidParameterException', message);
export const invalidAttribute = (message: string): Fault => fault('InvalidParameterValueException', message);

export const noSuchTopic = (): Fault => fault('NotFoundException', 'Topic does not exist');
export const noSuchSubscription = (): Fault => fault('NotFoundException', 'Subscription does not exist');
export const invalidToken = (): Fault => invalidParameter('NextToken');

/** Limit: parts of an ARN. */
const MIN_ARN_PARTS = 6;

/** @throws InvalidParameter for a text with fewer parts than an ARN has */
export function checkArnShape(arn: string, parameter: string): void {
  const parts = arn.split(':').length;
  if (parts < MIN_ARN_PARTS) throw invalidParameter(`${parameter} Reason: An ARN must have at least 6 elements, not ${parts}`);
}
