import { expect, it } from 'vitest';
import { type AccessTarget, type CallerKind, refusalOf } from './may-ask.ts';

const KINDS: readonly CallerKind[] = ['function', 'forwarded', 'read-only page', 'foreign page'];

/** The answers for the kinds above, in their order. */
it.each<[string, AccessTarget, string]>([
  ['an endpoint for everyone that reads', { kind: 'endpoint', audience: 'everyone', effect: 'reads' }, 'yes yes yes no'],
  ['an endpoint for everyone that changes', { kind: 'endpoint', audience: 'everyone', effect: 'changes' }, 'yes yes no no'],
  ['an endpoint for clients that reads', { kind: 'endpoint', audience: 'clients', effect: 'reads' }, 'no no yes no'],
  ['an endpoint for clients that changes', { kind: 'endpoint', audience: 'clients', effect: 'changes' }, 'no no no no'],
  ['an open route on a host of its own', { kind: 'open route', ownHost: true }, 'yes yes yes yes'],
  ["an open route on the gateway's host", { kind: 'open route', ownHost: false }, 'yes yes no yes'],
  ['an operation that reads', { kind: 'operation', effect: 'reads' }, 'yes yes yes yes'],
  ['an operation that changes', { kind: 'operation', effect: 'changes' }, 'yes yes no yes'],
])('decides on %s', (_, asked, expected) => {
  expect(KINDS.map((kind) => (refusalOf([kind], asked) === undefined ? 'yes' : 'no')).join(' ')).toBe(expected);
  expect(refusalOf([], asked)).toBeUndefined();
});

it('refuses what one of several callers may not ask for', () => {
  const stop: AccessTarget = { kind: 'endpoint', audience: 'everyone', effect: 'changes' };
  expect(refusalOf(['forwarded'], stop)).toBeUndefined();
  expect(refusalOf(['forwarded', 'read-only page'], stop)).toContain('EXPLORER_READONLY');
});
