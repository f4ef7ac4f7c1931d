// Errors that several operations share, in the words of the real service where they are known.
import type { Fault } from '#core/fault';
import type { RegionScope } from '#core/region-scope';
import { fault } from '#model/firehose';

export const invalid = (message: string): Fault => fault('InvalidArgumentException', message);

export const noSuchStream = (name: string, { account }: Pick<RegionScope, 'account'>): Fault =>
  fault('ResourceNotFoundException', `Firehose ${name} under account ${account} not found.`);
