// Finds `{{resolve:service:key}}` in strings. The caller looks the references up.
import { isList, isObject, type Json } from '#resources/json';

export interface DynamicReference {
  /** The reference as written, braces included. */
  readonly text: string;
  readonly service: string;
  readonly key: string;
}

const PATTERN = /\{\{resolve:(ssm|ssm-secure|secretsmanager):((?:[^{}]|\{(?!\{)|\}(?!\}))*)\}\}/g;

export function dynamicReferences(value: Json): DynamicReference[] {
  const found = new Map<string, DynamicReference>();
  const walk = (each: Json): unknown => {
    if (isList(each)) return each.forEach(walk);
    if (isObject(each)) return Object.values(each).forEach(walk);
    if (typeof each !== 'string') return undefined;
    for (const [text, service = '', key = ''] of each.matchAll(PATTERN)) found.set(text, { text, service, key });
    return undefined;
  };
  walk(value);
  return [...found.values()];
}

export interface SecretReference {
  readonly id: string;
  readonly jsonKey?: string | undefined;
  readonly stage?: string | undefined;
  readonly version?: string | undefined;
}

/** `secret-id:SecretString:json-key:stage:version`, any of the last four left out or empty. The id may be an ARN, which has colons itself. */
export function parseSecretKey(key: string): SecretReference {
  const [, id = key, , jsonKey, stage, version] =
    /^(arn:.+?|[^:]+)(?::(|SecretString)(?::([^:]*))?(?::([^:]*))?(?::([^:]*))?)?$/.exec(key) ?? [];
  return { id, jsonKey: jsonKey || undefined, stage: stage || undefined, version: version || undefined };
}
