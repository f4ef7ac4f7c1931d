// Recorded answers of the parameter store.
import { localstack, moto, type RecordedCase, type RecordedCases, type Step } from '../case.ts';

const put = (Name: string): Step => ({ call: 'ssm.PutParameter', input: { Name, Value: 'v', Type: 'String' } });

const reference = '/aws/reference/secretsmanager/';
const SECRETS: readonly RecordedCase[] = [
  {
    title: 'a secret is read as a parameter, with its source',
    source: localstack('ssm/test_ssm.py::TestSSM::test_get_secret_parameter, test_get_parameters_and_secrets'),
    recorded: 'before 2026-03',
    steps: [
      { call: 'secretsmanager.CreateSecret', input: { Name: 's', SecretString: 'my_secret' } },
      put('p'),
      {
        call: 'ssm.GetParameter',
        input: { Name: `${reference}s`, WithDecryption: true },
        contains: { Parameter: { Name: `${reference}s`, Type: 'SecureString', Value: 'my_secret', SourceResult: /"name":"s"/ } },
      },
      {
        call: 'ssm.GetParameters',
        input: { Names: ['p', `${reference}s`, 'none', `${reference}none`], WithDecryption: true },
        contains: { Parameters: [{ Name: 'p' }, { Name: `${reference}s` }], InvalidParameters: ['none', `${reference}none`] },
      },
    ],
  },
  {
    title: 'a secret that is not there is a parameter that is not there',
    source: localstack('ssm/test_ssm.py::TestSSM::test_get_inexistent_secret'),
    recorded: 'before 2026-03',
    steps: [
      {
        call: 'ssm.GetParameter',
        input: { Name: `${reference}none`, WithDecryption: true },
        error: { code: 'ParameterNotFound', message: /Secret .*aws\/reference\/secretsmanager\/none not found\./ },
      },
    ],
  },
];

const paths: RecordedCase = {
  title: 'a path begins with a slash, and has one slash between two names',
  source: localstack('ssm/test_ssm.py::TestSSM::test_hierarchical_parameter'),
  recorded: 'before 2026-03',
  steps: [
    put('/a/b/c'),
    ...['/a//b//c', 'a/b/c'].map(
      (Name): Step => ({
        call: 'ssm.GetParameter',
        input: { Name },
        error: { code: 'ValidationException', message: /sub-paths divided by slash symbol/ },
      }),
    ),
  ],
};

export const recorded: RecordedCases = {
  service: 'ssm',
  cases: [
    ...SECRETS,
    paths,
    {
      title: 'a parameter is read by the query protocol, as integrations of APIs ask',
      source: localstack('apigateway/test_apigateway_ssm.py::test_get_parameter_query_protocol'),
      recorded: '2024-07',
      steps: [
        put('asked'),
        {
          http: 'POST /?Action=GetParameter&Name=asked',
          service: 'ssm',
          status: 200,
          answerBody:
            /<GetParameterResponse xmlns="http:\/\/ssm\.amazonaws\.com\/doc\/2014-11-06\/"><GetParameterResult><Parameter>.*<Value>v<\/Value>/s,
        },
        {
          http: 'POST /?Action=GetParameter&Name=asked',
          service: 'ssm',
          headers: { accept: 'application/json' },
          status: 200,
          answerBody:
            /^\{"GetParameterResponse":\{"GetParameterResult":\{"Parameter":\{.*"Value":"v",.*"Selector":null,"SourceResult":null/,
        },
      ],
    },
    {
      title: 'a parameter that is not there is missed without words',
      source: localstack('cloudformation/api/test_changesets.py::TestUpdates::test_deleting_resource'),
      recorded: '2025-06',
      steps: [
        {
          call: 'ssm.GetParameter',
          input: { Name: 'my-parameter' },
          error: { code: 'ParameterNotFound', message: /^$|UnknownError/, status: 400 },
        },
      ],
    },
    ...[
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
  ],
};
