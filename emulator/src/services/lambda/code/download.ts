// Serves a function's archive at the address that GetFunction returns.
import { existsSync } from 'node:fs';
import type { Route } from '#core/route';
import { isSigned, parseLocation } from './location.ts';

const refused = (code: string, message: string, status: number) => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`,
});

export const route: Route = ({ method, path, query }, ctx) => {
  const asked = parseLocation(path);
  if (!asked || !isSigned(path, query, ctx.in(asked))) return refused('AccessDenied', 'Request has expired', 403);
  if (method !== 'GET' && method !== 'HEAD')
    return refused('MethodNotAllowed', 'The specified method is not allowed against this resource.', 405);
  const ref = { sha256: asked.sha256, sizeBytes: 0 };
  if (!existsSync(ctx.blobs.path(ref))) return refused('NoSuchKey', 'The specified key does not exist.', 404);
  const headers = { 'content-type': 'application/zip', 'content-disposition': 'attachment; filename="code.zip"' };
  return { status: 200, headers, body: method === 'HEAD' ? '' : ctx.blobs.open(ref) };
};
