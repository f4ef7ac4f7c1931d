// Tells of records that no filter of a mapping matched: on the console, and in the traces of the requests that sent them.
import type { Ctx } from '#core/ctx';
import { batchTrace, noteBatch } from '#polling/batch-trace';
import { MAPPING_FILTERED } from '#services/lambda/execution/messages';

/** A record whose sender may be known. */
export interface Sent {
  readonly trace?: string | undefined;
}

interface Filtered {
  /** Name of the function. */
  readonly name: string;
  /** ARN of the source, or its name. */
  readonly sourceArn: string;
  readonly records: readonly Sent[];
}

export function reportFiltered({ name, sourceArn, records }: Filtered, ctx: Ctx): void {
  const count = records.length;
  ctx.log.write(MAPPING_FILTERED, { name, count, sourceArn });
  const text = 'matched no filter of the mapping, so the function does not see them';
  const trace = batchTrace(records, ctx);
  if (trace.sentBy.length > 0)
    noteBatch(trace, { what: 'batch', resource: sourceArn, name: `${count} record${count === 1 ? '' : 's'} → ${name}`, text });
}
