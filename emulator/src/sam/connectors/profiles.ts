// Which resources can be connected, and with which permissions: the table beside this file.
// In its texts `%{Source.Arn}` and its like stand for values of the two ends.
// Source: samtranslator/model/connector_profiles/profiles.json of github.com/aws/serverless-application-model.
import { allow } from '#sam/iam-documents';
import { type Block, compact, isBlock, isText, sub, type Value } from '#sam/values';
import table from './connector-profiles.json' with { type: 'json' };

interface StatementEntry {
  readonly action?: string;
  readonly actions?: string;
  readonly resource: Value;
  readonly principal?: Value;
  readonly condition?: Value;
}
export interface Profile {
  readonly kind: 'role' | 'queue' | 'topic' | 'permission';
  /** The end whose policy is written. */
  readonly holder: 'source' | 'destination';
  /** The resource that must be made after the policy. */
  readonly dependedBy?: 'SOURCE' | 'DESTINATION_EVENT_SOURCE_MAPPING';
  readonly combinations?: readonly (readonly string[])[];
  /** Statements by category, or for functions one permission by category. */
  readonly permissions: Readonly<Record<string, readonly StatementEntry[] | Block>>;
}

const PROFILES = table as unknown as Readonly<Record<string, Profile>>;

export const profileOf = (source: string, destination: string): Profile | undefined => {
  const name = `${source} to ${destination}`;
  return Object.hasOwn(PROFILES, name) ? PROFILES[name] : undefined;
};

type Values = ReadonlyMap<string, Value | undefined>;

/** The policy of the chosen categories. @throws MissingValue */
export const policyDocument = (profile: Profile, categories: readonly string[], values: Values): Block => ({
  Version: '2012-10-17',
  Statement: Object.entries(profile.permissions)
    .filter(([name]) => categories.includes(name))
    .flatMap(([, statements]) => (statements as readonly StatementEntry[]).map((each) => statement(each, values))),
});

const statement = ({ action, actions, resource, principal, condition }: StatementEntry, values: Values): Block =>
  compact({
    ...allow(action ?? actions!.split(' '), fill(resource, values)),
    Principal: principal === undefined ? undefined : fill(principal, values),
    Condition: condition === undefined ? undefined : fill(condition, values),
  });

/** A value that a profile needs and that the end does not have. */
export class MissingValue extends Error {}

/** @throws MissingValue */
export function fill(value: Value, values: Values): Value {
  if (Array.isArray(value)) return value.map((item) => fill(item, values));
  if (isBlock(value)) return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fill(item, values)]));
  return isText(value) ? fillText(value, values) : value;
}

/** Every value that the profile uses must be there, whether or not its category is chosen. */
export function checkValues(profile: Profile, values: Values): void {
  for (const each of Object.values(profile.permissions)) fill(each as Value, values);
}

function fillText(text: string, values: Values): Value {
  const found = (name: string): Value => {
    const value = values.get(name);
    if (value === undefined) throw new MissingValue(`${name} is missing.`);
    return value;
  };
  const whole = /^%\{([\w.]+)\}$/.exec(text);
  if (whole) return found(whole[1]!);
  const variables: Block = {};
  const replaced = text.replace(/%\{([\w.]+)\}/g, (_, name: string) => {
    const variable = name.replace('.', '');
    variables[variable] = found(name);
    return `\${${variable}}`;
  });
  if (!/\$\{.+\}/.test(replaced)) return text;
  return Object.keys(variables).length > 0 ? sub(replaced, variables) : sub(replaced);
}
