// The address to which the file of an import is sent: `PUT /_cloud/cognito-idp/imports/POOL/JOB?…`, with the key of the job, until the job starts.
import { timingSafeEqual } from 'node:crypto';
import type { Route, RouteResponse } from '#core/route';
import { importJobs } from '#services/cognito-idp/import-state';
import { locatePool } from '#services/cognito-idp/pools/find-pool';
import { URL_SECONDS } from './jobs.ts';

const PATH = /^\/_cloud\/cognito-idp\/imports\/([^/]+)\/([^/]+)$/;

const refused = (status: number, code: string, message: string): RouteResponse => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`,
});

export const route: Route = async (request, ctx) => {
  const [, poolId = '', id = ''] = PATH.exec(request.path) ?? [];
  const located = locatePool(poolId, ctx);
  const job = located?.there.records(importJobs).get([poolId, id]);
  if (request.method !== 'PUT') return refused(405, 'MethodNotAllowed', 'The specified method is not allowed against this resource.');
  const [given, known] = [Buffer.from(request.query.get('X-Amz-Signature') ?? ''), Buffer.from(job?.key ?? '')];
  if (!located || !job || given.length !== known.length || !timingSafeEqual(given, known))
    return refused(403, 'AccessDenied', 'Access Denied');
  if (job.createdMs + URL_SECONDS * 1000 <= ctx.now()) return refused(403, 'AccessDenied', 'Request has expired');
  const { there } = located;
  const file = await there.blobs.put(await request.body());
  const present = there.records(importJobs).get([poolId, id]);
  if (present?.status !== 'Created') return refused(403, 'AccessDenied', 'Access Denied');
  there.write((tx) => {
    tx.hold(file);
    if (present.file) tx.release(present.file);
    tx.put(there.records(importJobs), [poolId, id], { ...present, file });
  });
  await there.committed();
  return { status: 200, headers: { etag: `"${file.sha256}"` } };
};
