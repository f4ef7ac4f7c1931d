// Resource servers: APIs with scopes of their own.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { firstRepeated } from '#lib/first-repeated';
import { operation, type ResourceServerScopeType } from '#model/cognito-idp';
import { invalid, notFound } from '#services/cognito-idp/faults';
import { nextTokenPages } from '#services/cognito-idp/pages';
import { type ResourceServer, resourceServers } from '#services/cognito-idp/state';
import { findPool } from './find-pool.ts';

const shown = (poolId: string, { identifier, name, scopes }: Frozen<ResourceServer>) => ({
  UserPoolId: poolId,
  Identifier: identifier,
  Name: name,
  Scopes: scopes,
});

function scopesOf(scopes: readonly ResourceServerScopeType[] = []): readonly ResourceServerScopeType[] {
  const repeated = firstRepeated(scopes.map(({ ScopeName }) => ScopeName));
  if (repeated !== undefined) throw invalid(`Duplicate scope name: ${repeated}`);
  return scopes;
}

function find(poolId: string, identifier: string, ctx: Ctx): Frozen<ResourceServer> {
  findPool(poolId, ctx);
  const found = ctx.records(resourceServers).get([poolId, identifier]);
  if (!found) throw notFound('Resource server does not exist.');
  return found;
}

export const CreateResourceServer = operation('CreateResourceServer', ({ UserPoolId, Identifier, Name, Scopes }, ctx) => {
  findPool(UserPoolId, ctx);
  const records = ctx.records(resourceServers);
  if (records.has([UserPoolId, Identifier])) throw invalid(`${Identifier} already exists in user pool ${UserPoolId}.`);
  const server = { identifier: Identifier, name: Name, scopes: scopesOf(Scopes) };
  ctx.write((tx) => tx.put(records, [UserPoolId, Identifier], server));
  return { ResourceServer: shown(UserPoolId, server) };
});

export const DescribeResourceServer = operation('DescribeResourceServer', ({ UserPoolId, Identifier }, ctx) => ({
  ResourceServer: shown(UserPoolId, find(UserPoolId, Identifier, ctx)),
}));

export const UpdateResourceServer = operation('UpdateResourceServer', ({ UserPoolId, Identifier, Name, Scopes }, ctx) => {
  find(UserPoolId, Identifier, ctx);
  const server = { identifier: Identifier, name: Name, scopes: scopesOf(Scopes) };
  ctx.write((tx) => tx.put(ctx.records(resourceServers), [UserPoolId, Identifier], server));
  return { ResourceServer: shown(UserPoolId, server) };
});

export const ListResourceServers = operation('ListResourceServers', (input, ctx) => {
  const { id } = findPool(input.UserPoolId, ctx);
  const { items, NextToken } = nextTokenPages.pageOfValues(ctx.records(resourceServers), [id], input);
  return { ResourceServers: items.map((each) => shown(id, each)), NextToken };
});

export const DeleteResourceServer = operation('DeleteResourceServer', ({ UserPoolId, Identifier }, ctx) => {
  find(UserPoolId, Identifier, ctx);
  ctx.write((tx) => tx.delete(ctx.records(resourceServers), [UserPoolId, Identifier]));
});
