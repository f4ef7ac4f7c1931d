// Paths of the explorer's pages: /_emulator/ui/{account}/{region}/{section}/{name}.
import type { Scope } from '#api/model.ts';

export const BASE = '/_emulator/ui';
export const DEFAULT_SCOPE: Scope = { account: '000000000000', region: 'us-east-1' };

export interface Page {
  readonly scope: Scope;
  /** Empty for the home page. */
  readonly section: string;
  /** Undefined for a list. */
  readonly name: string | undefined;
}

export const pathOf = ({ account, region }: Scope, section = '', name?: string): string =>
  `${BASE}/${account}/${region}/${section}${name === undefined ? '' : `/${encodeURIComponent(name)}`}`;

/** The page of a log group; with `requestId`, only its lines. */
export const logsPath = (scope: Scope, group: string, requestId?: string): string =>
  `${pathOf(scope, 'logs')}?${new URLSearchParams({ group, ...(requestId && { filter: `"${requestId}"` }) })}`;

/** The page of requests about a resource, of a span of time in milliseconds since 1970. */
export const requestsPath = (scope: Scope, about: string, fromMs: number, toMs: number): string =>
  `${pathOf(scope, 'requests')}?${new URLSearchParams({ about, show: 'all', from: `${fromMs}`, to: `${toMs}` })}`;

const REGION = /^[a-z]{2}(-[a-z]+)+-\d$/;
export const isRegion = (text: string): boolean => REGION.test(text);
export const isAccount = (text: string): boolean => /^\d{12}$/.test(text);

/** Undefined where the path names no account and region. */
export function pageOf(path: string): Page | undefined {
  const [account = '', region = '', section = '', name] = path.slice(BASE.length + 1).split('/');
  if (!isAccount(account) || !isRegion(region)) return undefined;
  return { scope: { account, region }, section, name: name ? safeDecode(name) : undefined };
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** `arn:aws:sqs:eu-west-1:000000000000:orders` → its parts; undefined for other text. */
export function arnParts(arn: string): { service: string; region: string; account: string; resource: string } | undefined {
  const [, service, region, account, resource] = /^arn:[\w-]+:([\w-]+):([\w-]*):(\d*):(.+)$/.exec(arn) ?? [];
  return service === undefined ? undefined : { service, region: region ?? '', account: account ?? '', resource: resource ?? '' };
}
