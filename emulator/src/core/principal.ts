// The principal of a call: a client, a service, or an anonymous caller.
import { parseArn } from '#lib/arn';

export type Principal =
  /** A client, identified by its access key, or a service in a role (ARN). With IAM_ENFORCEMENT, identity policies decide. */
  | { readonly kind: 'key'; readonly account: string; readonly accessKeyId: string | undefined; readonly role?: string }
  /** A service of the cloud on behalf of one of its resources: resource policies decide. */
  | { readonly kind: 'service'; readonly service: string; readonly account: string; readonly sourceArn?: string | undefined }
  /** The request was not signed. */
  | { readonly kind: 'anonymous'; readonly account: string };

/** How a service names itself when it calls another: `{ service: 'events.amazonaws.com', sourceArn: rule.arn }`. */
export interface ServicePrincipal {
  /** Full service principal, e.g. `events.amazonaws.com`. */
  readonly service: string;
  /** The resource that causes the call; becomes `aws:SourceArn`. */
  readonly sourceArn?: string | undefined;
  /** Becomes `aws:SourceAccount`; by default the calling account. */
  readonly sourceAccount?: string | undefined;
}

/** The principal of a call that a service makes by its name or in a role (ARN). `account` is the account that it calls from. */
export const actingPrincipal = (as: ServicePrincipal | { readonly role: string }, account: string): Principal =>
  'role' in as
    ? { kind: 'key', account: parseArn(as.role)?.account ?? account, accessKeyId: undefined, role: as.role }
    : { kind: 'service', service: as.service, account: as.sourceAccount ?? account, sourceArn: as.sourceArn };
