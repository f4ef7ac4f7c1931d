// Pages of lists by Marker and MaxItems.
import type { Fault } from '#core/fault';
import { readToken, writeToken } from '#core/page';
import { pager } from '#core/pager';
import type { Key } from '#core/records';
import { invalidParameter } from '#services/lambda/faults';

/** Limit: items of a page of a list. The real service returns no more, even if more are requested. */
const MAX_ITEMS = 50;

interface PageInput {
  readonly Marker?: string | undefined;
  readonly MaxItems?: number | undefined;
}

const invalidMarker = (): Fault => invalidParameter('The pagination marker is invalid.');

export const { pageOfKeyed } = pager({
  request: ({ Marker, MaxItems = MAX_ITEMS }: PageInput) => ({ limit: Math.min(MaxItems, MAX_ITEMS), token: Marker }),
  end: (next) => ({ NextMarker: next }),
  invalidToken: invalidMarker,
});

export const markerOf = writeToken;

/** @throws Fault if the text is not a marker */
export const keyIn = (marker: string): Key => readToken(marker, invalidMarker);
