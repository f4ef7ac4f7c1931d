// Clients of pools: create, describe, update, list, delete.
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import { operation, type UserPoolClientType } from '#model/cognito-idp';
import { invalid } from '#services/cognito-idp/faults';
import { nextTokenPages } from '#services/cognito-idp/pages';
import { claim, findPool, ownerOf, ownersOf } from '#services/cognito-idp/pools/find-pool';
import { type Client, clients } from '#services/cognito-idp/state';
import { clientSettingsOf } from './client-settings.ts';
import { findClient } from './find-client.ts';
import { newSecret } from './secrets.ts';

const ID_CHARACTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';
const ID_LENGTH = 26;
/** A client with this name has the id that follows, as with the established emulator. */
const CUSTOM_ID = /^_custom_id_:([\w+]{1,128})$/;

export const describeClient = ({ poolId, id, name, settings, secrets, createdMs, modifiedMs }: Frozen<Client>): UserPoolClientType => ({
  UserPoolId: poolId,
  ClientName: name,
  ClientId: id,
  ClientSecret: secrets.at(-1)?.value,
  LastModifiedDate: new Date(modifiedMs),
  CreationDate: new Date(createdMs),
  ...settings,
});

export const putClient = (tx: Tx, client: Client | Frozen<Client>, ctx: Ctx): void =>
  tx.put(ctx.records(clients), [client.poolId, client.id], client);

export const CreateUserPoolClient = operation('CreateUserPoolClient', (input, ctx) => {
  const { UserPoolId, ClientName, GenerateSecret = false, ClientSecret, ...given } = input;
  const pool = findPool(UserPoolId, ctx);
  if (GenerateSecret && ClientSecret !== undefined) throw invalid('GenerateSecret and ClientSecret cannot be used together.');
  const id = CUSTOM_ID.exec(ClientName)?.[1] ?? ctx.random(ID_LENGTH, ID_CHARACTERS);
  if (ownerOf('client', id, ctx)) throw invalid(`A client with the id ${id} is there already.`);
  const secrets = GenerateSecret || ClientSecret !== undefined ? [newSecret(ClientSecret, ctx)] : [];
  const settings = clientSettingsOf(given, secrets.length > 0, pool, ctx);
  const nowMs = ctx.now();
  const client: Client = { poolId: pool.id, id, name: ClientName, settings, secrets, createdMs: nowMs, modifiedMs: nowMs };
  ctx.write((tx) => {
    putClient(tx, client, ctx);
    claim(tx, ['client', id], pool.id, ctx);
  });
  return { UserPoolClient: describeClient(client) };
});

export const DescribeUserPoolClient = operation('DescribeUserPoolClient', ({ UserPoolId, ClientId }, ctx) => {
  findPool(UserPoolId, ctx);
  return { UserPoolClient: describeClient(findClient(UserPoolId, ClientId, ctx)) };
});

/** Settings that are not given get their defaults, as in the cloud. */
export const UpdateUserPoolClient = operation('UpdateUserPoolClient', ({ UserPoolId, ClientId, ClientName, ...given }, ctx) => {
  const pool = findPool(UserPoolId, ctx);
  const client = findClient(UserPoolId, ClientId, ctx);
  const settings = clientSettingsOf(given, client.secrets.length > 0, pool, ctx);
  const changed = { ...client, settings, name: ClientName ?? client.name, modifiedMs: ctx.now() };
  ctx.write((tx) => putClient(tx, changed, ctx));
  return { UserPoolClient: describeClient(changed) };
});

export const ListUserPoolClients = operation('ListUserPoolClients', (input, ctx) => {
  const { id } = findPool(input.UserPoolId, ctx);
  const { items, NextToken } = nextTokenPages.pageOfValues(ctx.records(clients), [id], input);
  return { UserPoolClients: items.map((each) => ({ ClientId: each.id, UserPoolId: id, ClientName: each.name })), NextToken };
});

export const DeleteUserPoolClient = operation('DeleteUserPoolClient', ({ UserPoolId, ClientId }, ctx) => {
  findPool(UserPoolId, ctx);
  findClient(UserPoolId, ClientId, ctx);
  ctx.write((tx) => {
    tx.delete(ctx.records(clients), [UserPoolId, ClientId]);
    tx.delete(ownersOf(ctx), ['client', ClientId]);
  });
});
