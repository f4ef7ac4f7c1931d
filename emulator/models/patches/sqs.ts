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
  // Once `us-west-2.queue.amazonaws.com`.
  endpoints: ['queue'],
  xmlNamespace: 'http://queue.amazonaws.com/doc/2012-11-05/',
  members: {
    // Two members share one name on the query protocol; the older one keeps it.
    ...QUEUE_URLS,
    'SendMessageBatchRequest.Entries': { queryList: 1 },
    'DeleteMessageBatchRequest.Entries': { queryList: 1 },
    'ChangeMessageVisibilityBatchRequest.Entries': { queryList: 1 },
    // Names in JSON answers to the query protocol.
    'ReceiveMessageResult.Messages': { jsonName: 'messages' },
    'ListQueuesResult.QueueUrls': { jsonName: 'queueUrls' },
    'ReceiveMessageRequest.MessageSystemAttributeNames': { queryAliases: ['MessageSystemAttributeName'] },
  },
  operations: { CreateQueue: { rootPath: true }, ListQueues: { rootPath: true } },
  profile: {
    // localstack/localstack, tests/aws/services/sqs/test_sqs.snapshot.json (2024 to 2025, all errors of the query protocol)
    errorDetail: true,
    // Only missing members are the framework's business; values, names of attributes included, are the service's own.
    validation: { style: 'parameters', code: 'MissingRequiredParameterException', queryCode: 'MissingParameter' },
    unknownOperation: { code: 'InvalidAction', status: 400, message: 'The action {operation} is not valid for this endpoint.' },
  },
  errors: {
    QueueDoesNotExist: { blame: 'client', queryMessage: 'The specified queue does not exist for this wsdl version.' },
    InvalidParameterValueException: { blame: 'client', status: 400, queryCode: 'InvalidParameterValue', queryStatus: 400 },
    MissingRequiredParameterException: { blame: 'client', status: 400, queryCode: 'MissingParameter', queryStatus: 400 },
  },
};
