// Public layers that programs name by ARN, and what they become here: data alone. The versions of a layer are not told apart.

/** The packages of a registry that a layer is made of. `major`: the first number of their version. */
export interface MadeOfPackages {
  readonly kind: 'npm' | 'pypi';
  readonly major: number;
}

export type Becoming =
  | MadeOfPackages
  /** The interface of the extension is served here (`#runtime-init/parameters-and-secrets`). */
  | { readonly kind: 'served' }
  /** Stands between events and the function's web server, here as part of init (`#runtime-init/web-adapter`). */
  | { readonly kind: 'web-adapter' }
  /** Only sends telemetry away: an empty layer, apart from the wrappers that functions name, which run the function as it is. */
  | { readonly kind: 'empty'; readonly wrappers?: readonly string[] }
  /** Programs call what is in it, and it cannot be had here: a sentence says what to do. */
  | { readonly kind: 'absent'; readonly instead: string };

export interface KnownLayer {
  readonly title: string;
  /** Accounts that publish it; undefined where each region has another one. */
  readonly accounts?: readonly string[];
  readonly names: RegExp;
  /** A name for the table of the documentation. */
  readonly example: string;
  readonly becomes: Becoming;
  readonly source: string;
}

const POWERTOOLS_PYTHON = ['017000801446', '498634801083', '165087284144', '165093116878'];
const POWERTOOLS_TYPESCRIPT = ['094274105915', '498634801083', '165087284144', '165093116878'];
const ADOT_ACCOUNTS = ['901920570463', '615299751070'];

const [GUIDE, MONITORING] = ['https://docs.aws.amazon.com/systems-manager/latest', 'https://docs.aws.amazon.com/AmazonCloudWatch/latest'];

export const KNOWN_LAYERS: readonly KnownLayer[] = [
  {
    title: 'Powertools for Python, version 3',
    accounts: POWERTOOLS_PYTHON,
    names: /^AWSLambdaPowertoolsPythonV3-python3\d+-(x86_64|arm64)$/,
    example: 'AWSLambdaPowertoolsPythonV3-python312-x86_64',
    becomes: { kind: 'pypi', major: 3 },
    source: 'https://docs.aws.amazon.com/powertools/python/latest/ (2026-08)',
  },
  {
    title: 'Powertools for Python, version 2',
    accounts: POWERTOOLS_PYTHON,
    names: /^AWSLambdaPowertoolsPythonV2(-Arm64)?$/,
    example: 'AWSLambdaPowertoolsPythonV2',
    becomes: { kind: 'pypi', major: 2 },
    source: 'https://docs.aws.amazon.com/powertools/python/2.43.1/ (2024-08)',
  },
  {
    title: 'Powertools for Python, version 1',
    accounts: POWERTOOLS_PYTHON,
    names: /^AWSLambdaPowertoolsPython(-Arm64)?$/,
    example: 'AWSLambdaPowertoolsPython',
    becomes: { kind: 'pypi', major: 1 },
    source: 'aws-powertools/powertools-lambda-python, docs/index.md at 1.31 (2022-12)',
  },
  {
    title: 'Powertools for TypeScript, version 2',
    accounts: POWERTOOLS_TYPESCRIPT,
    names: /^AWSLambdaPowertoolsTypeScriptV2$/,
    example: 'AWSLambdaPowertoolsTypeScriptV2',
    becomes: { kind: 'npm', major: 2 },
    source: 'https://docs.aws.amazon.com/powertools/typescript/latest/getting-started/lambda-layers/ (2026-08)',
  },
  {
    title: 'Powertools for TypeScript, version 1',
    accounts: POWERTOOLS_TYPESCRIPT,
    names: /^AWSLambdaPowertoolsTypeScript$/,
    example: 'AWSLambdaPowertoolsTypeScript',
    becomes: { kind: 'npm', major: 1 },
    source: 'aws-powertools/powertools-lambda-typescript, docs/index.md at 1.18 (2024-02)',
  },
  {
    title: 'AWS Parameters and Secrets Lambda Extension',
    names: /^AWS-Parameters-and-Secrets-Lambda-Extension(-Arm64)?$/,
    example: 'AWS-Parameters-and-Secrets-Lambda-Extension',
    becomes: { kind: 'served' },
    source: `${GUIDE}/userguide/ps-integration-lambda-extensions.html (2026-08)`,
  },
  {
    title: 'AWS AppConfig extension',
    names: /^AWS-AppConfig-Extension(-Arm64)?$/,
    example: 'AWS-AppConfig-Extension',
    becomes: { kind: 'absent', instead: 'It reads configurations of AppConfig, which is not emulated' },
    source: 'https://docs.aws.amazon.com/appconfig/latest/userguide/appconfig-integration-lambda-extensions.html (2026-08)',
  },
  {
    title: 'Lambda Web Adapter',
    accounts: ['753240598075', '041475135427'],
    names: /^LambdaAdapterLayer(X86|Arm64)$/,
    example: 'LambdaAdapterLayerX86',
    becomes: { kind: 'web-adapter' },
    source: 'https://github.com/awslabs/aws-lambda-web-adapter (2026-03)',
  },
  {
    title: 'Lambda Insights',
    names: /^LambdaInsightsExtension(-Arm64)?$/,
    example: 'LambdaInsightsExtension',
    becomes: { kind: 'empty' },
    source: `${MONITORING}/monitoring/Lambda-Insights-extension-versions.html (2026-08)`,
  },
  {
    title: 'CodeGuru Profiler agent',
    accounts: ['157417159150'],
    names: /^AWSCodeGuruProfilerJavaAgentLayer$/,
    example: 'AWSCodeGuruProfilerJavaAgentLayer',
    becomes: { kind: 'empty', wrappers: ['codeguru_profiler_lambda_exec'] },
    source: 'https://docs.aws.amazon.com/codeguru/latest/profiler-ug/lambda-custom.html (2026-08)',
  },
  {
    title: 'AWS Distro for OpenTelemetry, Application Signals',
    accounts: ADOT_ACCOUNTS,
    names: /^(aws-otel-.+|AWSOpenTelemetryDistro(Js|Python|Java|DotNet))$/,
    example: 'AWSOpenTelemetryDistroJs',
    becomes: {
      kind: 'empty',
      wrappers: ['otel-handler', 'otel-proxy-handler', 'otel-stream-handler', 'otel-sqs-handler', 'otel-instrument'],
    },
    source: 'https://aws-otel.github.io/docs/getting-started/lambda (2026-08)',
  },
  {
    title: 'OpenTelemetry',
    accounts: ['184161586896'],
    names: /^opentelemetry-(collector|nodejs|python|javaagent|javawrapper|ruby)-/,
    example: 'opentelemetry-nodejs-0_14_0',
    becomes: {
      kind: 'empty',
      wrappers: ['otel-handler', 'otel-proxy-handler', 'otel-stream-handler', 'otel-sqs-handler', 'otel-instrument'],
    },
    source: 'https://github.com/open-telemetry/opentelemetry-lambda (2026-08)',
  },
  {
    title: 'Datadog extension',
    accounts: ['464622532012', '002406178527'],
    names: /^Datadog-Extension(-ARM)?(-FIPS)?$/,
    example: 'Datadog-Extension',
    becomes: { kind: 'empty', wrappers: ['datadog_wrapper'] },
    source: 'https://docs.datadoghq.com/serverless/aws_lambda/ (2026-08)',
  },
  {
    title: 'Datadog library',
    accounts: ['464622532012', '002406178527'],
    names: /^(Datadog-(Node|Python|Ruby)[\w-]+|dd-trace-(java|dotnet)(-ARM)?)$/,
    example: 'Datadog-Node22-x',
    becomes: {
      kind: 'absent',
      instead: "It contains the function's handler: deploy without the plugin that adds it",
    },
    source: 'https://docs.datadoghq.com/serverless/aws_lambda/ (2026-08)',
  },
  {
    title: 'New Relic extension',
    accounts: ['451483290750'],
    names: /^NewRelicLambdaExtension(ARM64)?$/,
    example: 'NewRelicLambdaExtension',
    becomes: { kind: 'empty' },
    source: 'https://layers.newrelic-external.com (2026-08)',
  },
  {
    title: 'New Relic library',
    accounts: ['451483290750'],
    names: /^NewRelic(NodeJS|Python|Java|Ruby|DotNet)\w*$/,
    example: 'NewRelicNodeJS22X',
    becomes: { kind: 'absent', instead: "It contains the function's handler: deploy without the plugin that adds it" },
    source: 'https://layers.newrelic-external.com (2026-08)',
  },
  {
    title: 'Dynatrace OneAgent',
    accounts: ['725887861453', '585768157899'],
    names: /^Dynatrace_OneAgent_/,
    example: 'Dynatrace_OneAgent_1_309_nodejs',
    becomes: { kind: 'empty', wrappers: ['dynatrace'] },
    source: 'https://docs.dynatrace.com/docs/ingest-from/amazon-web-services/integrate-into-aws/aws-lambda-integration (2026-08)',
  },
];

export const knownLayer = (account: string, name: string): KnownLayer | undefined =>
  KNOWN_LAYERS.find(({ accounts, names }) => names.test(name) && (accounts === undefined || accounts.includes(account)));
