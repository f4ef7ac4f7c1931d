// The attributes that every pool has, and custom ones as `Schema` and AddCustomAttributes declare them.
// https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-settings-attributes.html
import { firstRepeated } from '#lib/first-repeated';
import type { SchemaAttributeType } from '#model/cognito-idp';
import { invalid } from '#services/cognito-idp/faults';

/** Limit: custom attributes of a pool. */
const MAX_CUSTOM_ATTRIBUTES = 50;

const text = (Name: string, MinLength = '0', MaxLength = '2048'): SchemaAttributeType => ({
  Name,
  AttributeDataType: 'String',
  DeveloperOnlyAttribute: false,
  Mutable: true,
  Required: false,
  StringAttributeConstraints: { MinLength, MaxLength },
});
const flag = (Name: string): SchemaAttributeType => ({
  Name,
  AttributeDataType: 'Boolean',
  DeveloperOnlyAttribute: false,
  Mutable: true,
  Required: false,
});

/** In the order in which the cloud lists them. */
export const STANDARD_ATTRIBUTES: readonly SchemaAttributeType[] = [
  text('profile'),
  text('address'),
  text('birthdate', '10', '10'),
  text('gender'),
  text('preferred_username'),
  { ...flag('updated_at'), AttributeDataType: 'Number', NumberAttributeConstraints: { MinValue: '0' } },
  text('website'),
  text('picture'),
  { ...flag('identities'), AttributeDataType: 'String', StringAttributeConstraints: {} },
  { ...text('sub', '1'), Mutable: false, Required: true },
  text('phone_number'),
  flag('phone_number_verified'),
  text('zoneinfo'),
  text('locale'),
  text('email'),
  flag('email_verified'),
  text('given_name'),
  text('family_name'),
  text('middle_name'),
  text('name'),
  text('nickname'),
];

const STANDARD = new Map(STANDARD_ATTRIBUTES.map((each) => [each.Name, each]));

/** All attributes of a new pool: standard ones may be required, immutable or otherwise bounded, all other names are custom. */
export function schemaOf(given: readonly SchemaAttributeType[] = []): SchemaAttributeType[] {
  const repeated = firstRepeated(given.map(({ Name = '' }) => Name));
  if (repeated !== undefined) throw invalid(`Duplicate attribute name in schema: ${repeated}`);
  const changed = new Map(given.flatMap((each) => (STANDARD.has(each.Name) ? [[each.Name, standard(each)] as const] : [])));
  return withCustom(
    STANDARD_ATTRIBUTES.map((each) => changed.get(each.Name) ?? each),
    given.filter(({ Name }) => !STANDARD.has(Name)),
  );
}

function standard(given: SchemaAttributeType): SchemaAttributeType {
  const known = STANDARD.get(given.Name)!;
  const { AttributeDataType = known.AttributeDataType, DeveloperOnlyAttribute = false } = given;
  if (AttributeDataType !== known.AttributeDataType || DeveloperOnlyAttribute)
    throw invalid(`You can not change AttributeDataType or set developerOnlyAttribute for standard schema attribute ${given.Name}`);
  const isText = AttributeDataType === 'String';
  return {
    ...known,
    Mutable: given.Mutable ?? known.Mutable,
    Required: given.Required ?? known.Required,
    ...(isText && given.StringAttributeConstraints && { StringAttributeConstraints: { ...given.StringAttributeConstraints } }),
    ...(!isText && given.NumberAttributeConstraints && { NumberAttributeConstraints: { ...given.NumberAttributeConstraints } }),
  };
}

export const isCustom = ({ Name = '' }: { readonly Name?: string | undefined }): boolean => /^(dev:)?custom:/.test(Name);

/** The schema with further custom attributes. */
export function withCustom(schema: readonly SchemaAttributeType[], added: readonly SchemaAttributeType[]): SchemaAttributeType[] {
  const all = [...schema, ...added.map(custom)];
  const repeated = firstRepeated(all.map(({ Name = '' }) => Name));
  if (repeated !== undefined) throw invalid(`${repeated}: Existing attribute already has name ${repeated}.`);
  if (all.filter(isCustom).length > MAX_CUSTOM_ATTRIBUTES)
    throw invalid(`The maximum number of custom attributes, ${MAX_CUSTOM_ATTRIBUTES}, was exceeded.`);
  return all;
}

function custom(given: SchemaAttributeType): SchemaAttributeType {
  const { Name = '', AttributeDataType = 'String', DeveloperOnlyAttribute = false, Mutable = true, Required = false } = given;
  if (Name === '') throw invalid('Name is required for a custom attribute.');
  if (Required) throw invalid('Required custom attributes are not supported currently.');
  if (/^(dev:)?custom:/.test(Name)) throw invalid(`${Name}: the prefix custom: is added to the name, and must not be part of it.`);
  return {
    Name: `${DeveloperOnlyAttribute ? 'dev:' : ''}custom:${Name}`,
    AttributeDataType,
    DeveloperOnlyAttribute,
    Mutable,
    Required,
    ...(AttributeDataType === 'String' && { StringAttributeConstraints: { ...given.StringAttributeConstraints } }),
    ...(AttributeDataType === 'Number' && { NumberAttributeConstraints: { ...given.NumberAttributeConstraints } }),
  };
}
