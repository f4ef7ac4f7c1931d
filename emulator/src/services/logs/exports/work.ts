// Due work of exports: runs them.
import type { DueWork } from '#core/time/work';
import { table } from '#lib/table';
import { runExport } from './run-export.ts';

export const work: Readonly<Record<string, DueWork>> = table({
  'logs.export': ([id], ctx) => runExport(String(id), ctx),
});
