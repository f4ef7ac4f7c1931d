// Presigned URLs carry headers in their query: the SDK for JavaScript puts `x-amz-meta-…` there, clients that sign by hand `If-None-Match`.
import { table } from '#lib/table';
import { firstValue, type WireRequest } from './wire.ts';

/** Parameters of the signature itself, and checksums: the cloud ignores a checksum in the query (recorded in February 2026). */
const NOT_HEADERS =
  /^x-amz-(?:algorithm|credential|date|expires|signedheaders|signature|security-token|content-sha256|checksum-.*|sdk-checksum-algorithm)$/;
const CARRIED = /^(?:x-amz-|if-)/;

/** The request with the headers that its query carries. Headers that were sent as such win. */
export function withCarriedHeaders(request: WireRequest): WireRequest {
  const headers: Record<string, string | undefined> = table({ ...request.headers });
  for (const [key, value] of request.query) {
    const name = key.toLowerCase();
    if (CARRIED.test(name) && !NOT_HEADERS.test(name)) headers[name] ??= firstValue(value);
  }
  return { ...request, headers };
}
