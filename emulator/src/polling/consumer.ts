// A resource that reads a source in batches (an event source mapping, a pipe), as the service that owns it declares it.
import type { RefusedCall } from '#core/call';
import type { Ctx } from '#core/ctx';
import type { Source } from '#core/source';
import type { GatheredRecord, Poller } from './poller.ts';

/** How a source is read. */
export interface Reader {
  readonly sourceArn: string;
  /** ARN of the role in which it reads. */
  readonly role: string;
  /** Records of a batch, at most. */
  readonly batchSize: number;
  /** Seconds for which a batch that is not full stays open; 0 sends it at once. */
  readonly windowS: number;
  /** Event patterns. Records that match none of them are deleted from the source. */
  readonly filters: readonly string[];
  /** Is told which records no filter matched: at least one. */
  readonly dropped?: ((records: readonly { readonly trace?: string | undefined }[]) => void) | undefined;
}

export interface Consumer<R extends Reader> {
  /** The due work that polls; its key is `[id]`. */
  readonly work: string;
  /** The ARN of the source; undefined once the resource is gone. */
  sourceArn(id: string, ctx: Ctx): string | undefined;
  /** Whether the resource goes on reading: then it polls again when its source has more. */
  isReading(id: string, ctx: Ctx): boolean;
  /** Takes the resource to the state that it is on its way to. Answers how to read while one more batch may be begun, otherwise undefined. */
  reader(id: string, source: Source, poller: Poller, ctx: Ctx): R | undefined;
  /** The role may not read at the moment, and why: in the words of the source's service. */
  hindered(reader: R, refused: RefusedCall, ctx: Ctx): void;
  /** Processes a batch and acknowledges the records that did not fail. The others return by the source's own rules. */
  process(reader: R, batch: readonly GatheredRecord[], source: Source, ctx: Ctx): Promise<void>;
}
