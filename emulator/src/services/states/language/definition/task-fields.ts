// Checks of the fields of Task states.
import { isObject, type JsonObject } from '#services/states/language/json';
import type { DefinitionCheck, FieldKind } from './field-check.ts';
import { object } from './field-kinds.ts';
import { pathTemplate } from './path-kinds.ts';

/** Expressions in them are not looked at before they run (recorded). */
export const credentials: FieldKind = (value, location, check) => {
  if (!isObject(value)) return object(value, location, check);
  if (!('RoleArn' in value || 'RoleArn.$' in value)) check.findings.add(location, `The field 'RoleArn' is required but was missing`);
  if (!check.isJsonata) pathTemplate(value, location, check);
};

/** Fields of the state that depend on each other, and on the type of the machine. */
export function checkTask(state: JsonObject, location: string, { findings, isExpress }: DefinitionCheck): void {
  const { Resource, Credentials, TimeoutSeconds, HeartbeatSeconds } = state;
  if (typeof TimeoutSeconds === 'number' && typeof HeartbeatSeconds === 'number' && HeartbeatSeconds >= TimeoutSeconds)
    findings.add(`${location}/HeartbeatSeconds`, 'HeartbeatSeconds must be less than TimeoutSeconds');
  if (typeof Resource !== 'string') return;
  const isActivity = /:activity:/.test(Resource);
  if (isActivity && Credentials !== undefined) findings.add(location, `The field 'Credentials' is not supported for activities`);
  if (!isExpress) return;
  const refuse = (integration: string): void =>
    findings.add(`${location}/Resource`, `Express state machine does not support ${integration}`);
  // The blank at the end is the service's (recorded).
  if (Resource.endsWith('.waitForTaskToken')) refuse(`'.waitForTaskToken' service integration `);
  else if (/\.sync(?::2)?$/.test(Resource)) refuse(`'.sync' service integration`);
  else if (isActivity) refuse('Activity ARN');
}
