// The links of queues: where messages go that nobody could process.
import { linksTo, resourceLinks } from '#core/traces/map/resource-links';
import { queueArn } from './queue-address.ts';
import { parseRedrivePolicy } from './redrive-policies.ts';
import { queues } from './state.ts';

export const links = resourceLinks([queues], function* ({ account, region, records }) {
  for (const { name, settings } of records(queues).range())
    yield* linksTo(
      queueArn(region, account, name),
      'dead letters',
      parseRedrivePolicy(settings['RedrivePolicy'] ?? '')?.deadLetterTargetArn,
    );
});
