// Buses, schedules, pipes, queues, topics, streams, GraphQL and users: one file of the build.
import { view as clusters } from '#resources/clusters.tsx';
import { view as connections } from '#resources/connections.tsx';
import { view as deliveryStreams } from '#resources/delivery-streams.tsx';
import { view as archives } from '#resources/events/archives.tsx';
import { view as buses } from '#resources/events/buses.tsx';
import { view as graphqlApis } from '#resources/graphql/graphql-apis.tsx';
import { view as pipes } from '#resources/pipes.tsx';
import { view as queues } from '#resources/queues.tsx';
import { view as schedules } from '#resources/schedules.tsx';
import { view as streams } from '#resources/streams.tsx';
import { view as topics } from '#resources/topics.tsx';
import { view as userPools } from '#resources/users/user-pools.tsx';
import type { ResourceView } from '#ui/resource.ts';

export { ClockDialog, DetailPage, ListPage } from '#shell/frames.ts';

/** By the section in the address. */
export const VIEWS: Readonly<Record<string, ResourceView<unknown>>> = {
  buses,
  archives,
  connections,
  schedules,
  pipes,
  queues,
  topics,
  streams,
  'delivery-streams': deliveryStreams,
  clusters,
  'graphql-apis': graphqlApis,
  'user-pools': userPools,
};
