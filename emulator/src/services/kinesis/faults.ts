// Errors that several operations share, in the words of the real service.
import type { Fault } from '#core/fault';
import { fault } from '#model/kinesis';

export const invalidArgument = (message: string): Fault => fault('InvalidArgumentException', message);
export const notFound = (message: string): Fault => fault('ResourceNotFoundException', message);
export const inUse = (message: string): Fault => fault('ResourceInUseException', message);

export const noSuchStream = (name: string, account: string): Fault => notFound(`Stream ${name} under account ${account} not found.`);

/** Answers to reading a shard that does not exist, also where its stream does not. */
export const noSuchShard = (shardId: string, stream: string, account: string): Fault =>
  notFound(`Shard ${shardId} in stream ${stream} under account ${account} does not exist`);

/** Answers to changing a shard that does not exist. */
export const shardNotFound = (shardId: string, stream: string, account: string): Fault =>
  notFound(`Could not find shard ${shardId} in stream ${stream} under account ${account}.`);

/** `1 validation error detected: Value at 'data' failed to satisfy constraint: …` */
export const constraintViolated = (path: string, constraint: string): Fault =>
  fault('ValidationException', `1 validation error detected: Value at '${path}' failed to satisfy constraint: ${constraint}`);

export const dryRun = (): Fault => fault('DryRunOperationException', 'Request would have succeeded, but DryRun flag is set.');
