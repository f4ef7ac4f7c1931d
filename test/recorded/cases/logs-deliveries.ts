// Recorded answers of CloudWatch Logs about deliveries of logs of other services.
import { ANY, call, json, localstack, type RecordedCase, type RecordedCases, refused, type Step } from '../case.ts';

const test = (name: string): string => localstack(`logs/${name}`);
const FEBRUARY = '2026-02';
const MISSING = 'ResourceNotFoundException';

const resource = (name: string) => ({ deliveryDestinationConfiguration: { destinationResourceArn: `arn:aws:s3:::${name}` } });
const shownDestination = (name: string, bucketName: string, more: object = {}) => ({
  name,
  arn: `arn:aws:logs:us-east-1:{account}:delivery-destination:${name}`,
  deliveryDestinationType: 'S3',
  ...resource(bucketName),
  ...more,
});
const putDestination = (name: string, bucketName: string, input: object = {}, more: object = {}): Step =>
  call(
    'logs.PutDeliveryDestination',
    { name, ...resource(bucketName), ...input },
    { answer: { deliveryDestination: shownDestination(name, bucketName, more) } },
  );
const NO_DESTINATION = 'Requested Delivery Destination does not exist in this account.';
const DELIVERY_POLICY = {
  Version: '2012-10-17',
  Statement: [
    {
      Sid: 'AllowLogDeliveryActions',
      Effect: 'Allow',
      Principal: { AWS: 'arn:aws:iam::{account}:root' },
      Action: 'logs:CreateDelivery',
      Resource: ['arn:aws:logs:us-east-1:{account}:delivery-source:*', 'arn:aws:logs:us-east-1:{account}:delivery:*'],
    },
  ],
};
const ofDeliveries = (name: string) => ({ source: test(`test_logs_delivery.py::${name}`), recorded: FEBRUARY });
const deliveryDestinations: RecordedCase[] = [
  {
    title: 'a delivery destination is put without its tags in the answer, found, and may be put again',
    ...ofDeliveries(
      'TestDeliveryDestinations::test_put_delivery_destination, test_put_delivery_destination_update, test_get_delivery_destination',
    ),
    steps: [
      putDestination('d', 'one', { outputFormat: 'json', tags: { key1: 'value1' } }, { outputFormat: 'json' }),
      putDestination('e', 'one'),
      putDestination('e', 'two'),
      call('logs.GetDeliveryDestination', { name: 'e' }, { answer: { deliveryDestination: shownDestination('e', 'two') } }),
    ],
  },
  {
    title: 'the format of a delivery destination is one of five, which another error tells than that of most of the service',
    ...ofDeliveries('TestDeliveryDestinations::test_put_delivery_destination_invalid_format'),
    steps: [
      refused(
        'logs.PutDeliveryDestination',
        { name: 'd', outputFormat: 'foobar', ...resource('one') },
        'ValidationException',
        "1 validation error detected: Value 'foobar' at 'outputFormat' failed to satisfy constraint: Member must satisfy enum value set: [w3c, raw, json, plain, parquet]",
      ),
    ],
  },
  {
    title: 'delivery destinations are listed, and deleted ones are not found',
    ...ofDeliveries(
      'TestDeliveryDestinations::test_describe_delivery_destinations, test_delete_delivery_destination, test_delete_delivery_destination_not_found, test_get_delivery_destination_not_found',
    ),
    steps: [
      putDestination('d-0', 'one'),
      putDestination('d-1', 'one'),
      call(
        'logs.DescribeDeliveryDestinations',
        {},
        { answer: { deliveryDestinations: [shownDestination('d-0', 'one'), shownDestination('d-1', 'one')] } },
      ),
      call('logs.DeleteDeliveryDestination', { name: 'd-0' }, { answer: {} }),
      refused('logs.GetDeliveryDestination', { name: 'd-0' }, MISSING, NO_DESTINATION),
      refused('logs.DeleteDeliveryDestination', { name: 'd-0' }, MISSING, NO_DESTINATION),
    ],
  },
  {
    title: 'a delivery destination has a policy until that is deleted',
    ...ofDeliveries(
      'TestDeliveryDestinationPolicies::test_put_delivery_destination_policy, test_get_delivery_destination_policy, test_delete_delivery_destination_policy',
    ),
    steps: [
      putDestination('d', 'one'),
      ...(['PutDeliveryDestinationPolicy', 'GetDeliveryDestinationPolicy'] as const).map(
        (operation): Step =>
          call(
            `logs.${operation}`,
            {
              deliveryDestinationName: 'd',
              ...(operation === 'PutDeliveryDestinationPolicy' && { deliveryDestinationPolicy: JSON.stringify(DELIVERY_POLICY) }),
            },
            { answer: { policy: { deliveryDestinationPolicy: json(DELIVERY_POLICY) } } },
          ),
      ),
      call('logs.DeleteDeliveryDestinationPolicy', { deliveryDestinationName: 'd' }, { answer: {} }),
      call('logs.GetDeliveryDestinationPolicy', { deliveryDestinationName: 'd' }, { answer: { policy: {} } }),
    ],
  },
];

const DISTRIBUTION = { resourceArn: 'arn:aws:cloudfront::{account}:distribution/E19DL18TOXN9JU', logType: 'ACCESS_LOGS' };
const NO_SOURCE = 'Requested Delivery Source does not exist in this account.';
const shownSource = (name: string, more: object = {}) => ({
  name,
  arn: `arn:aws:logs:us-east-1:{account}:delivery-source:${name}`,
  resourceArns: [DISTRIBUTION.resourceArn],
  service: 'cloudfront',
  logType: 'ACCESS_LOGS',
  ...more,
});
const putSource = (name: string, tags?: object): Step =>
  call(
    'logs.PutDeliverySource',
    { name, ...DISTRIBUTION, ...(tags && { tags }) },
    { answer: { deliverySource: shownSource(name, tags && { tags }) } },
  );
const FIELDS =
  'date time x-edge-location sc-bytes c-ip cs-method cs(Host) cs-uri-stem sc-status cs(Referer) cs(User-Agent) cs-uri-query cs(Cookie) x-edge-result-type x-edge-request-id x-host-header cs-protocol cs-bytes time-taken x-forwarded-for ssl-protocol ssl-cipher x-edge-response-result-type cs-protocol-version fle-status fle-encrypted-fields c-port time-to-first-byte x-edge-detailed-result-type sc-content-type sc-content-len sc-range-start sc-range-end';
const ends = {
  deliverySourceName: 's',
  deliveryDestinationArn: 'arn:aws:logs:us-east-1:{account}:delivery-destination:d',
};
const shownDelivery = { ...ends, id: ANY, arn: ANY, deliveryDestinationType: 'S3' };
const deliveries: RecordedCase[] = [
  {
    title: 'a delivery source is put with its tags in the answer, found and listed',
    ...ofDeliveries('TestDeliverySources::test_put_delivery_source, test_get_delivery_source, test_describe_delivery_sources'),
    steps: [
      putSource('s-0', { key1: 'value1' }),
      putSource('s-1'),
      call('logs.GetDeliverySource', { name: 's-1' }, { answer: { deliverySource: shownSource('s-1') } }),
      call(
        'logs.DescribeDeliverySources',
        {},
        { answer: { deliverySources: [shownSource('s-0', { tags: { key1: 'value1' } }), shownSource('s-1')] } },
      ),
    ],
  },
  {
    title: 'a bucket is no source of deliveries, and a source that is not there is not found',
    ...ofDeliveries('TestDeliverySources::test_put_delivery_source_invalid_resource, test_get_delivery_source_not_found'),
    steps: [
      refused(
        'logs.PutDeliverySource',
        { name: 's', resourceArn: 'arn:aws:s3:::test-s3-bucket', logType: 'ACCESS_LOGS' },
        MISSING,
        'Cannot access provided service.',
      ),
      refused('logs.GetDeliverySource', { name: 'foobar' }, MISSING, NO_SOURCE),
    ],
  },
  {
    title: 'a delivery from a distribution names all its fields, unless it is given some',
    ...ofDeliveries('TestDeliveries::test_create_delivery, test_get_delivery, test_describe_deliveries'),
    steps: [
      putSource('s'),
      putDestination('d', 'one'),
      call('logs.CreateDelivery', ends, { as: 'made' }),
      call(
        'logs.GetDelivery',
        { id: '{made.delivery.id}' },
        {
          answer: {
            delivery: {
              ...shownDelivery,
              recordFields: FIELDS.split(' '),
              s3DeliveryConfiguration: { enableHiveCompatiblePath: false, suffixPath: 'AWSLogs/{account-id}/CloudFront/' },
            },
          },
        },
      ),
      call('logs.DeleteDelivery', { id: '{made.delivery.id}' }, { answer: {} }),
      call(
        'logs.CreateDelivery',
        {
          ...ends,
          recordFields: ['date'],
          fieldDelimiter: ',',
          s3DeliveryConfiguration: { suffixPath: 'AWSLogs/{account}/CloudFront/', enableHiveCompatiblePath: true },
          tags: { key1: 'value1' },
        },
        {
          answer: {
            delivery: {
              ...shownDelivery,
              recordFields: ['date'],
              fieldDelimiter: ',',
              s3DeliveryConfiguration: { enableHiveCompatiblePath: true, suffixPath: 'AWSLogs/{account}/CloudFront/' },
              tags: { key1: 'value1' },
            },
          },
        },
      ),
    ],
  },
  {
    title: 'a delivery that was deleted is not found',
    ...ofDeliveries('TestDeliveries::test_delete_delivery'),
    steps: [
      putSource('s'),
      putDestination('d', 'one'),
      call('logs.CreateDelivery', ends, { as: 'made' }),
      call('logs.DeleteDelivery', { id: '{made.delivery.id}' }, { answer: {} }),
      refused('logs.GetDelivery', { id: '{made.delivery.id}' }, MISSING, 'Requested Delivery does not exist in this account.'),
    ],
  },
];

export const recorded: RecordedCases = {
  service: 'logs',
  cases: [...deliveryDestinations, ...deliveries],
};
