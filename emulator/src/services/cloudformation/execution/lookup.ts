// Looks up dynamic references (`{{resolve:ssm:…}}`), as the deployer.

import type { Ctx } from '#core/ctx';
import type { Properties } from '#core/resources/resource-handlers';
import { own } from '#lib/table';
import { type JsonObject, mapStrings, textOf } from '#resources/json';
import { dynamicReferences, parseSecretKey } from '#services/cloudformation/engine/dynamic-references';
import { previousValue } from '#services/cloudformation/engine/previous-values';

/** Replaces references in the properties by their values. Rejects with the Fault of the service that does not know one. */
export async function lookUpReferences(properties: JsonObject, ctx: Pick<Ctx, 'call'>): Promise<JsonObject> {
  const found = new Map<string, string>();
  for (const { text, service, key } of dynamicReferences(properties))
    found.set(text, service === 'secretsmanager' ? await secret(key, ctx) : await parameter(key, service === 'ssm-secure', ctx));
  if (found.size === 0) return properties;
  const replace = (text: string): string => {
    let out = text;
    for (const [reference, value] of found) out = out.replaceAll(reference, () => value);
    return out;
  };
  return mapStrings(properties, replace) as JsonObject;
}

/** The new and the previous properties of a resource, for its handler. */
export async function lookUpBoth(
  next: JsonObject,
  before: JsonObject,
  ctx: Pick<Ctx, 'call'>,
): Promise<[next: Properties, previous: Properties]> {
  const [found, earlier] = [await lookUpReferences(next, ctx), await lookUpReferences(before, ctx)];
  const previous = earlier === before ? before : previousValue({ given: before, found: earlier }, { given: next, found });
  return [found as Properties, previous as Properties];
}

async function parameter(name: string, secure: boolean, ctx: Pick<Ctx, 'call'>): Promise<string> {
  const { Parameter } = await ctx.call('ssm', 'GetParameter', { Name: name, WithDecryption: secure });
  if (!secure && Parameter?.Type === 'SecureString')
    throw new Error(`Non-secure ssm prefix was used for secure parameter ${Parameter.Name}`);
  return Parameter?.Value ?? '';
}

async function secret(key: string, ctx: Pick<Ctx, 'call'>): Promise<string> {
  const { id, jsonKey, stage, version } = parseSecretKey(key);
  const { SecretString } = await ctx.call('secretsmanager', 'GetSecretValue', { SecretId: id, VersionStage: stage, VersionId: version });
  if (SecretString === undefined) throw new Error(`Could not find a value associated with SecretString in the secret ${id}`);
  if (jsonKey === undefined) return SecretString;
  const value = own(parsed(SecretString), jsonKey);
  if (value === undefined) throw new Error(`Could not find a value associated with JSONKey in SecretString`);
  return textOf(value);
}

function parsed(secret: string): JsonObject {
  try {
    return JSON.parse(secret) as JsonObject;
  } catch {
    throw new Error('Could not parse SecretString JSON');
  }
}
