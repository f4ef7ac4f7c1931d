// Finds the log group or stream that a request names; throws the service's error if it does not exist.
import type { Ctx } from '#core/ctx';
import type { Fault } from '#core/fault';
import type { Frozen } from '#core/records';
import { fault } from '#model/logs';
import { groups, type LogGroup, type LogStream, streams } from '#services/logs/state';
import { groupNameIn } from './group-arn.ts';

export const invalid = (message: string): Fault => fault('InvalidParameterException', message);

export const noGroup = (): Fault => fault('ResourceNotFoundException', 'The specified log group does not exist.');
export const noStream = (): Fault => fault('ResourceNotFoundException', 'The specified log stream does not exist.');

/** Limit: characters of the name of a log group or stream. */
const MAX_NAME_LENGTH = 512;

/** @throws Fault for the name of a group or stream that is too long to be one */
export function checkLength(name: string): void {
  if (name.length > MAX_NAME_LENGTH) throw invalid('Invalid LogGroup or LogStream, both must have length less than or equal to 512.');
}

export function findGroup(name: string, ctx: Ctx): Frozen<LogGroup> {
  checkLength(name);
  const group = ctx.records(groups).get([name]);
  if (!group) throw noGroup();
  return group;
}

/** Finds a group by name or ARN. */
export function findIdentified(identifier: string, ctx: Ctx): Frozen<LogGroup> {
  const name = identifier.startsWith('arn:') ? groupNameIn(ctx, identifier) : identifier;
  if (name === undefined) throw noGroup();
  return findGroup(name, ctx);
}

interface NameOrIdentifier {
  readonly logGroupName?: string | undefined;
  readonly logGroupIdentifier?: string | undefined;
}

export function findAsked({ logGroupName: name, logGroupIdentifier: identifier }: NameOrIdentifier, ctx: Ctx): Frozen<LogGroup> {
  if (name !== undefined && identifier !== undefined)
    throw fault('ValidationException', 'LogGroup name and LogGroup ARN are mutually exclusive parameters.');
  if (name !== undefined) return findGroup(name, ctx);
  if (identifier !== undefined) return findIdentified(identifier, ctx);
  throw invalid('Either LogGroupName or LogGroupIdentifier must be specified.');
}

export function findStream(group: Frozen<LogGroup>, name: string, ctx: Ctx): Frozen<LogStream> {
  const stream = ctx.records(streams).get([group.id, name]);
  if (!stream) throw noStream();
  return stream;
}
