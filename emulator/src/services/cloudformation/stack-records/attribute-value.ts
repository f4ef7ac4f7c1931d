// The value of an attribute of a resource, as functions see it. Some types have their properties as attributes, too.
import type { Frozen } from '#core/records';
import { own } from '#lib/table';
import { isObject, type Json, type JsonObject, member } from '#resources/json';
import type { Types } from '#resources/resource-data';
import { TemplateProblem } from '#services/cloudformation/engine/problem';
import { CUSTOM_RESOURCE, handlerName } from '#services/cloudformation/engine/validate';
import type { ResourceRecord } from '#services/cloudformation/state';

/** Undefined for an attribute that the resource does not have. */
export function attributeValue(
  resource: Pick<Frozen<ResourceRecord>, 'type' | 'attributes' | 'properties'> | undefined,
  name: string,
  types: Types,
): Json | undefined {
  if (!resource) return undefined;
  // The answer of a custom resource is looked up as it is: https://github.com/aws/aws-cdk/issues/27626
  if (isAnswered(resource.type)) return member(resource.attributes as JsonObject, name);
  const value = inner(resource.attributes as JsonObject, name);
  if (value !== undefined) return value;
  const isAttribute = types.of(resource.type)?.attributes.includes(name.split('.')[0]!) === true;
  return isAttribute ? inner(resource.properties as JsonObject, name) : undefined;
}

const isAnswered = (type: string): boolean => handlerName(type) === CUSTOM_RESOURCE;

/**
 * The problem of an attribute that the answer of a custom resource does not have. Undefined for other types.
 * The words since 2024: https://github.com/aws/aws-cdk/issues/29949; the request's id is the name of the answer in the cloud's bucket.
 */
export function lackingInAnswer(
  { logicalId, type, requestId = '' }: Pick<Frozen<ResourceRecord>, 'logicalId' | 'type' | 'requestId'>,
  name: string,
  stackId: string,
): TemplateProblem | undefined {
  if (!isAnswered(type)) return undefined;
  return new TemplateProblem(
    `CustomResource attribute error: Vendor response doesn't contain ${name} attribute in object ${stackId}|${logicalId}|${requestId}`,
  );
}

function inner(values: JsonObject, name: string): Json | undefined {
  const whole = own(values, name);
  if (whole !== undefined) return whole;
  const [first = '', ...rest] = name.split('.');
  const value = own(values, first);
  return rest.length > 0 && isObject(value) ? inner(value, rest.join('.')) : undefined;
}
