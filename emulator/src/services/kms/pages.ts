// Pages of lists by Marker and Limit.
import { pager } from '#core/pager';
import { fault } from '#model/kms';

export interface PageInput {
  readonly Limit?: number | undefined;
  readonly Marker?: string | undefined;
}

/** Pages of that size without a `Limit`. */
export const pagesOf = (size: number) =>
  pager({
    request: ({ Limit = size, Marker }: PageInput) => ({ limit: Limit, token: Marker }),
    end: (next) => ({ Truncated: next !== undefined, ...(next !== undefined && { NextMarker: next }) }),
    invalidToken: () => fault('InvalidMarkerException', 'Could not deserialize marker'),
  });
