// Pools: create, describe, update, list, delete.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { formatArn } from '#lib/arn';
import { operation } from '#model/cognito-idp';
import { invalid } from '#services/cognito-idp/faults';
import { nextTokenPages } from '#services/cognito-idp/pages';
import { type Pool, pools, users } from '#services/cognito-idp/state';
import { deletePool } from './delete-pool.ts';
import { describePool, summarize } from './describe-pool.ts';
import { claim, findPool, putPool } from './find-pool.ts';
import { settingsOf } from './pool-settings.ts';
import { schemaOf, withCustom } from './standard-attributes.ts';
import { POOL_TAGS } from './tags.ts';

const ALPHANUMERIC = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** Pools with more users are described with this number. */
const MAX_COUNTED_USERS = 10_000;

const estimatedUsers = ({ id }: Frozen<Pool>, ctx: Ctx): number => ctx.records(users).keys([id], { limit: MAX_COUNTED_USERS }).length;

export const CreateUserPool = operation('CreateUserPool', ({ PoolName, Schema, UserPoolTags, ...given }, ctx) => {
  const id = `${ctx.region}_${ctx.random(9, ALPHANUMERIC)}`;
  const nowMs = ctx.now();
  const pool: Pool = {
    id,
    name: PoolName,
    arn: formatArn({ service: 'cognito-idp', region: ctx.region, account: ctx.account, resource: `userpool/${id}` }),
    createdMs: nowMs,
    modifiedMs: nowMs,
    settings: settingsOf(given),
    mfa: {},
    schema: schemaOf(Schema),
    tags: POOL_TAGS.ofNew(UserPoolTags, ctx),
    deviceGroupKey: `-${ctx.random(9, ALPHANUMERIC)}`,
  };
  ctx.write((tx) => {
    putPool(tx, pool, ctx);
    claim(tx, ['pool', id], id, ctx);
  });
  return { UserPool: describePool(pool, 0) };
});

export const DescribeUserPool = operation('DescribeUserPool', ({ UserPoolId }, ctx) => {
  const pool = findPool(UserPoolId, ctx);
  return { UserPool: describePool(pool, estimatedUsers(pool, ctx)) };
});

/** Settings that are not given get their defaults, as in the cloud; those of the creation stay. */
export const UpdateUserPool = operation('UpdateUserPool', ({ UserPoolId, PoolName, UserPoolTags, ...given }, ctx) => {
  const pool = findPool(UserPoolId, ctx);
  const { AliasAttributes, UsernameAttributes, UsernameConfiguration } = pool.settings;
  const settings = settingsOf({ ...given, AliasAttributes, UsernameAttributes, UsernameConfiguration });
  const tags = UserPoolTags === undefined ? pool.tags : POOL_TAGS.ofNew(UserPoolTags, ctx);
  ctx.write((tx) => putPool(tx, { ...pool, settings, tags, name: PoolName ?? pool.name, modifiedMs: ctx.now() }, ctx));
});

export const AddCustomAttributes = operation('AddCustomAttributes', ({ UserPoolId, CustomAttributes }, ctx) => {
  const pool = findPool(UserPoolId, ctx);
  const schema = withCustom(pool.schema, CustomAttributes);
  ctx.write((tx) => putPool(tx, { ...pool, schema, modifiedMs: ctx.now() }, ctx));
});

export const ListUserPools = operation('ListUserPools', (input, ctx) => {
  const { items, NextToken } = nextTokenPages.pageOfValues(ctx.records(pools), [], input);
  return { UserPools: items.map(summarize), NextToken };
});

export const DeleteUserPool = operation('DeleteUserPool', ({ UserPoolId }, ctx) => {
  const pool = findPool(UserPoolId, ctx);
  if (pool.settings.DeletionProtection === 'ACTIVE')
    throw invalid(
      'The user pool cannot be deleted because deletion protection is activated. Deletion protection must be inactivated first.',
    );
  if (pool.domain !== undefined || pool.customDomain !== undefined)
    throw invalid('User pool cannot be deleted. It has a domain configured that should be deleted first.');
  ctx.write((tx) => deletePool(tx, pool, ctx));
});
