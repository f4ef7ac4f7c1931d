// Policies of advanced parameters: parses and checks them. Expiration takes effect; the two notifications are only stored.

import { isObject } from '#lib/json-object';
import { own, table } from '#lib/table';
import type { ParameterPolicy } from './state.ts';

export type PolicyFault =
  | 'ValidationException'
  | 'InvalidPolicyTypeException'
  | 'InvalidPolicyAttributeException'
  | 'PoliciesLimitExceededException'
  | 'IncompatiblePolicyException';

/** The error of an invalid policy; named after the exception in the model. */
export class PolicyFlaw extends Error {
  readonly code: PolicyFault;
  constructor(code: PolicyFault, message: string) {
    super(message);
    this.code = code;
  }
}

export interface ReadPolicies {
  readonly policies: readonly ParameterPolicy[];
  readonly expiryMs?: number | undefined;
}

interface PolicyInput {
  readonly Type?: unknown;
  readonly Version?: unknown;
  readonly Attributes?: Readonly<Record<string, unknown>>;
}

/** Limit: policies of a parameter. */
const MAX_POLICIES = 10;
const PERIODS: Readonly<Record<string, string>> = table({ ExpirationNotification: 'Before', NoChangeNotification: 'After' });

/** Parses the policies; `[{}]` removes all of them. Throws PolicyFlaw. */
export function readPolicies(text: string, nowMs: number): ReadPolicies {
  const given = parse(text).filter((policy) => Object.keys(policy).length > 0);
  if (given.length > MAX_POLICIES)
    throw new PolicyFlaw(
      'PoliciesLimitExceededException',
      `You specified more than the maximum number of allowed policies for the parameter. The maximum is ${MAX_POLICIES}.`,
    );
  const expirations = given.filter(({ Type }) => Type === 'Expiration');
  if (expirations.length > 1)
    throw new PolicyFlaw(
      'IncompatiblePolicyException',
      "There is a conflict in the policies specified for this parameter. You can't, for example, specify two Expiration policies for a parameter.",
    );
  for (const policy of given) check(policy, nowMs);
  if (expirations.length === 0 && given.some(({ Type }) => Type === 'ExpirationNotification'))
    throw new PolicyFlaw('IncompatiblePolicyException', 'An ExpirationNotification policy needs an Expiration policy.');
  return {
    policies: given.map((policy) => ({ type: String(policy.Type), text: JSON.stringify(policy) })),
    expiryMs: expirations[0] && Date.parse(String(expirations[0].Attributes?.['Timestamp'])),
  };
}

function parse(text: string): PolicyInput[] {
  try {
    const policies: unknown = JSON.parse(text);
    if (Array.isArray(policies) && policies.every((policy) => isObject(policy))) return policies;
  } catch {
    // Reported below.
  }
  throw new PolicyFlaw('ValidationException', 'Invalid policies input: a JSON array of policies is expected.');
}

function check({ Type, Version, Attributes }: PolicyInput, nowMs: number): void {
  const period = PERIODS[String(Type)];
  if (Type !== 'Expiration' && period === undefined)
    throw new PolicyFlaw(
      'InvalidPolicyTypeException',
      `The policy type isn't supported: ${String(Type)}. Parameter Store supports the following policy types: Expiration, ExpirationNotification, and NoChangeNotification.`,
    );
  const bad = (what: string): PolicyFlaw =>
    new PolicyFlaw('InvalidPolicyAttributeException', `A policy attribute or its value is invalid: ${what} of the ${String(Type)} policy.`);
  if (Version !== '1.0') throw bad('Version');
  if (period === undefined) {
    const atMs = Date.parse(String(Attributes?.['Timestamp']));
    if (!(atMs > nowMs)) throw bad('Timestamp');
    return;
  }
  const amount = own(Attributes, period);
  if (typeof amount !== 'string' || !/^[1-9]\d{0,5}$/.test(amount)) throw bad(period);
  if (Attributes?.['Unit'] !== 'Days' && Attributes?.['Unit'] !== 'Hours') throw bad('Unit');
}
