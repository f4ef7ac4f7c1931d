// Dynamic parameters: a value that is a path stands for the value of the event there, as the source or the enrichment gave it.
// https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-pipes-event-target.html#pipes-targets-dynamic-parms
import { followPath, parseInputPath } from '#lib/input-path';
import { isJson } from '#lib/json-structure';
import { decodedBody } from './decoded-body.ts';

/** A parameter whose path leads nowhere. */
export class ParameterError extends Error {}

/** @throws ParameterError */
export function dynamicValue(name: string, value: string, event: string): string {
  const path = value.startsWith('$.') ? parseInputPath(value) : undefined;
  if (!path) return value;
  const decoded = decodedBody(event);
  const json = isJson(decoded) ? followPath(decoded, path) : undefined;
  if (json === undefined) throw new ParameterError(`${name} is ${value}, and the event has nothing there.`);
  return json.startsWith('"') ? (JSON.parse(json) as string) : json;
}

/** Undefined for a parameter that is not given. */
export const dynamic = (name: string, value: string | undefined, event: string): string | undefined =>
  value === undefined ? undefined : dynamicValue(name, value, event);
