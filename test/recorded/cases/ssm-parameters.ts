// Recorded answers of the parameter store about names and ARNs.
import { ANY, localstack, type RecordedCase, type RecordedCases } from '../case.ts';

const test = (name: string): string => localstack(`ssm/test_ssm.py::TestSSM::${name}`);

export const recorded: RecordedCases = {
  service: 'ssm',
  cases: [
    ['x', '/x', 'test_get_parameter_by_arn', '2024-07'],
    ['/a/b', '/a/b', 'test_parameters_with_path', '2025-01'],
  ].map(([Name, path, name, month]): RecordedCase => {
    const ARN = `arn:aws:ssm:us-east-1:{account}:parameter${path}`;
    const shown = { ARN, DataType: 'text', LastModifiedDate: ANY, Name, Type: 'String', Value: '123', Version: 1 };
    return {
      title: `the parameter ${Name} is read by its name and by its ARN`,
      source: test(name!),
      recorded: month!,
      steps: [
        { call: 'ssm.PutParameter', input: { Name, Type: 'String', Value: '123' }, answer: { Tier: 'Standard', Version: 1 } },
        ...[Name, ARN].map((asked) => ({ call: 'ssm.GetParameter', input: { Name: asked }, answer: { Parameter: shown } })),
        ...[Name, ARN].map((asked) => ({
          call: 'ssm.GetParameters',
          input: { Names: [asked] },
          answer: { InvalidParameters: [], Parameters: [shown] },
        })),
      ],
    };
  }),
};
