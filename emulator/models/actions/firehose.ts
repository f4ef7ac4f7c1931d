// Actions of delivery streams, and the roles that their destinations are given.
import type { ActionFacts } from '../build/action-facts.ts';

const kinds = ['S3', 'ExtendedS3', 'Redshift', 'Elasticsearch', 'Amazonopensearchservice', 'Splunk.S3', 'HttpEndpoint'];
const rolesIn = (suffix: string) => kinds.map((kind) => `${kind.split('.')[0]}Destination${suffix}.RoleARN`);

export const facts: ActionFacts = {
  slots: { DeliveryStreamName: ['DeliveryStreamName'] },
  passes: {
    CreateDeliveryStream: ['KinesisStreamSourceConfiguration.RoleARN', ...rolesIn('Configuration')],
    UpdateDestination: rolesIn('Update'),
  },
};
