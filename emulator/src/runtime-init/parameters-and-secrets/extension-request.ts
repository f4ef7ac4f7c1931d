// Requests to the Parameters and Secrets extension: the call of a service that a path asks for, and the answer in the form of the extension.

export interface ExtensionRequest {
  readonly service: 'secretsmanager' | 'ssm';
  readonly title: string;
  readonly operation: string;
  /** The header that names the operation. */
  readonly target: string;
  readonly input: object;
}

const PATH = /^\/(secretsmanager|systemsmanager\/parameters)\/get\/?$/;

/** Undefined for other paths. */
export function requestOf({ pathname, searchParams }: URL): ExtensionRequest | undefined {
  const [, path] = PATH.exec(pathname) ?? [];
  const value = (name: string) => searchParams.get(name) ?? undefined;
  if (path === 'secretsmanager')
    return {
      ...{ service: 'secretsmanager', title: 'Secrets Manager', operation: 'GetSecretValue', target: 'secretsmanager.GetSecretValue' },
      input: { SecretId: value('secretId'), VersionId: value('versionId'), VersionStage: value('versionStage') },
    };
  if (path === undefined) return undefined;
  const selector = value('version') ?? value('label');
  return {
    ...{ service: 'ssm', title: 'SSM', operation: 'GetParameter', target: 'AmazonSSM.GetParameter' },
    input: {
      Name: selector === undefined ? value('name') : `${value('name')}:${selector}`,
      ...(value('withDecryption') === 'true' && { WithDecryption: true }),
    },
  };
}

/** Seconds become dates, members that are absent null, as the extension writes them. */
export function answerText({ service }: ExtensionRequest, output: Readonly<Record<string, unknown>>): string {
  const ResultMetadata = {};
  if (service === 'secretsmanager') {
    const { ARN, CreatedDate, Name, SecretBinary = null, SecretString = null, VersionId, VersionStages } = output;
    return JSON.stringify({
      ARN,
      CreatedDate: dateOf(CreatedDate),
      Name,
      SecretBinary,
      SecretString,
      VersionId,
      VersionStages,
      ResultMetadata,
    });
  }
  const parameter = output['Parameter'] as Readonly<Record<string, unknown>>;
  const { ARN, DataType, LastModifiedDate, Name, Selector = null, SourceResult = null, Type, Value, Version } = parameter;
  const Parameter = { ARN, DataType, LastModifiedDate: dateOf(LastModifiedDate), Name, Selector, SourceResult, Type, Value, Version };
  return JSON.stringify({ Parameter, ResultMetadata });
}

const dateOf = (seconds: unknown): string | null =>
  typeof seconds === 'number' ? new Date(Math.round(seconds * 1000)).toISOString() : null;
