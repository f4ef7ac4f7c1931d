// Refusals in the words of each service, as they were recorded.
import { Fault } from '#core/fault';
import type { PolicyKind } from '#core/policy/decide';
import type { RefusalStyle } from './action-table.ts';
import type { Access } from './needed-access.ts';

export interface Denial {
  readonly access: Access;
  /** ARN of the caller, as refusals name it. */
  readonly arn: string;
  readonly reason: 'explicit-deny' | 'implicit-deny';
  /** The kind of policy that denies, or that does not allow. */
  readonly kind: PolicyKind;
}

const KINDS: Readonly<Record<PolicyKind, string>> = {
  identity: 'identity-based policy',
  resource: 'resource-based policy',
  boundary: 'permissions boundary',
  session: 'session policy',
  'service-control': 'service control policy',
  'resource-control': 'resource control policy',
};

function written(
  { action, resource }: Access,
  { actions, hasQuotes }: RefusalStyle,
): { readonly action: string; readonly resource: string } {
  const name = action.slice(action.indexOf(':') + 1);
  return {
    action: actions === undefined ? action : actions === 'lower case' ? action.toLowerCase() : `${actions}${name}`,
    resource: hasQuotes && resource !== '*' ? `"${resource}"` : resource,
  };
}

/** `User: … is not authorized to perform: … on resource: … because no identity-based policy allows the … action` */
export function refusalText({ access, arn, reason, kind }: Denial, style: RefusalStyle): string {
  const { action, resource } = written(access, style);
  const start = `User: ${arn} is not authorized to perform: ${action} on resource: ${resource}`;
  const article = kind === 'identity' ? 'an' : 'a';
  return reason === 'explicit-deny'
    ? `${start} with an explicit deny in ${article} ${KINDS[kind]}`
    : `${start} because no ${KINDS[kind]} allows the ${action} action`;
}

/** A statement as sentences name it, by its Sid or its place: `statement 1`. */
export const nameOf = (statement: string | number): string =>
  typeof statement === 'number' ? `statement ${statement + 1}` : `statement ${statement}`;

export const refusal = (denial: Denial, style: RefusalStyle, remedy: string): Fault =>
  new Fault(style.code, refusalText(denial, style), { status: style.status, blame: 'client', remedy });

/** The key of the request is not known here, or not in use; or the session has ended. */
export const tokenRefusal = ({ code, status, message }: RefusalStyle['unknownKey']): Fault =>
  new Fault(code, message, { status, blame: 'client' });
