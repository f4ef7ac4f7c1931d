// Queues, topics, streams, clusters: one file of the build.
import { view as clusters } from '#resources/clusters.tsx';
import { view as deliveryStreams } from '#resources/delivery-streams.tsx';
import { view as queues } from '#resources/queues.tsx';
import { view as streams } from '#resources/streams.tsx';
import { view as topics } from '#resources/topics.tsx';
import type { ResourceView } from '#ui/resource.ts';

export { ClockDialog, DetailPage, ListPage } from '#shell/frames.ts';

/** By the section in the address. */
export const VIEWS: Readonly<Record<string, ResourceView<unknown>>> = {
  queues,
  topics,
  streams,
  'delivery-streams': deliveryStreams,
  clusters,
};
