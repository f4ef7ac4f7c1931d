// The value of a secret in a template: given, or a generated password, alone or inside a JSON template.

import type { Properties } from '#core/resources/resource-handlers';
import { flag, number, text } from '#core/resources/resource-properties';
import { shape } from '#core/resources/resource-shape';
import type { ResourceContext } from '#core/resources/resource-type';
import { readObject } from '#lib/json-object';

const generated = shape({
  ExcludeCharacters: text,
  ExcludeLowercase: flag,
  ExcludeNumbers: flag,
  ExcludePunctuation: flag,
  ExcludeUppercase: flag,
  GenerateStringKey: text,
  IncludeSpace: flag,
  PasswordLength: number,
  RequireEachIncludedType: flag,
  SecretStringTemplate: text,
});

/** Undefined for a secret without a value. */
export async function secretString(properties: Properties, ctx: ResourceContext): Promise<string | undefined> {
  const given = text(properties.SecretString);
  const asked = generated(properties.GenerateSecretString);
  if (!asked) return given;
  if (given !== undefined) throw new Error('You can’t specify both SecretString and GenerateSecretString for a secret.');
  const { SecretStringTemplate: template, GenerateStringKey: key, ...rules } = asked;
  if ((template === undefined) !== (key === undefined))
    throw new Error('SecretStringTemplate and GenerateStringKey must be specified together.');
  const { RandomPassword = '' } = await ctx.call('secretsmanager', 'GetRandomPassword', rules);
  return template === undefined ? RandomPassword : JSON.stringify({ ...objectIn(template), [key!]: RandomPassword });
}

function objectIn(template: string): object {
  const read = readObject(template);
  if (!read) throw new Error('SecretStringTemplate must be a JSON object.');
  return read;
}
