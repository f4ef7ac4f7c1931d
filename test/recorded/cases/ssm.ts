// What the parameter store was recorded to answer.
import { moto, type RecordedCases, type Step } from '../case.ts';

const put = (Name: string): Step => ({ call: 'ssm.PutParameter', input: { Name, Value: 'v', Type: 'String' } });

export const recorded: RecordedCases = {
  service: 'ssm',
  cases: [
    ['x', '/x'],
    ['/x', 'x'],
  ].map(([first, second]) => ({
    title: `${first} and ${second} are one parameter`,
    source: moto('tests/test_ssm/test_ssm_parameterstore.py'),
    recorded: 'before 2026-03',
    steps: [
      put(first!),
      { call: 'ssm.GetParameter', input: { Name: second }, contains: { Parameter: { Value: 'v' } } },
      { call: 'ssm.GetParameters', input: { Names: [second] }, contains: { Parameters: [{ Value: 'v' }], InvalidParameters: [] } },
      { ...put(second!), error: { code: 'ParameterAlreadyExists' } } as Step,
      { call: 'ssm.AddTagsToResource', input: { ResourceType: 'Parameter', ResourceId: second, Tags: [{ Key: 'k', Value: 'v' }] } },
      { call: 'ssm.DeleteParameter', input: { Name: second } },
      { call: 'ssm.GetParameter', input: { Name: first }, error: { code: 'ParameterNotFound' } },
    ],
  })),
};
