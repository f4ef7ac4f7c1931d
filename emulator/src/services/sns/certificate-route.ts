// `/SimpleNotificationService-<id>.pem`: the certificate with which messages can be verified.
import type { Route } from '#core/route';
import { certificateOf } from './messages/signing-key.ts';

export const route: Route = ({ method, path }, ctx) => {
  const id = /^\/SimpleNotificationService-([0-9a-f]+)\.pem$/.exec(path)?.[1];
  const certificate = id === undefined || (method !== 'GET' && method !== 'HEAD') ? undefined : certificateOf(id, ctx);
  if (certificate === undefined) return { status: 404, body: '' };
  return { status: 200, headers: { 'content-type': 'application/x-pem-file' }, body: method === 'HEAD' ? '' : certificate };
};
