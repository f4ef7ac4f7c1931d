// SQS: JSON today, the query protocol from older clients.
import type { ServicePatch } from '#protocol/patch';

/** Old clients send the call to the queue's URL and leave the member out. */
const QUEUE_URLS = Object.fromEntries(
  [
    'AddPermissionRequest',
    'ChangeMessageVisibilityRequest',
    'ChangeMessageVisibilityBatchRequest',
    'DeleteMessageRequest',
    'DeleteMessageBatchRequest',
    'DeleteQueueRequest',
    'GetQueueAttributesRequest',
    'ListDeadLetterSourceQueuesRequest',
    'ListQueueTagsRequest',
    'PurgeQueueRequest',
    'ReceiveMessageRequest',
    'RemovePermissionRequest',
    'SendMessageRequest',
    'SendMessageBatchRequest',
    'SetQueueAttributesRequest',
    'TagQueueRequest',
    'UntagQueueRequest',
  ].map((input) => [`${input}.QueueUrl`, { requestUrl: 1 as const }]),
);

export const patch: ServicePatch = {
  also: ['awsQuery'],
  xmlNamespace: 'http://queue.amazonaws.com/doc/2012-11-05/',
  members: {
    // Two members share one name on the query protocol; the older one keeps it.
    ...QUEUE_URLS,
    'ReceiveMessageRequest.MessageSystemAttributeNames': { queryAliases: ['MessageSystemAttributeName'] },
  },
  profile: {
    // Its model states no constraint but `required`; where a member is missing it has words of its own.
    unknownOperation: { code: 'InvalidAction', status: 400 },
  },
};
