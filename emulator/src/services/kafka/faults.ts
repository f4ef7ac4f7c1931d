// Errors that several operations share.
import type { Fault } from '#core/fault';
import { fault } from '#model/kafka';

export const badRequest = (InvalidParameter: string, message: string): Fault => fault('BadRequestException', message, { InvalidParameter });
export const notFound = (InvalidParameter: string, message: string): Fault => fault('NotFoundException', message, { InvalidParameter });
export const conflict = (message: string): Fault => fault('ConflictException', message);
export const invalidToken = (): Fault => badRequest('nextToken', 'The parameter value contains one or more characters that are not valid.');
