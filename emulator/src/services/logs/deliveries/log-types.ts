// The services whose logs can be delivered, by the service in the ARN of their resources, with the types of their logs.
// https://docs.aws.amazon.com/AmazonCloudWatchLogs/latest/APIReference/API_PutDeliverySource.html
// Event buses alone are emulated, and send logs: https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-event-bus-logs.html
import { table } from '#lib/table';

export interface DeliveredLog {
  readonly types: readonly string[];
  /** Fields of records for which a delivery names none. */
  readonly recordFields?: readonly string[] | undefined;
  /** Where a delivery to a bucket puts its files. */
  readonly suffixPath?: string | undefined;
  /** The variables that such a place can have, without braces. */
  readonly suffixFields?: readonly string[] | undefined;
  /** The fields that records can have. */
  readonly allowedFields?: readonly string[] | undefined;
  /** The kind of the resources that send the logs. */
  readonly resourceType?: string | undefined;
  /** The stream of a log group to which records are delivered, and the part of a file's name that says what is in it. */
  readonly stream?: string | undefined;
  readonly kind?: string | undefined;
}

const DATE_FIELDS = ['yyyy', 'MM', 'dd', 'HH'];
const TRACED = ['APPLICATION_LOGS', 'USAGE_LOGS', 'TRACES'];

export const DELIVERED_LOGS: Readonly<Record<string, DeliveredLog>> = table({
  bedrock: { types: ['APPLICATION_LOGS', 'EVENT_LOGS'] },
  'bedrock-agentcore': { types: TRACED },
  cloudfront: {
    types: ['ACCESS_LOGS'],
    // Recorded in February 2026
    recordFields:
      'date time x-edge-location sc-bytes c-ip cs-method cs(Host) cs-uri-stem sc-status cs(Referer) cs(User-Agent) cs-uri-query cs(Cookie) x-edge-result-type x-edge-request-id x-host-header cs-protocol cs-bytes time-taken x-forwarded-for ssl-protocol ssl-cipher x-edge-response-result-type cs-protocol-version fle-status fle-encrypted-fields c-port time-to-first-byte x-edge-detailed-result-type sc-content-type sc-content-len sc-range-start sc-range-end'.split(
        ' ',
      ),
    suffixPath: 'AWSLogs/{account-id}/CloudFront/',
    // As DescribeConfigurationTemplates answers (told in public, 2026)
    suffixFields: ['account-id', 'accountid', 'region', 'DistributionId', 'distributionid', ...DATE_FIELDS],
    resourceType: 'distribution',
  },
  codewhisperer: { types: ['EVENT_LOGS'] },
  ec2: { types: ['EVENT_LOGS'] },
  eks: { types: ['AUTO_MODE_BLOCK_STORAGE_LOGS', 'AUTO_MODE_COMPUTE_LOGS', 'AUTO_MODE_IPAM_LOGS', 'AUTO_MODE_LOAD_BALANCING_LOGS'] },
  elasticloadbalancing: { types: ['NLB_ACCESS_LOGS'] },
  events: {
    types: ['ERROR_LOGS', 'INFO_LOGS', 'TRACE_LOGS'],
    resourceType: 'event-bus',
    allowedFields: [
      ...['resource_arn', 'event_bus_name', 'request_id', 'event_id', 'invocation_id', 'message_timestamp_ms', 'message_type'],
      ...['log_level', 'details', 'dropped_fields', 'error'],
    ],
    // The folder is that of the bucket policy which the guide asks for; what follows is ours.
    suffixPath: 'AWSLogs/{account-id}/EventBusLogs/{region}/{yyyy}/{MM}/{dd}/{HH}/',
    suffixFields: ['account-id', 'accountid', 'region', ...DATE_FIELDS],
    // Seen in public in 2026
    stream: 'EventBridgeEventBusLogs',
    kind: 'EventBusLogs',
  },
  entityresolution: { types: ['WORKFLOW_LOGS'] },
  mediapackagev2: { types: ['EGRESS_ACCESS_LOGS', 'INGRESS_ACCESS_LOGS'] },
  mediatailor: { types: ['AD_DECISION_SERVER_LOGS', 'MANIFEST_SERVICE_LOGS', 'TRANSCODE_LOGS'] },
  'network-firewall': { types: ['ALERT_LOGS', 'ALLOW_LOGS', 'DENY_LOGS'] },
  pcs: { types: ['PCS_SCHEDULER_LOGS', 'PCS_JOBCOMP_LOGS', 'PCS_SCHEDULER_AUDIT_LOGS'] },
  qbusiness: { types: ['EVENT_LOGS', 'SYNC_JOB_LOGS'] },
  quicksight: { types: ['CHAT_LOGS', 'FEEDBACK_LOGS'] },
  rtbfabric: { types: ['APPLICATION_LOGS'] },
  securityhub: { types: ['SECURITY_FINDING_LOGS'] },
  ses: { types: ['APPLICATION_LOGS', 'TRAFFIC_POLICY_DEBUG_LOGS'] },
  sso: { types: ['ERROR_LOGS'] },
  workmail: {
    types: [
      'ACCESS_CONTROL_LOGS',
      'AUTHENTICATION_LOGS',
      'WORKMAIL_AVAILABILITY_PROVIDER_LOGS',
      'WORKMAIL_MAILBOX_ACCESS_LOGS',
      'WORKMAIL_PERSONAL_ACCESS_TOKEN_LOGS',
    ],
  },
});
