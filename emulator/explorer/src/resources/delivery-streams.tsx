// Delivery streams: destination, state, put a record.
import { callOf, type OutputOf } from '#api/model.ts';
import { toBase64 } from '#ui/format.ts';
import { Json } from '#ui/json.tsx';
import { resource } from '#ui/resource.ts';

type Stream = NonNullable<OutputOf<'firehose', 'DescribeDeliveryStream'>['DeliveryStreamDescription']>;

export const view = resource<string, Stream>({
  about: 'Delivery streams collect records and write them to a bucket or an HTTP endpoint.',
  example:
    'firehose create-delivery-stream --delivery-stream-name clicks --extended-s3-destination-configuration RoleARN=arn:aws:iam::000000000000:role/any,BucketARN=arn:aws:s3:::clicks',
  nameOf: (name) => name,
  columns: [['Name', (name) => name]],
  create: {
    title: 'Create delivery stream',
    submit: 'Create delivery stream',
    fields: [
      { name: 'name', label: 'Name', required: true },
      { name: 'bucket', label: 'ARN of the bucket', required: true, placeholder: 'arn:aws:s3:::clicks' },
      { name: 'role', label: 'ARN of the role', required: true, initial: 'arn:aws:iam::000000000000:role/any' },
      { name: 'prefix', label: 'Prefix' },
    ],
    calls: ({ name = '', bucket = '', role = '', prefix }) => [
      callOf('firehose', 'CreateDeliveryStream', {
        DeliveryStreamName: name,
        ExtendedS3DestinationConfiguration: { BucketARN: bucket, RoleARN: role, ...(prefix && { Prefix: prefix }) },
      }),
    ],
    opens: ({ name }) => name,
  },
  remove: (DeliveryStreamName) => [callOf('firehose', 'DeleteDeliveryStream', { DeliveryStreamName })],
  load: async (DeliveryStreamName, { call }) =>
    (await call('firehose', 'DescribeDeliveryStream', { DeliveryStreamName })).DeliveryStreamDescription!,
  facts: (stream) => [
    ['State', stream.DeliveryStreamStatus, 'badge'],
    ['ARN', stream.DeliveryStreamARN, 'copy'],
    ['Source', stream.DeliveryStreamType],
    ['Created', stream.CreateTimestamp, 'time'],
    ['Failure', stream.FailureDescription?.Details, 'long'],
  ],
  tabs: [{ id: 'destinations', title: 'Destination', view: ({ Destinations = [] }) => <Json value={Destinations} label="Destination" /> }],
  actions: ({ DeliveryStreamName = '' }) => [
    {
      title: 'Put record',
      submit: 'Put record',
      fields: [{ name: 'Data', label: 'Data', kind: 'area', required: true, initial: '{"hello": "world"}\n' }],
      calls: ({ Data = '' }) => [
        callOf('firehose', 'PutRecord', { DeliveryStreamName, Record: { Data: toBase64(new TextEncoder().encode(Data)) } }),
      ],
      done: ([output]) => `Put as ${(output as { RecordId: string }).RecordId}.`,
    },
  ],
});
