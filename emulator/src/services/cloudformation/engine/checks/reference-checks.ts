// Checks dynamic references where they stand: their form, and that secure strings are asked for only where the cloud keeps them secret.
import { table } from '#lib/table';
import { isList, isObject, type Json, type JsonObject } from '#resources/json';
import { dynamicReferences } from '#services/cloudformation/engine/dynamic-references';
import type { Template } from '#services/cloudformation/engine/template';

/** https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/dynamic-references-ssm-secure-strings.html */
const SECURE: Readonly<Record<string, readonly string[]>> = table({
  'AWS::DirectoryService::MicrosoftAD': ['Password'],
  'AWS::DirectoryService::SimpleAD': ['Password'],
  'AWS::ElastiCache::ReplicationGroup': ['AuthToken'],
  'AWS::IAM::User': ['LoginProfile/Password'],
  'AWS::KinesisFirehose::DeliveryStream': ['RedshiftDestinationConfiguration/Password'],
  'AWS::OpsWorks::App': ['AppSource/Password'],
  'AWS::OpsWorks::Stack': ['CustomCookbooksSource/Password', 'RdsDbInstances'],
  'AWS::RDS::DBCluster': ['MasterUserPassword'],
  'AWS::RDS::DBInstance': ['MasterUserPassword'],
  'AWS::Redshift::Cluster': ['MasterUserPassword'],
});
/** Labels, ARNs and empty versions are none: measured, and the pattern of the documentation. */
const PARAMETER = /^[\w.\-/]+(:\d+)?$/;

/** The problems of references in all resources and in the defaults of parameters. */
export function referenceProblems({ resources, parameters }: Template): string[] {
  const all = Object.values(resources);
  const wrong = all.flatMap(({ properties }) => malformed(properties));
  const places = all.flatMap(({ type, properties }) => insecurePlaces(type, properties));
  const versionless = Object.entries(parameters).filter(([, { Default = '' }]) =>
    dynamicReferences(Default).some(({ service, key }) => service === 'ssm' && !/:\d+$/.test(key)),
  );
  return [
    ...(wrong.length > 0 ? [`Incorrect format is used in the following SSM reference: [${[...new Set(wrong)].join(', ')}]`] : []),
    ...(places.length > 0 ? [notSecure(places)] : []),
    ...versionless.map(([name]) => `Template error: parameter ${name} should not contain ssm versionless resolver`),
  ];
}

/** The problem of the properties of one resource, whose functions are evaluated. Undefined if there is none. */
export function secureProblem(type: string, properties: JsonObject): string | undefined {
  const wrong = malformed(properties);
  if (wrong.length > 0) return `Incorrect format is used in the following SSM reference: [${wrong.join(', ')}]`;
  const places = insecurePlaces(type, properties);
  return places.length > 0 ? notSecure(places) : undefined;
}

const notSecure = (places: readonly string[]): string => `SSM Secure reference is not supported in: [${places.join(',')}]`;

const malformed = (properties: JsonObject): string[] =>
  dynamicReferences(properties).flatMap(({ text, service, key }) =>
    service !== 'secretsmanager' && !PARAMETER.test(key) && !isSubstituted(key) ? [text] : [],
  );

/** A name that `Fn::Sub` is to fill in is checked when it is known. */
const isSubstituted = (key: string): boolean => key.includes('${');

/** `AWS::SSM::Parameter/Properties/Value`, one for each reference; lists and functions end the path. */
function insecurePlaces(type: string, properties: JsonObject): string[] {
  const allowed = SECURE[type] ?? [];
  const within = (value: Json, path: string): string[] => {
    if (allowed.includes(path)) return [];
    if (isObject(value) && !Object.keys(value).some((key) => key.startsWith('Fn::')))
      return Object.entries(value).flatMap(([key, item]) => within(item, path === '' ? key : `${path}/${key}`));
    if (isList(value) || isObject(value)) return Object.values(value).flatMap((item: Json) => under(item, path));
    return under(value, path);
  };
  const under = (value: Json, path: string): string[] =>
    dynamicReferences(value)
      .filter(({ service }) => service === 'ssm-secure')
      .map(() => `${type}/Properties/${path}`);
  return within(properties, '');
}
