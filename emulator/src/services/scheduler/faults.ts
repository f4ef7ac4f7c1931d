// Faults that several operations share. Texts are those of the real service where a recording was found; the README lists the others.
import { Fault } from '#core/fault';
import { fault } from '#model/scheduler';

/** `remedy`: the command that mends it. */
export const invalid = (message: string, remedy?: string): Fault => new Fault('ValidationException', message, { remedy });
export const noSuchSchedule = (name: string): Fault => fault('ResourceNotFoundException', `Schedule ${name} does not exist.`);
export const noSuchGroup = (name: string): Fault => fault('ResourceNotFoundException', `Schedule group ${name} does not exist.`);
export const invalidToken = (): Fault => invalid('Invalid NextToken.');
