// Errors that several operations share, in the words of the real service.
import type { Fault } from '#core/fault';
import { fault } from '#model/apigateway';

export const bad = (message: string): Fault => fault('BadRequestException', message);
export const conflict = (message: string): Fault => fault('ConflictException', message);
export const notFound = (message: string): Fault => fault('NotFoundException', message);
/** `Invalid Resource identifier specified` */
export const noSuch = (kind: string): Fault => notFound(`Invalid ${kind} identifier specified`);
export const invalidPosition = (): Fault => bad('Invalid position specified');
