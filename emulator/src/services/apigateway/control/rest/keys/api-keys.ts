// CreateApiKey, GetApiKey, GetApiKeys, UpdateApiKey, DeleteApiKey.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { type ApiKey, operation } from '#model/apigateway';
import { newId } from '#services/apigateway/addresses/api-ids';
import { bad, conflict, notFound } from '#services/apigateway/control/rest/faults';
import { listed } from '#services/apigateway/control/rest/pages';
import { type PatchPath, patched } from '#services/apigateway/control/rest/patch/patch';
import { flag, text } from '#services/apigateway/control/rest/patch/patch-paths';
import { REST_TAGS } from '#services/apigateway/control/rest/tag-rules';
import { apis, type Key, keys, keyValues, planKeys, stages } from '#services/apigateway/rest-state';

const VALUE_LENGTH = 40;
const VALUE_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** Limit: characters of an API key. */
const MIN_VALUE = 20;
/** Limit: characters of an API key. */
const MAX_VALUE = 128;
/** Limit: characters of the name of an API key. */
const MAX_NAME = 1024;
/** Limit: characters of the description of an API key. */
const MAX_DESCRIPTION = 125_000;

/** `isValueShown`: the secret is shown by creation, and where it is asked for. */
const shownKey = ({ createdMs, updatedMs, value, tags, ...key }: Frozen<Key>, isValueShown: boolean): ApiKey => ({
  ...key,
  ...(Object.keys(tags).length > 0 && { tags }),
  value: isValueShown ? value : undefined,
  createdDate: new Date(createdMs),
  lastUpdatedDate: new Date(updatedMs),
});

export function findKey(id: string, ctx: Ctx): Frozen<Key> {
  const key = ctx.records(keys).get([id]);
  if (!key) throw notFound('Invalid API Key identifier specified');
  return key;
}

export const CreateApiKey = operation('CreateApiKey', (input, ctx) => {
  const { name, description, customerId, enabled = false, stageKeys = [] } = input;
  // Terraform sends an empty text where a value is to be made.
  const value = input.value || undefined;
  checkName(name);
  checkDescription(description);
  checkValue(value, ctx);
  for (const { restApiId = '', stageName = '' } of stageKeys)
    if (!ctx.records(apis).has([restApiId]) || !ctx.records(stages).has([restApiId, stageName])) throw bad('Invalid API Stage specified');
  const key: Key = {
    ...{
      id: newId(ctx),
      name: name || undefined,
      description,
      customerId,
      enabled,
      tags: REST_TAGS.ofNew(input.tags, ctx),
      createdMs: ctx.now(),
      updatedMs: ctx.now(),
    },
    value: value ?? ctx.random(VALUE_LENGTH, VALUE_ALPHABET),
    stageKeys: stageKeys.map(({ restApiId, stageName }) => `${restApiId}/${stageName}`),
  };
  ctx.write((tx) => {
    tx.put(ctx.records(keys), [key.id], key);
    tx.put(ctx.records(keyValues), [key.value], { id: key.id });
  });
  return shownKey(key, true);
});

function checkName(name: string | undefined): void {
  if (name !== undefined && name.length > MAX_NAME) throw bad(`Invalid API Key name, can be at most ${MAX_NAME} characters.`);
}

function checkDescription(description: string | undefined): void {
  if (description !== undefined && description.length > MAX_DESCRIPTION) throw bad('Invalid API Key description specified.');
}

function checkValue(value: string | undefined, ctx: Ctx): void {
  if (value === undefined) return;
  if (value.length > MAX_VALUE) throw bad(`API Key value exceeds maximum size of ${MAX_VALUE} characters`);
  if (value.length < MIN_VALUE) throw bad(`API Key value should be at least ${MIN_VALUE} characters`);
  if (ctx.records(keyValues).has([value])) throw conflict('API Key already exists');
}

export const GetApiKey = operation('GetApiKey', ({ apiKey, includeValue = false }, ctx) => shownKey(findKey(apiKey, ctx), includeValue));

export const GetApiKeys = operation('GetApiKeys', ({ includeValues = false, nameQuery, customerId, ...page }, ctx) => {
  const keep = ({ name = '', customerId: customer }: Frozen<Key>) =>
    (nameQuery === undefined || name.startsWith(nameQuery)) && (customerId === undefined || customer === customerId);
  // Recorded in July 2025: a limit of -1 is none
  const limit = page.limit !== undefined && page.limit < 1 ? undefined : page.limit;
  return listed(ctx.records(keys), [], { ...page, limit }, (key) => shownKey(key, includeValues), { keep });
});

const PATHS: readonly PatchPath<Key>[] = [
  text('/description', checkDescription),
  flag('/enabled'),
  text('/name', checkName),
  text('/customerId'),
  {
    path: '/stages',
    ops: ['add', 'remove'],
    apply: (draft, { op, value = '' }) => {
      const others = draft.stageKeys.filter((each) => each !== value);
      draft.stageKeys = op === 'add' ? [...others, value] : others;
    },
  },
];

export const UpdateApiKey = operation('UpdateApiKey', ({ apiKey, patchOperations }, ctx) => {
  const key = { ...patched<Key>(findKey(apiKey, ctx), patchOperations, PATHS, 'listed'), updatedMs: ctx.now() };
  ctx.write((tx) => tx.put(ctx.records(keys), [apiKey], key));
  // Unlike other answers this one tells an empty map of a key without tags (recorded in July 2025)
  return { ...shownKey(key, false), tags: key.tags };
});

export const DeleteApiKey = operation('DeleteApiKey', ({ apiKey }, ctx) => {
  const { value } = findKey(apiKey, ctx);
  ctx.write((tx) => {
    tx.delete(ctx.records(keys), [apiKey]);
    tx.delete(ctx.records(keyValues), [value]);
    for (const [name] of ctx.records(planKeys).entries([])) if (name[1] === apiKey) tx.delete(ctx.records(planKeys), name);
  });
});
