// SSH public keys of users: upload, read, activate, delete.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { fault, operation } from '#model/iam';
import { findIdentity } from '#services/iam/find-identity';
import { namedOrCallingUser } from '#services/iam/identities/caller';
import { pageOfValues } from '#services/iam/listing';
import { uniqueId, wholeSecond } from '#services/iam/naming';
import { type FoundUser, type SshKey, type Status, sshKeys } from '#services/iam/state';
import { asLine, asPem, fingerprintOf, readPublicKey } from './ssh-key-format.ts';

/** Limit: SSH public keys of a user. */
const MAX_KEYS = 5;

const metadata = (user: FoundUser, key: Frozen<SshKey>) => ({
  UserName: user.name,
  SSHPublicKeyId: key.id,
  Status: key.status,
  UploadDate: new Date(key.uploadedMs),
});

const describe = (user: FoundUser, key: Frozen<SshKey>, body: string) => ({
  SSHPublicKey: { ...metadata(user, key), Fingerprint: key.fingerprint, SSHPublicKeyBody: body },
});

export const UploadSSHPublicKey = operation('UploadSSHPublicKey', (input, ctx) => {
  const user = findIdentity('user', input.UserName, ctx);
  const fingerprint = fingerprintOf(readPublicKey(input.SSHPublicKeyBody));
  const present = ctx.records(sshKeys).range([user.id]);
  if (present.some((key) => key.fingerprint === fingerprint))
    throw fault('DuplicateSSHPublicKeyException', 'The SSH public key is already associated with this user.');
  if (present.length >= MAX_KEYS) throw fault('LimitExceededException', `Cannot exceed quota for SSHPublicKeysPerUser: ${MAX_KEYS}`);
  const key: SshKey = {
    id: uniqueId('APKA', ctx),
    body: input.SSHPublicKeyBody,
    fingerprint,
    status: 'Active',
    uploadedMs: wholeSecond(ctx),
  };
  ctx.write((tx) => tx.put(ctx.records(sshKeys), [user.id, key.id], key));
  return describe(user, key, key.body);
});

function findKey(user: FoundUser, id: string, ctx: Ctx): Frozen<SshKey> {
  const key = ctx.records(sshKeys).get([user.id, id]);
  if (!key) throw fault('NoSuchEntityException', `The SSH Public Key with id ${id} cannot be found.`);
  return key;
}

export const GetSSHPublicKey = operation('GetSSHPublicKey', (input, ctx) => {
  const user = findIdentity('user', input.UserName, ctx);
  const key = findKey(user, input.SSHPublicKeyId, ctx);
  const parsed = readPublicKey(key.body);
  return describe(user, key, input.Encoding === 'PEM' ? asPem(parsed) : asLine(parsed));
});

export const ListSSHPublicKeys = operation('ListSSHPublicKeys', (input, ctx) => {
  const user = namedOrCallingUser(input.UserName, ctx);
  const { items, ...end } = pageOfValues(ctx.records(sshKeys), [user.id], input);
  return { SSHPublicKeys: items.map((key) => metadata(user, key)), ...end };
});

export const UpdateSSHPublicKey = operation('UpdateSSHPublicKey', (input, ctx) => {
  const user = findIdentity('user', input.UserName, ctx);
  const key = findKey(user, input.SSHPublicKeyId, ctx);
  ctx.write((tx) => tx.put(ctx.records(sshKeys), [user.id, key.id], { ...key, status: input.Status as Status }));
});

export const DeleteSSHPublicKey = operation('DeleteSSHPublicKey', (input, ctx) => {
  const user = findIdentity('user', input.UserName, ctx);
  const { id } = findKey(user, input.SSHPublicKeyId, ctx);
  ctx.write((tx) => tx.delete(ctx.records(sshKeys), [user.id, id]));
});
