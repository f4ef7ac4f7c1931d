// The readers of all sources, each from the first look at it on until its mapping lets go of it.
import type { Ctx } from '#core/ctx';
import type { Owned } from '#core/owned';
import { parseTopicSource } from '#lib/kafka/topic-source';
import { TopicReader } from '#services/kafka/client/topic-reader';

export const topicReadersOf = (ctx: Ctx): TopicReaders => ctx.own('kafka.readers', () => new TopicReaders());

export class TopicReaders implements Owned {
  readonly #readers = new Map<string, TopicReader>();

  of(address: string, ctx: Ctx): TopicReader | undefined {
    const key = keyOf(address, ctx);
    const known = this.#readers.get(key);
    if (known) return known;
    const source = parseTopicSource(address);
    if (!source) return undefined;
    const reader = new TopicReader(address, source, ctx.detached());
    this.#readers.set(key, reader);
    return reader;
  }

  known(address: string, ctx: Ctx): TopicReader | undefined {
    return this.#readers.get(keyOf(address, ctx));
  }

  async close(address: string, ctx: Ctx): Promise<void> {
    const reader = this.known(address, ctx);
    this.#readers.delete(keyOf(address, ctx));
    await reader?.stop();
  }

  async stop(): Promise<void> {
    const all = [...this.#readers.values()];
    this.#readers.clear();
    await Promise.all(all.map((reader) => reader.stop()));
  }
}

const keyOf = (address: string, { account, region }: Ctx): string => `${account}/${region}/${address}`;
