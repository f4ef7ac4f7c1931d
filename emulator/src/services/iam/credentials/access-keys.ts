// Access keys of users. The id encodes the account, so that a request signed with the key reaches that account after a restart too.
import { newAccessKeyId } from '#core/access-key';
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { fault, operation } from '#model/iam';
import { userOfId } from '#services/iam/find-identity';
import { namedOrCallingUser } from '#services/iam/identities/caller';
import { pageOfValues } from '#services/iam/listing';
import { randomBelow, wholeSecond } from '#services/iam/naming';
import { type AccessKey, accessKeyOwners, accessKeys, type FoundUser, type Status } from '#services/iam/state';
import { lastUseOf } from './last-use.ts';

/** Limit: access keys of a user. */
const MAX_KEYS = 2;
const SECRET_LENGTH = 40;
const SECRET_LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

export const CreateAccessKey = operation('CreateAccessKey', (input, ctx) => {
  const user = namedOrCallingUser(input.UserName, ctx);
  const records = ctx.records(accessKeys);
  if (records.count([user.id]) >= MAX_KEYS) throw fault('LimitExceededException', `Cannot exceed quota for AccessKeysPerUser: ${MAX_KEYS}`);
  const key: AccessKey = {
    id: newAccessKeyId('AKIA', ctx.account, randomBelow(ctx)),
    userId: user.id,
    secret: ctx.random(SECRET_LENGTH, SECRET_LETTERS),
    status: 'Active',
    createdMs: wholeSecond(ctx),
  };
  ctx.write((tx) => {
    tx.put(records, [user.id, key.id], key);
    tx.put(ctx.records(accessKeyOwners), [key.id], { userId: user.id });
  });
  return { AccessKey: { ...metadata(user, key), SecretAccessKey: key.secret } };
});

const metadata = (user: FoundUser, key: Frozen<AccessKey>) => ({
  UserName: user.name,
  AccessKeyId: key.id,
  Status: key.status,
  CreateDate: new Date(key.createdMs),
});

export const ListAccessKeys = operation('ListAccessKeys', (input, ctx) => {
  const user = namedOrCallingUser(input.UserName, ctx);
  const { items, ...end } = pageOfValues(ctx.records(accessKeys), [user.id], input);
  return { AccessKeyMetadata: items.map((key) => metadata(user, key)), ...end };
});

const noSuchKey = (id: string) => fault('NoSuchEntityException', `The Access Key with id ${id} cannot be found.`);

function findKey(input: { readonly UserName?: string | undefined; readonly AccessKeyId: string }, ctx: Ctx): Frozen<AccessKey> {
  const owner = ctx.records(accessKeyOwners).get([input.AccessKeyId]);
  const userId = input.UserName === undefined ? owner?.userId : namedOrCallingUser(input.UserName, ctx).id;
  const key = userId === undefined ? undefined : ctx.records(accessKeys).get([userId, input.AccessKeyId]);
  if (!key) throw noSuchKey(input.AccessKeyId);
  return key;
}

export const UpdateAccessKey = operation('UpdateAccessKey', (input, ctx) => {
  const key = findKey(input, ctx);
  ctx.write((tx) => tx.put(ctx.records(accessKeys), [key.userId, key.id], { ...key, status: input.Status as Status }));
});

export const DeleteAccessKey = operation('DeleteAccessKey', (input, ctx) => {
  const key = findKey(input, ctx);
  ctx.write((tx) => {
    tx.delete(ctx.records(accessKeys), [key.userId, key.id]);
    tx.delete(ctx.records(accessKeyOwners), [key.id]);
  });
});

/** The use of keys is not recorded: every key answers as if it had never been used. */
export const GetAccessKeyLastUsed = operation('GetAccessKeyLastUsed', (input, ctx) => {
  const owner = ctx.records(accessKeyOwners).get([input.AccessKeyId]);
  if (!owner) throw noSuchKey(input.AccessKeyId);
  const use = lastUseOf(input.AccessKeyId, ctx);
  return {
    UserName: userOfId(owner.userId, ctx).name,
    AccessKeyLastUsed: use
      ? { LastUsedDate: new Date(use.atMs), ServiceName: use.service, Region: use.region }
      : { ServiceName: 'N/A', Region: 'N/A' },
  };
});
