// GetTopicAttributes, SetTopicAttributes.
import { operation } from '#model/sns';
import { changeArchive } from '#services/sns/archive/archive';
import { archivedForMs } from '#services/sns/archive/archive-policy';
import { topicArn } from '#services/sns/arns';
import { subscriptions, tallies, topics } from '#services/sns/state';
import { findTopic, touchTopic } from './find-topic.ts';
import { checkSetting, shownSettings } from './topic-settings.ts';

export const GetTopicAttributes = operation('GetTopicAttributes', ({ TopicArn }, ctx) => {
  const { there, topic } = findTopic(TopicArn, ctx);
  const all = there.records(subscriptions).range([topic.name]);
  const pending = all.filter(({ isPending }) => isPending).length;
  return {
    Attributes: {
      ...shownSettings(topic, topicArn(there, topic.name), there),
      SubscriptionsConfirmed: String(all.length - pending),
      SubscriptionsDeleted: String(there.records(tallies).get([topic.name])?.unsubscribed ?? 0),
      SubscriptionsPending: String(pending),
    },
  };
});

export const SetTopicAttributes = operation('SetTopicAttributes', ({ TopicArn, AttributeName, AttributeValue = '' }, ctx) => {
  const { topic, there } = findTopic(TopicArn, ctx);
  checkSetting(AttributeName, AttributeValue, topic.fifo);
  const { [AttributeName]: _, ...others } = topic.attributes;
  const isRemoved =
    AttributeValue === '' ||
    (AttributeName === 'ArchivePolicy' && archivedForMs({ attributes: { ArchivePolicy: AttributeValue } }) === undefined);
  const attributes = isRemoved ? others : { ...others, [AttributeName]: AttributeValue };
  const isArchived = archivedForMs({ attributes }) !== undefined;
  const archivedSinceMs = isArchived ? (topic.archivedSinceMs ?? there.now()) : undefined;
  there.write((tx) => {
    tx.put(there.records(topics), [topic.name], { ...topic, attributes, archivedSinceMs });
    if (AttributeName === 'ArchivePolicy') changeArchive(tx, topic.name, isArchived, there);
    // The topic's attributes decide which messages subscribers receive, and in which form.
    touchTopic(tx, topic.name, 0, there);
  });
});
