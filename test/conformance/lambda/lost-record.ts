// The record that the service writes of a record of a data stream that is given up.
// localstack/localstack, tests/aws/services/lambda_/event_source_mapping/test_lambda_integration_kinesis.snapshot.json, November 2025.
import { expect } from 'vitest';

interface Loss {
  /** The function's. */
  readonly name: string;
  /** The stream's. */
  readonly arn: string;
  readonly condition: string;
  /** Attempts. */
  readonly count: number;
  readonly functionError?: string;
}

/** The record of one lost record. */
export function lostRecord({ name, arn, condition, count, functionError }: Loss) {
  const [number, instant] = [expect.stringMatching(/^\d{56}$/), expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/)];
  return {
    requestContext: {
      requestId: expect.stringMatching(/^[\da-f-]{36}$/),
      functionArn: `arn:aws:lambda:us-east-1:000000000000:function:${name}`,
      condition,
      approximateInvokeCount: count,
    },
    responseContext: { statusCode: 200, executedVersion: '$LATEST', functionError: functionError ?? null },
    version: '1.0',
    timestamp: instant,
    KinesisBatchInfo: {
      shardId: 'shardId-000000000000',
      startSequenceNumber: number,
      endSequenceNumber: number,
      approximateArrivalOfFirstRecord: instant,
      approximateArrivalOfLastRecord: instant,
      batchSize: 1,
      streamArn: arn,
    },
  };
}
