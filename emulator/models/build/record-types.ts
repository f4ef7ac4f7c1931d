// The resource types of all services without a model, one short line of facts each: enough to keep a resource of the type as a record.
import { loadAwsServiceSpecSync } from '@aws-cdk/aws-service-spec';
import type { Property, PropertyType, Resource } from '@aws-cdk/service-spec-types';
import type { RecordTypes } from '#core/resources/record-types';

/** The letters of types; a property without one is text. */
const LETTERS: Readonly<Partial<Record<PropertyType['type'], string>>> = {
  integer: 'i',
  number: 'n',
  boolean: 'b',
  array: 'l',
  map: 'm',
  json: 'j',
  ref: 'j',
  union: 'j',
  tag: 'j',
};

/** `known`: the types whose full data is in resources.json. */
export function recordTypes(known: Readonly<Record<string, unknown>>): RecordTypes {
  const all = loadAwsServiceSpecSync()
    .all('resource')
    .filter(({ cloudFormationType }) => !Object.hasOwn(known, cloudFormationType));
  return Object.fromEntries(all.map((resource) => [resource.cloudFormationType, facts(resource)]));
}

function facts({
  properties,
  attributes,
  primaryIdentifier,
  cfnRefIdentifier,
  tagInformation,
  arnTemplate,
}: Resource): RecordTypes[string] {
  const tags = tagInformation === undefined ? '' : `${tagInformation.tagPropertyName} ${tagInformation.variant}`;
  const parts = [
    Object.entries(properties)
      .map(([name, property]) => typed(name, property.type) + marks(property))
      .join(' '),
    Object.entries(attributes)
      .map(([name, { type }]) => typed(name, type))
      .join(' '),
    (primaryIdentifier ?? []).join(' '),
    (cfnRefIdentifier ?? []).join(' '),
    tags,
    arnTemplate ?? '',
  ];
  while (parts.at(-1) === '') parts.pop();
  return parts.join(';');
}

function typed(name: string, { type }: PropertyType): string {
  const letter = LETTERS[type];
  return letter === undefined ? name : `${name}:${letter}`;
}

const marks = ({ required, causesReplacement }: Property): string =>
  `${required ? '!' : ''}${causesReplacement === 'yes' ? '+' : causesReplacement === 'maybe' ? '?' : ''}`;
