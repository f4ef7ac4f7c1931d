// Receives the answers of custom resources and the signals of wait conditions, like S3 at a presigned address in the cloud.
import type { Route } from '#core/route';
import { isObject, type Json } from '#resources/json';
import { ANSWER_PATH } from './answers.ts';
import { answers } from './state.ts';

/** Limit: answers to one address of a custom resource or wait condition. */
const MAX_BODIES = 1000;
/** Limit: bytes of one answer to the address of a custom resource or wait condition. */
const MAX_BYTES = 64 * 1024;

const refused = (status: number, code: string, message: string) => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`,
});

export const route: Route = async ({ method, path, body }, ctx) => {
  const [account, region, token] = path.slice(ANSWER_PATH.length).split('/');
  if (method !== 'PUT' && method !== 'POST')
    return refused(405, 'MethodNotAllowed', 'The specified method is not allowed against this resource.');
  const bytes = await body();
  const here = ctx.in({ account, region });
  const open = token === undefined ? undefined : here.records(answers).get([token]);
  if (!open) return refused(403, 'AccessDenied', 'Request has expired');
  if (bytes.length > MAX_BYTES || open.bodies.length >= MAX_BODIES)
    return refused(400, 'EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size');
  const text = Buffer.from(bytes).toString('utf8');
  if (open.closed) return { status: 200 };
  if (!open.anyText && !isJsonObject(text)) return refused(400, 'InvalidRequest', 'The answer is not a JSON object.');
  here.write((tx) => {
    tx.put(here.records(answers), [token!], { ...open, bodies: [...open.bodies, text] });
    tx.after(() => here.wake(`answer/${token}`));
  });
  return { status: 200 };
};

function isJsonObject(text: string): boolean {
  try {
    return isObject(JSON.parse(text) as Json);
  } catch {
    return false;
  }
}
