// Finds the website and the key that a request names, by its host or, for clients that cannot resolve such names, by its path.
import type { Ctx } from '#core/ctx';
import type { RouteRequest } from '#core/route';
import type { WebsiteRequest } from './routing-rules.ts';

/** `shop.s3-website-us-east-1.amazonaws.com`, `shop.s3-website.eu-central-1.amazonaws.com`, `shop.s3-website.localhost` */
const HOST = /^(.+)\.s3-website(?:-[a-z0-9-]+)?\./;
const PATH = /^\/_website\/([^/]+)(\/.*)?$/;

export interface AddressedRequest extends WebsiteRequest {
  readonly bucket: string;
  /** Begins every path of the website where its bucket is in the path; empty otherwise. */
  readonly base: string;
}

/** Undefined where the path is no text. */
export function readWebsiteRequest(request: RouteRequest, ctx: Ctx): AddressedRequest | undefined {
  const ofHost = HOST.exec(request.host)?.[1];
  const [, ofPath = '', rest = '/'] = ofHost === undefined ? (PATH.exec(request.path) ?? []) : [];
  const path = ofHost === undefined ? rest : request.path;
  try {
    return {
      bucket: ofHost ?? decodeURIComponent(ofPath),
      base: ofHost === undefined ? `/_website/${ofPath}` : '',
      host: `${request.headers['host'] ?? request.host}${ofHost === undefined ? `/_website/${ofPath}` : ''}`,
      protocol: ctx.origin.startsWith('https:') ? 'https' : 'http',
      key: decodeURIComponent(path.slice(1)),
      search: request.rawQuery === '' ? '' : `?${request.rawQuery}`,
    };
  } catch {
    return undefined;
  }
}
