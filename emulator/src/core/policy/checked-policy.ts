// Reads a policy that a client hands in, and turns what is wrong with it into the service's own error.
import type { Fault } from '#core/fault';
import { parsePolicy } from './parse-policy.ts';
import { type PolicyDocument, PolicyError } from './policy-document.ts';
import { checkResourcePolicy } from './policy-rules.ts';

/** The service's error for a problem: `({ message }) => fault('MalformedPolicyDocumentException', message)`. */
type Refuse = (problem: PolicyError) => Fault;

/**
 * A policy that keeps the rules of its kind; of resource policies unless `check` is given.
 * @throws Fault of `refuse`
 */
export function checkedPolicy(text: string, refuse: Refuse, check: (policy: PolicyDocument) => void = checkResourcePolicy): PolicyDocument {
  try {
    const document = parsePolicy(text);
    check(document);
    return document;
  } catch (error) {
    throw error instanceof PolicyError ? refuse(error) : error;
  }
}

/** A policy of which only the syntax is checked. */
export const readPolicy = (text: string, refuse: Refuse): PolicyDocument => checkedPolicy(text, refuse, () => undefined);
