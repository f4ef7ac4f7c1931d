// API keys: they end at a whole hour.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { fault, operation, type ApiKey as ShownKey } from '#model/appsync';
import { notFound } from '#services/appsync/faults';
import { pageOfValues } from '#services/appsync/pages';
import { type ApiKey, apiKeys } from '#services/appsync/state';
import { findAnyApi } from './find.ts';

const HOUR_S = 3600;
const DAY_S = 24 * HOUR_S;
const DEFAULT_DAYS = 7;
/** Limit: days from now until the end of an API key of a GraphQL API. */
const MIN_DAYS = 1;
/** Limit: days from now until the end of an API key of a GraphQL API. */
const MAX_DAYS = 365;
/** Limit: API keys of a GraphQL API. */
const MAX_KEYS = 50;
/** Keys that have ended are shown for this long. */
const KEPT_DAYS = 60;
const ID_LENGTH = 26;
const ID_ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';

const shown = ({ id, description, expires }: Frozen<ApiKey>): ShownKey => ({
  id,
  description,
  expires,
  deletes: expires + KEPT_DAYS * DAY_S,
});

/** The keys that have not been gone for long. */
const isKept = ({ expires }: Frozen<ApiKey>, ctx: Ctx): boolean => ctx.now() < (expires + KEPT_DAYS * DAY_S) * 1000;

/** @throws Fault ApiKeyValidityOutOfBoundsException */
function endOf(given: number | undefined, ctx: Ctx): number {
  const now = ctx.now() / 1000;
  if (given === undefined) return Math.ceil((now + DEFAULT_DAYS * DAY_S) / HOUR_S) * HOUR_S;
  const end = Math.floor(given / HOUR_S) * HOUR_S;
  // The end is rounded down to its hour, so an hour less than a day is enough.
  const isIn = end >= now + MIN_DAYS * DAY_S - HOUR_S && end <= now + MAX_DAYS * DAY_S;
  if (!isIn)
    throw fault(
      'ApiKeyValidityOutOfBoundsException',
      `API key must be valid for a minimum of ${MIN_DAYS} days and a maximum of ${MAX_DAYS} days.`,
    );
  return end;
}

function findKey(apiId: string, id: string, ctx: Ctx): Frozen<ApiKey> {
  findAnyApi(apiId, ctx);
  const key = ctx.records(apiKeys).get([apiId, id]);
  if (!key || !isKept(key, ctx)) throw notFound('API key not found.');
  return key;
}

export const CreateApiKey = operation('CreateApiKey', ({ apiId, description, expires }, ctx) => {
  findAnyApi(apiId, ctx);
  if (ctx.records(apiKeys).count([apiId]) >= MAX_KEYS)
    throw fault('ApiKeyLimitExceededException', `An API can have at most ${MAX_KEYS} API keys.`);
  const key: ApiKey = { id: `da2-${ctx.random(ID_LENGTH, ID_ALPHABET)}`, description, expires: endOf(expires, ctx) };
  ctx.write((tx) => tx.put(ctx.records(apiKeys), [apiId, key.id], key));
  return { apiKey: shown(key) };
});

export const ListApiKeys = operation('ListApiKeys', (input, ctx) => {
  findAnyApi(input.apiId, ctx);
  const { items, nextToken } = pageOfValues(ctx.records(apiKeys), [input.apiId], input, { keep: (key) => isKept(key, ctx) });
  return { apiKeys: items.map(shown), nextToken };
});

export const UpdateApiKey = operation('UpdateApiKey', ({ apiId, id, description, expires }, ctx) => {
  const before = findKey(apiId, id, ctx);
  const end = expires === undefined ? before.expires : endOf(expires, ctx);
  const key: ApiKey = { id, description: description ?? before.description, expires: end };
  ctx.write((tx) => tx.put(ctx.records(apiKeys), [apiId, id], key));
  return { apiKey: shown(key) };
});

export const DeleteApiKey = operation('DeleteApiKey', ({ apiId, id }, ctx) => {
  findKey(apiId, id, ctx);
  ctx.write((tx) => tx.delete(ctx.records(apiKeys), [apiId, id]));
});
