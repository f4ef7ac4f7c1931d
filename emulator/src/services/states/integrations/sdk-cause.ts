// The text with which a failed call of an operation is told: that of the SDK that the service itself calls with.

/**
 * The SDK tells its attempts since 2025 (localstack/localstack, tests/aws/services/stepfunctions/v2/services/test_aws_sdk_task_service.py::
 * TestTaskServiceAwsSdk::test_sfn_send_task_outcome_with_no_such_token; 2025-11). Storage answers a second id with every request (measured: https://github.com/floci-io/floci/issues/2670, August 2026). */
export function sdkCause(message: string, sdkId: string, status: number, requestId: string): string {
  const extended = sdkId === 'S3' ? `, Extended Request ID: ${Buffer.from(requestId).toString('base64')}` : '';
  return `${message} (Service: ${sdkId}, Status Code: ${status}, Request ID: ${requestId}${extended}) (SDK Attempt Count: 1)`;
}
