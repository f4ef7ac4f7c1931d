// Errors that several files use.
import type { Fault } from '#core/fault';
import { fault } from '#model/appsync';

export const bad = (message: string): Fault => fault('BadRequestException', message);
export const notFound = (message: string): Fault => fault('NotFoundException', message);
