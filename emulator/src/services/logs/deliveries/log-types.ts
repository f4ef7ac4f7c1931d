// The services whose logs can be delivered, by the service in the ARN of their resources, with the types of their logs.
// https://docs.aws.amazon.com/AmazonCloudWatchLogs/latest/APIReference/API_PutDeliverySource.html
import { table } from '#lib/table';

export interface DeliveredLog {
  readonly types: readonly string[];
  /** Fields of records for which a delivery names none. */
  readonly recordFields?: readonly string[] | undefined;
  /** Where a delivery to a bucket puts its files. */
  readonly suffixPath?: string | undefined;
}

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
  },
  codewhisperer: { types: ['EVENT_LOGS'] },
  ec2: { types: ['EVENT_LOGS'] },
  eks: { types: ['AUTO_MODE_BLOCK_STORAGE_LOGS', 'AUTO_MODE_COMPUTE_LOGS', 'AUTO_MODE_IPAM_LOGS', 'AUTO_MODE_LOAD_BALANCING_LOGS'] },
  elasticloadbalancing: { types: ['NLB_ACCESS_LOGS'] },
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
