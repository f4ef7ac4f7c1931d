// Finds a resource by its ARN: the types of its service are listed, and those whose identifiers stand in the ARN are read.
import { type Arn, parseArn } from '#lib/arn';
import { table } from '#lib/table';
import type { ToolAnswer, ToolContext } from './tool.ts';

/** Namespaces of CloudFormation types by the service in an ARN, where both have resources with ARNs. */
const NAMESPACES = table<readonly string[]>({
  apigateway: ['ApiGateway', 'ApiGatewayV2'],
  appsync: ['AppSync'],
  cloudformation: ['CloudFormation'],
  cloudwatch: ['CloudWatch'],
  'cognito-identity': ['Cognito'],
  'cognito-idp': ['Cognito'],
  dynamodb: ['DynamoDB'],
  ecr: ['ECR'],
  events: ['Events'],
  firehose: ['KinesisFirehose'],
  iam: ['IAM'],
  kafka: ['MSK'],
  kinesis: ['Kinesis'],
  kms: ['KMS'],
  lambda: ['Lambda'],
  logs: ['Logs'],
  pipes: ['Pipes'],
  s3: ['S3'],
  scheduler: ['Scheduler'],
  secretsmanager: ['SecretsManager'],
  sns: ['SNS'],
  sqs: ['SQS'],
  ssm: ['SSM'],
  states: ['StepFunctions'],
  xray: ['XRay'],
});
/** Pages of one type that are looked through. */
const MAX_PAGES = 100;
/** Sentence of Cloud Control about a type that is listed within another resource. */
const REQUIRED_KEY = /required key \[(\w+)\]/g;

interface Description {
  readonly Identifier: string;
  readonly Properties: string;
}

interface Candidate extends Description {
  readonly TypeName: string;
}

/** All properties of the resource, as `GetResource` answers them with the type's name. `account` is that of ARNs that name none: buckets, APIs. */
export async function describeByArn(text: string, context: ToolContext, account?: string): Promise<ToolAnswer> {
  const arn = parseArn(text);
  const namespaces = arn && NAMESPACES[arn.service];
  if (!arn || !namespaces) {
    const known = Object.keys(NAMESPACES).join(', ');
    return { text: `${text} is no ARN of a service with resource types here (${known}): give \`type\` and \`identifier\`.`, failed: true };
  }
  const reader = new Reader({ ...arn, account: arn.account || (account ?? '') }, context);
  const candidates: Candidate[] = [];
  for (const TypeName of (await Promise.all(namespaces.map((name) => reader.types(`AWS::${name}::`)))).flat())
    for (const listed of await reader.list(TypeName)) {
      if (!isNamed(listed.Identifier, text, arn)) continue;
      const found = (await reader.read(TypeName, listed.Identifier)) ?? { TypeName, ...listed };
      if (hasArn(found, text)) return answered(found);
      candidates.push(found);
    }
  const [nearest] = candidates.filter((each) => endsSo(each, arn)).sort((a, b) => partsOf(b).length - partsOf(a).length);
  return nearest ? answered(nearest) : { text: `Nothing here has the ARN ${text}: \`resources\` lists what there is.`, failed: true };
}

const answered = ({ TypeName, ...description }: Candidate): ToolAnswer => ({
  text: JSON.stringify({ output: { TypeName, ResourceDescription: description } }),
});
const partsOf = ({ Identifier }: Description): readonly string[] => Identifier.split('|');
const segmentsOf = ({ resource }: Arn): readonly string[] => resource.split(/[:/]/).filter(Boolean);
/** ARNs of log groups end with `:*` in some answers, and without it in others. */
const bare = (arn: string): string => arn.replace(/:\*$/, '');

/** Whether every part of the identifier stands in the ARN: itself, as a name, or as the end of an address. */
function isNamed(identifier: string, text: string, arn: Arn): boolean {
  if (bare(identifier) === bare(text)) return true;
  return identifier.split('|').every((part) => {
    const name = /^https?:/.test(part) ? part.slice(part.lastIndexOf('/') + 1) : part;
    return segmentsOf(arn).includes(name) || (name !== '' && arn.resource.endsWith(name));
  });
}

function hasArn({ Identifier, Properties }: Candidate, text: string): boolean {
  if (bare(Identifier) === bare(text)) return true;
  const values = Object.entries(JSON.parse(Properties) as Record<string, unknown>).filter(([name]) => /Arn$/i.test(name) || name === 'Ref');
  return values.some(([name, value]) => typeof value === 'string' && isOwn(name) && bare(value) === bare(text));
}

/** Names of properties that hold the resource's own ARN, not one of another resource. */
const isOwn = (name: string): boolean => !/^(?:Role|Target|Kms|Destination|Source|DeadLetter)/.test(name);

/** Whether the ARN ends with the last part: where a type does not tell its ARN. */
const endsSo = (candidate: Description, arn: Arn): boolean => segmentsOf(arn).at(-1) === partsOf(candidate).at(-1);

/** Reads by Cloud Control in the ARN's account and region. A type that cannot be listed or read has nothing. */
class Reader {
  readonly #arn: Arn;
  readonly #context: ToolContext;

  constructor(arn: Arn, context: ToolContext) {
    this.#arn = arn;
    this.#context = context;
  }

  async types(prefix: string): Promise<readonly string[]> {
    const input = { Visibility: 'PUBLIC', Filters: { TypeNamePrefix: prefix }, MaxResults: 100 };
    const listed = await this.#call<{ TypeSummaries?: { TypeName: string }[] }>('cloudformation', 'ListTypes', input);
    return typeof listed === 'string' ? [] : (listed.TypeSummaries ?? []).map(({ TypeName }) => TypeName);
  }

  async list(TypeName: string): Promise<readonly Description[]> {
    const all = await this.#pages(TypeName);
    if (typeof all !== 'string') return all;
    const [key, ...others] = [...all.matchAll(REQUIRED_KEY)].map(([, name]) => name!);
    if (key === undefined || others.length > 0) return [];
    const within = [];
    // The resource around it stands in the ARN, too.
    for (const segment of segmentsOf(this.#arn)) {
      const listed = await this.#pages(TypeName, JSON.stringify({ [key]: segment }));
      if (typeof listed !== 'string') within.push(...listed);
    }
    return within;
  }

  async read(TypeName: string, Identifier: string): Promise<Candidate | undefined> {
    const found = await this.#call<{ ResourceDescription: Description }>('cloudcontrol', 'GetResource', { TypeName, Identifier });
    return typeof found === 'string' ? undefined : { TypeName, ...found.ResourceDescription };
  }

  /** The refusal where the type is not listed so. */
  async #pages(TypeName: string, ResourceModel?: string): Promise<readonly Description[] | string> {
    const all: Description[] = [];
    let NextToken: string | undefined;
    for (let page = 0; page < MAX_PAGES; page++) {
      const input = { TypeName, ...(ResourceModel && { ResourceModel }), ...(NextToken && { NextToken }) };
      const listed = await this.#call<{ ResourceDescriptions?: Description[]; NextToken?: string }>('cloudcontrol', 'ListResources', input);
      if (typeof listed === 'string') return listed;
      all.push(...(listed.ResourceDescriptions ?? []));
      NextToken = listed.NextToken;
      if (!NextToken) break;
    }
    return all;
  }

  /** The output, or the refusal. */
  async #call<T extends object>(service: string, operation: string, input: object): Promise<T | string> {
    const { account, region } = this.#arn;
    const { text, failed } = await this.#context.call(service, operation, input, {
      region: region || undefined,
      account: /^\d{12}$/.test(account) ? account : undefined,
    });
    return failed ? text : (JSON.parse(text) as { output: T }).output;
  }
}
