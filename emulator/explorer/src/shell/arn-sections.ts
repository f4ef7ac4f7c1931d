// The page that shows the resource of an ARN.

interface Shown {
  readonly section: string;
  readonly name: string;
  /** The part of its page. */
  readonly query?: Readonly<Record<string, string>>;
}

const after =
  (section: string, pattern: RegExp) =>
  (resource: string): Shown | undefined => {
    const name = pattern.exec(resource)?.[1];
    return name === undefined ? undefined : { section, name };
  };

/** By the service in the ARN. */
export const SECTIONS_OF_ARNS: Readonly<Record<string, (resource: string, arn: string) => Shown | undefined>> = {
  lambda: (resource, arn) => {
    const found = after('functions', /^function:([^:]+)/)(resource) ?? after('layers', /^layer:([^:]+)/)(resource);
    return found && resource.includes('/durable-execution/') ? { ...found, query: { tab: 'executions', execution: arn } } : found;
  },
  appsync: after('graphql-apis', /^apis\/([a-z0-9-]+)/),
  'cognito-idp': after('user-pools', /^userpool\/(.+)/),
  sqs: after('queues', /^([^:]+)$/),
  sns: (_, arn) => ({ section: 'topics', name: arn.split(':').length > 6 ? arn.split(':').slice(0, 6).join(':') : arn }),
  dynamodb: after('tables', /^table\/([^/]+)/),
  kinesis: after('streams', /^stream\/([^/]+)/),
  firehose: after('delivery-streams', /^deliverystream\/(.+)/),
  s3: after('buckets', /^([^/]+)/),
  logs: after('log-groups', /^log-group:([^:]+)/),
  kms: after('keys', /^key\/(.+)/),
  iam: after('roles', /^role\/(?:.*\/)?([^/]+)$/),
  ssm: after('parameters', /^parameter(\/.+)/),
  cloudformation: after('stacks', /^stack\/([^/]+)/),
  events: (resource) =>
    after('buses', /^event-bus\/(.+)/)(resource) ??
    after('buses', /^rule\/([^/]+)\/[^/]+$/)(resource) ??
    after('archives', /^archive\/(.+)/)(resource) ??
    after('connections', /^connection\/([^/]+)/)(resource),
  states: (resource, arn) => {
    const [kind, machine] = resource.split(':');
    const name = [...arn.split(':').slice(0, 5), 'stateMachine', machine].join(':');
    if (kind === 'stateMachine') return { section: 'state-machines', name };
    return kind === 'execution' ? { section: 'state-machines', name, query: { tab: 'executions', execution: arn } } : undefined;
  },
  apigateway: (resource) => after('apis', /^\/apis\/([^/]+)/)(resource) ?? after('rest-apis', /^\/restapis\/([^/]+)/)(resource),
  kafka: (resource, arn) => (resource.startsWith('cluster/') ? { section: 'clusters', name: arn } : undefined),
  pipes: after('pipes', /^pipe\/(.+)/),
  secretsmanager: (_, arn) => ({ section: 'secrets', name: arn }),
};
