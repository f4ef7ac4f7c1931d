// Reads the desired state of a resource (JSON), and checks it against the resource data.
import type { Ctx } from '#core/ctx';
import { unmodelled } from '#core/operation';
import { fault } from '#model/cloudcontrol';
import { checkProperties, refusals } from '#resources/check-properties';
import { isObject, type JsonObject } from '#resources/json';
import { resourceData } from '#resources/resource-data';
import type { OfferedType } from './offered-type.ts';

export function desiredState(text: string, member: 'DesiredState' | 'ResourceModel'): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return value;
  } catch {}
  throw fault('InvalidRequestException', `${member} must be a JSON object`);
}

/** Throws one fault that names all problems of the properties. */
export function assertValid({ name, data, handler }: OfferedType, properties: JsonObject, ctx: Ctx): void {
  const wrong = handler.open ? [] : checkProperties(resourceData(ctx), data, properties, { functions: false });
  const problems = [...wrong, ...refusals(handler, name, properties)];
  if (problems.length > 0) throw unmodelled('ValidationException', `Model validation failed (${problems.join('\n')})`);
}
