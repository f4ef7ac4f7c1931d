// The links of topics: what their subscriptions lead to.
import { linksTo, resourceLinks } from '#core/traces/map/resource-links';
import { subscriptions } from './state.ts';
import { deadLetterArn } from './subscriptions/subscription-settings.ts';

export const links = resourceLinks([subscriptions], function* ({ records }) {
  for (const { topicArn, endpoint, attributes } of records(subscriptions).range()) {
    yield* linksTo(topicArn, 'subscription', endpoint);
    yield* linksTo(topicArn, 'dead letters', deadLetterArn(attributes));
  }
});
