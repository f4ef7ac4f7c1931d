// Errors that several operations share, in the words of the real service where they are known.
import type { Fault } from '#core/fault';
import { fault } from '#model/apigatewayv2';

export const bad = (message: string): Fault => fault('BadRequestException', message);
export const conflict = (message: string): Fault => fault('ConflictException', message);
export const notFound = (message: string): Fault => fault('NotFoundException', message);
/** `Invalid Route identifier specified abc1234` */
export const noSuch = (what: string, id: string): Fault => notFound(`Invalid ${what} identifier specified ${id}`);
export const invalidToken = (): Fault => bad('Invalid next token specified');
