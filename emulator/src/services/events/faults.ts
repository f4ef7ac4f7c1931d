// Faults that several operations share, in the words of the real service.
import { Fault } from '#core/fault';
import { fault } from '#model/events';

/** `remedy`: the command that mends it. */
export const invalid = (message: string, remedy?: string): Fault => new Fault('ValidationException', message, { remedy });
export const noSuchBus = (name: string): Fault => fault('ResourceNotFoundException', `Event bus ${name} does not exist.`);
export const noSuchRule = (bus: string, name: string): Fault =>
  fault('ResourceNotFoundException', `Rule ${name} does not exist on EventBus ${bus}.`);
export const tooMany = (): Fault => fault('LimitExceededException', 'The requested resource exceeds the maximum number allowed.');

export const tooLarge = (): Fault => invalid('Total size of the entries in the request is over the limit.');
