// Answers of the OAuth endpoints: JSON for programs, redirects and small pages for browsers.
import type { RouteResponse } from '#core/route';
import { table } from '#lib/table';

export const json = (status: number, body: object, headers: Record<string, string> = {}): RouteResponse => ({
  status,
  headers: {
    'content-type': 'application/json;charset=UTF-8',
    'cache-control': 'no-store',
    'access-control-allow-origin': '*',
    ...headers,
  },
  body: JSON.stringify(body),
});

/** RFC 6749, section 5.2. */
export const oauthError = (error: string, description?: string): RouteResponse =>
  json(400, { error, ...(description !== undefined && { error_description: description }) });

export const redirect = (location: string, cookies: readonly string[] = []): RouteResponse => ({
  status: 302,
  headers: {
    location,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    ...(cookies.length > 0 && { 'set-cookie': cookies }),
  },
});

/** The address with parameters: in the query, or behind `#` for tokens, which no server must see. */
export function withParameters(address: string, parameters: Readonly<Record<string, string | undefined>>, isFragment = false): string {
  const given = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const text = new URLSearchParams(given).toString();
  if (isFragment) return `${address}#${text}`;
  return `${address}${address.includes('?') ? '&' : '?'}${text}`;
}

/** `formTargets`: origins to which a form may lead by a redirect. */
export function page(
  status: number,
  title: string,
  content: string,
  formTargets: readonly string[] = [],
  cookies: readonly string[] = [],
): RouteResponse {
  return {
    status,
    headers: {
      'content-type': 'text/html;charset=UTF-8',
      'cache-control': 'no-store',
      'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; form-action 'self' ${formTargets.join(' ')}; frame-ancestors 'none'; base-uri 'none'`,
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      ...(cookies.length > 0 && { 'set-cookie': cookies }),
    },
    body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title><style>${STYLE}</style></head><body><main><h1>${escaped(title)}</h1>${content}</main></body></html>`,
  };
}

const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;background:#f4f5f7;color:#16191f}main{max-width:22rem;margin:4rem auto;padding:2rem;background:#fff;border:1px solid #d5dbdb;border-radius:8px}h1{font-size:1.3rem;margin:0 0 1rem}label{display:block;margin:.8rem 0 .2rem}input{box-sizing:border-box;width:100%;padding:.5rem;font:inherit;border:1px solid #687078;border-radius:4px}button{margin-top:1.2rem;width:100%;padding:.6rem;font:inherit;color:#fff;background:#0b5cad;border:0;border-radius:4px}p{margin:.8rem 0}.error{color:#b0130b}';

const ENTITIES: Readonly<Record<string, string>> = table({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' });

export const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

/** Where a form may lead by a redirect: the origin of an address, or its scheme where it has no host. A pool that signs its users in here leads on to any client. */
export function formTarget(address: string): string {
  if (!URL.canParse(address)) return '';
  const { protocol, host, pathname } = new URL(address);
  if (pathname.endsWith('/oauth2/idpresponse')) return 'http: https:';
  return protocol === 'http:' || protocol === 'https:' ? `${protocol}//${host}` : protocol;
}
