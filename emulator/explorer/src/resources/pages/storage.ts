// Buckets and tables: one file of the build.
import { view as buckets } from '#resources/buckets.tsx';
import { view as tables } from '#resources/tables.tsx';
import type { ResourceView } from '#ui/resource.ts';

export { ClockDialog, DetailPage, ListPage } from '#shell/frames.ts';

/** By the section in the address. */
export const VIEWS: Readonly<Record<string, ResourceView<unknown>>> = {
  buckets,
  tables,
};
