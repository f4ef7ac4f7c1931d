// Secrets of clients: two at most, so that one can be replaced while programs still use the other.
import type { Ctx } from '#core/ctx';
import { fault, operation } from '#model/cognito-idp';
import { invalid, notFound } from '#services/cognito-idp/faults';
import { findPool } from '#services/cognito-idp/pools/find-pool';
import { type ClientSecret, clients } from '#services/cognito-idp/state';
import { findClient } from './find-client.ts';

const CHARACTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';
const LENGTH = 51;
/** Limit: secrets of a client. */
const MAX_SECRETS = 2;

export const newSecret = (given: string | undefined, ctx: Ctx): ClientSecret => ({
  id: ctx.id(),
  value: given ?? ctx.random(LENGTH, CHARACTERS),
  createdMs: ctx.now(),
});

const shown = ({ id, value, createdMs }: ClientSecret, isNew = false) => ({
  ClientSecretId: id,
  ...(isNew && { ClientSecretValue: value }),
  ClientSecretCreateDate: new Date(createdMs),
});

export const AddUserPoolClientSecret = operation('AddUserPoolClientSecret', ({ UserPoolId, ClientId, ClientSecret: given }, ctx) => {
  findPool(UserPoolId, ctx);
  const client = findClient(UserPoolId, ClientId, ctx);
  if (client.secrets.length >= MAX_SECRETS) throw fault('LimitExceededException', `A client can have at most ${MAX_SECRETS} secrets.`);
  const secret = newSecret(given, ctx);
  ctx.write((tx) => tx.put(ctx.records(clients), [UserPoolId, ClientId], { ...client, secrets: [...client.secrets, secret] }));
  return { ClientSecretDescriptor: shown(secret, true) };
});

export const ListUserPoolClientSecrets = operation('ListUserPoolClientSecrets', ({ UserPoolId, ClientId }, ctx) => {
  findPool(UserPoolId, ctx);
  return { ClientSecrets: findClient(UserPoolId, ClientId, ctx).secrets.map((each) => shown(each)) };
});

export const DeleteUserPoolClientSecret = operation('DeleteUserPoolClientSecret', ({ UserPoolId, ClientId, ClientSecretId }, ctx) => {
  findPool(UserPoolId, ctx);
  const client = findClient(UserPoolId, ClientId, ctx);
  const secrets = client.secrets.filter(({ id }) => id !== ClientSecretId);
  if (secrets.length === client.secrets.length) throw notFound(`Client secret ${ClientSecretId} does not exist.`);
  if (secrets.length === 0) throw invalid('The only secret of a client cannot be deleted.');
  ctx.write((tx) => tx.put(ctx.records(clients), [UserPoolId, ClientId], { ...client, secrets }));
});
