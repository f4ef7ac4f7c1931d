// The redirects of a website: for all requests, by routing rules, and redirects that objects carry.
// https://docs.aws.amazon.com/AmazonS3/latest/userguide/how-to-page-redirect.html
import type { Frozen } from '#core/records';
import type { RoutingRule, WebsiteConfiguration } from '#model/s3';

export interface WebsiteRequest {
  /** Host with its port, as the client named it. */
  readonly host: string;
  readonly protocol: string;
  /** Decoded, without the first slash. */
  readonly key: string;
  /** With its question mark; empty if there is none. */
  readonly search: string;
}

export interface Redirection {
  readonly status: number;
  readonly location: string;
}

/** Where a website that redirects everything sends this request. */
export function redirectAll(
  { HostName, Protocol }: Frozen<NonNullable<WebsiteConfiguration['RedirectAllRequestsTo']>>,
  { protocol, key, search }: WebsiteRequest,
): Redirection {
  return { status: 301, location: `${Protocol ?? protocol}://${HostName}/${encodedKey(key)}${search}` };
}

/** The first rule for this request decides; `status` is that of the error, undefined before the object is read. */
export function redirectByRule(
  rules: readonly Frozen<RoutingRule>[],
  request: WebsiteRequest,
  status: number | undefined,
): Redirection | undefined {
  const rule = rules.find(({ Condition = {} }) => {
    const { KeyPrefixEquals = '', HttpErrorCodeReturnedEquals: code } = Condition;
    // The root is answered with the index document, whatever that is called
    const isOfPrefix = request.key === '' ? KeyPrefixEquals === '' : request.key.startsWith(KeyPrefixEquals);
    return isOfPrefix && (status === undefined ? code === undefined : code === String(status));
  });
  return rule && follow(rule, request);
}

function follow({ Condition, Redirect = {} }: Frozen<RoutingRule>, { host, protocol, key }: WebsiteRequest): Redirection {
  const { HostName = host, Protocol = protocol, ReplaceKeyWith, ReplaceKeyPrefixWith, HttpRedirectCode = '301' } = Redirect;
  const prefix = Condition?.KeyPrefixEquals ?? '';
  const replaced = ReplaceKeyPrefixWith === undefined ? key : `${ReplaceKeyPrefixWith}${key.slice(prefix.length)}`;
  return { status: Number(HttpRedirectCode), location: `${Protocol}://${HostName}/${encodedKey(ReplaceKeyWith ?? replaced)}` };
}

export const encodedKey = (key: string): string => key.split('/').map(encodeURIComponent).join('/');
