// The REST API that an `Api` event of a function or a state machine names.
import { expectMap, invalidResource, ofAttribute, ofEvent } from '#sam/problems';
import type { Transformation } from '#sam/transformation';
import { type Block, get, has, isText, type Value } from '#sam/values';
import type { SamEvent } from './event-source.ts';

export const API_MISSING = 'RestApiId property of Api event must reference a valid resource in the same template.';

export interface LinkedApi {
  /** The logical id; undefined for an API outside of the template. */
  readonly id: Value | undefined;
  readonly api: Block | undefined;
  readonly stage: string;
}

/** `{ Ref: id }` as the id. */
export const referencedApi = (value: Value | undefined): Value | undefined => (has(value, 'Ref') ? (value as Block).Ref : value);

/** @throws SamProblem */
export function linkedApi({ name, properties }: SamEvent, { declared }: Transformation): LinkedApi {
  const id = referencedApi(properties.RestApiId);
  if (!isText(id)) return { id, api: undefined, stage: 'AllStages' };
  const resource = expectMap(get(declared, id), 'RestApiId', ofEvent(name), API_MISSING);
  const api = expectMap(get(resource, 'Properties') ?? {}, 'Properties', ofAttribute(id));
  const stage = get(api, 'StageName');
  if (stage === '') throw invalidResource(id, 'StageName cannot be empty.');
  return { id, api, stage: isText(stage) ? stage : 'Stage' };
}
