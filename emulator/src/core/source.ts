// A source of records: its owner knows the data, its consumer knows the batches.
import type { Ctx } from './ctx.ts';
import type { SourceOver } from './source-records.ts';

export type Source = SourceOver<Ctx>;
