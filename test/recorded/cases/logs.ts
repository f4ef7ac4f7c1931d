// Recorded answers of CloudWatch Logs.
import { localstack, NONE, type RecordedCases } from '../case.ts';

export const recorded: RecordedCases = {
  service: 'logs',
  cases: [
    {
      title: 'a log stream has no token for its next upload',
      source: localstack('logs/test_logs.py (DescribeLogStreams)'),
      recorded: '2026-02',
      steps: [
        { call: 'logs.CreateLogGroup', input: { logGroupName: 'g' } },
        { call: 'logs.CreateLogStream', input: { logGroupName: 'g', logStreamName: 's' } },
        {
          call: 'logs.DescribeLogStreams',
          input: { logGroupName: 'g' },
          contains: { logStreams: [{ logStreamName: 's', uploadSequenceToken: NONE }] },
        },
      ],
    },
    {
      title: 'a group is named either by its name or by its ARN',
      source: localstack('logs/test_logs.py (FilterLogEvents)'),
      recorded: 'before 2026-03',
      steps: [
        {
          call: 'logs.FilterLogEvents',
          input: { logGroupName: 'g', logGroupIdentifier: 'g' },
          error: { code: 'ValidationException', message: 'LogGroup name and LogGroup ARN are mutually exclusive parameters.' },
        },
      ],
    },
  ],
};
