// A source of events, as services write one: the owner knows its data, the one who pulls knows batches.
import type { Ctx } from './ctx.ts';
import type { SourceOver } from './source-records.ts';

export type Source = SourceOver<Ctx>;
