// Errors that several files use.
import type { Fault } from '#core/fault';
import { fault } from '#model/cognito-identity';

export const invalid = (message: string): Fault => fault('InvalidParameterException', message);
export const notFound = (message: string): Fault => fault('ResourceNotFoundException', message);
export const notAuthorized = (message: string): Fault => fault('NotAuthorizedException', message);
