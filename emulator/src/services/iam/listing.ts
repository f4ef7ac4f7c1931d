// Pages of lists by Marker and MaxItems.
import { unmodelled } from '#core/operation';
import { pager } from '#core/pager';

export interface PageInput {
  readonly Marker?: string | undefined;
  readonly MaxItems?: number | undefined;
}
export interface PageEnd {
  IsTruncated: boolean;
  Marker?: string;
}

export const { pageOfValues, pageOfItems } = pager({
  request: ({ Marker, MaxItems = 100 }: PageInput) => ({ limit: MaxItems, token: Marker }),
  end: (next): PageEnd => (next === undefined ? { IsTruncated: false } : { IsTruncated: true, Marker: next }),
  invalidToken: () => unmodelled('ValidationError', 'Invalid Marker.'),
});
