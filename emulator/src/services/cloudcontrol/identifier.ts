// Identifiers of resources: the values of the identifying properties joined by `|`, or a JSON object of them.
import type { ResourceData } from '#core/resources/resource-data';
import { fault } from '#model/cloudcontrol';
import { isObject, isScalar, type JsonObject } from '#resources/json';

/** The identifying properties by name. Throws if the text is not an identifier of this type. */
export function parseIdentifier(typeName: string, { identifier = [] }: ResourceData, text: string): Record<string, string> {
  const given = text.startsWith('{') ? fromJson(text, identifier) : fromText(text, identifier);
  if (!given)
    throw fault(
      'InvalidRequestException',
      `Identifier ${text} is not valid for identifier [${identifier.map((name) => `/properties/${name}`).join(', ')}] of ${typeName}`,
    );
  return given;
}

function fromText(text: string, names: readonly string[]): Record<string, string> | undefined {
  const parts = names.length === 1 ? [text] : text.split('|');
  if (parts.length !== names.length) return undefined;
  return Object.fromEntries(names.map((name, index) => [name, parts[index]!]));
}

function fromJson(text: string, names: readonly string[]): Record<string, string> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (!isObject(value) || Object.keys(value).length !== names.length || !names.every((name) => isScalar(value[name]))) return undefined;
    return Object.fromEntries(names.map((name) => [name, String(value[name])]));
  } catch {
    return undefined;
  }
}

/** Undefined if a value is missing. */
export function identifierText({ identifier = [] }: ResourceData, model: JsonObject): string | undefined {
  const values = identifier.map((name) => model[name]);
  return values.length > 0 && values.every(isScalar) ? values.join('|') : undefined;
}
