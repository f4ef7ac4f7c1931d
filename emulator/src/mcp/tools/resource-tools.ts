// Tools for what is deployed: list and describe resources, and send them something.
import { z } from 'zod';
import { describeByArn } from '#mcp/describe-by-arn';
import { option, type Tool, type ToolAnswer, type ToolContext, tool } from '#mcp/tool';

const region = z.string().optional().describe('By default `us-east-1`.');
const KINDS = ['event', 'message', 'notification', 'item', 'object', 'execution', 'http'] as const;
const INVOKES_WITHIN_MS = 16 * 60_000;

export const RESOURCE_TOOLS: readonly Tool[] = [
  tool({
    name: 'resources',
    title: 'List resources',
    description:
      'Lists the resources of a CloudFormation type with their identifiers: `AWS::Lambda::Function`, `AWS::SQS::Queue`, `AWS::DynamoDB::Table` … Then `describe` one.',
    effect: 'reads',
    input: { type: z.string().describe('`AWS::<service>::<resource>`'), region },
    run: ({ type, region: where }, { call }) => call('cloudcontrol', 'ListResources', { TypeName: type }, { region: where }),
  }),
  tool({
    name: 'describe',
    title: 'Describe a resource',
    description:
      'Answers all properties of one resource, in the names of its CloudFormation type: by its ARN, or by `type` and `identifier`.',
    effect: 'reads',
    input: {
      arn: z.string().optional().describe('Instead of the two below: account and region are those of the ARN.'),
      type: z.string().optional().describe('`AWS::<service>::<resource>`'),
      identifier: z.string().optional().describe('As `resources` lists it.'),
      account: z.string().optional().describe('For ARNs that name none: buckets, APIs. By default `000000000000`.'),
      region,
    },
    run: async ({ arn, type, identifier, account, region: where }, context) => {
      if (arn !== undefined) return await describeByArn(arn, context, account);
      if (type === undefined || identifier === undefined)
        return { text: 'Give `arn`, or `type` and `identifier` as `resources` lists it.', failed: true };
      return await context.call('cloudcontrol', 'GetResource', { TypeName: type, Identifier: identifier }, { region: where });
    },
  }),
  tool({
    name: 'invoke',
    title: 'Invoke a function',
    description:
      'Invokes a function and answers its result with its log; of a failure, the error. `why <function>` tells what else it did lately.',
    effect: 'changes',
    input: {
      function: z.string().describe('Its name, ARN, or logical id in a stack.'),
      event: z.unknown().optional().describe('The event, as JSON; by default `{}`.'),
      qualifier: z.string().optional().describe('A version or an alias.'),
      async: z.boolean().default(false).describe('Hand the event over and do not wait.'),
    },
    run: ({ function: name, event = {}, qualifier, async: isAsync }, { command }) =>
      command(
        [
          'invoke',
          ...option('--data', JSON.stringify(event)),
          ...option('--qualifier', qualifier),
          ...(isAsync ? ['--async'] : []),
          '--json',
        ],
        {
          operands: [name],
          oneIsAnswer: true,
          timeoutMs: INVOKES_WITHIN_MS,
        },
      ),
  }),
  tool({
    name: 'send',
    title: 'Send something',
    description:
      'Sends an event to a bus, a message to a queue or a topic, an item to a table, an object to a bucket, an input to a state machine, or an HTTP request to an API or a function URL of this emulator. Then `why` with the name or the id that is answered.',
    effect: 'changes',
    input: {
      kind: z.enum(KINDS),
      to: z.string().describe('Name of the bus, URL of the queue, ARN of the topic or machine, name of the table, `bucket/key`, or URL.'),
      body: z
        .unknown()
        .describe('What is sent: for `event` {source, "detail-type", detail}; for `item` plain JSON; for `http` {method, headers, body}.'),
      region,
    },
    run: (input, context) => SENDERS[input.kind](input, context),
  }),
  tool({
    name: 'call',
    title: 'Call any operation',
    description:
      'Calls any operation of any emulated service by name, as the SDK would: `{service: "sqs", operation: "ListQueues", input: {}}`. Members are named as in the API; bytes are a text or {"base64": "…"}.',
    effect: 'destroys',
    input: {
      service: z.string(),
      operation: z.string(),
      input: z.record(z.string(), z.unknown()).default({}),
      region,
    },
    run: ({ service, operation, input, region: where }, { call }) => call(service, operation, input, { region: where }),
  }),
];

interface Sent {
  readonly to: string;
  readonly body: unknown;
  readonly region?: string | undefined;
}

const textOf = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body));
const membersOf = (body: unknown): Readonly<Record<string, unknown>> =>
  typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};

const SENDERS: Readonly<Record<(typeof KINDS)[number], (sent: Sent, context: ToolContext) => Promise<ToolAnswer>>> = {
  event: ({ to, body, region: where }, { call }) => {
    const { source, 'detail-type': type, detail } = membersOf(body);
    const entry = { EventBusName: to, Source: source, DetailType: type, Detail: textOf(detail ?? {}) };
    return call('events', 'PutEvents', { Entries: [entry] }, { region: where });
  },
  message: ({ to, body, region: where }, { call }) =>
    call('sqs', 'SendMessage', { QueueUrl: to, MessageBody: textOf(body) }, { region: where }),
  notification: ({ to, body, region: where }, { call }) =>
    call('sns', 'Publish', { TopicArn: to, Message: textOf(body) }, { region: where }),
  item: ({ to, body, region: where }, { call }) => {
    const statement = `INSERT INTO "${to.replaceAll('"', '""')}" VALUE ${partiqlOf(body)}`;
    return call('dynamodb', 'ExecuteStatement', { Statement: statement }, { region: where });
  },
  object: ({ to, body, region: where }, { call }) => {
    const [, bucket = to, key = ''] = /^([^/]+)\/(.*)$/s.exec(to) ?? [];
    return call('s3', 'PutObject', { Bucket: bucket, Key: key, Body: textOf(body) }, { region: where });
  },
  execution: ({ to, body, region: where }, { call }) =>
    call('states', 'StartExecution', { stateMachineArn: to, input: textOf(body ?? {}) }, { region: where }),
  http: sendHttp,
};

/** A value in PartiQL: texts in single quotes. */
function partiqlOf(value: unknown): string {
  if (typeof value === 'string') return `'${value.replaceAll("'", "''")}'`;
  if (Array.isArray(value)) return `[${value.map(partiqlOf).join(', ')}]`;
  if (typeof value === 'object' && value !== null)
    return `{${Object.entries(value)
      .map(([name, member]) => `'${name.replaceAll("'", "''")}': ${partiqlOf(member)}`)
      .join(', ')}}`;
  return JSON.stringify(value ?? null);
}

/** Only to this emulator: agents have other tools for the world. */
async function sendHttp({ to, body }: Sent, { url }: ToolContext): Promise<ToolAnswer> {
  const { port } = new URL(url);
  const target = new URL(to);
  if (target.port !== port || target.pathname.startsWith('/_emulator'))
    return { text: `${to} is no address of an API of this emulator, which listens at port ${port}.`, failed: true };
  const { method = 'GET', headers = {}, body: sent } = membersOf(body);
  // By its address: names below localhost do not resolve everywhere.
  const answer = await fetch(`${url}${target.pathname}${target.search}`, {
    method: String(method),
    headers: { ...(headers as Record<string, string>), host: target.host },
    ...(sent !== undefined && { body: textOf(sent) }),
    redirect: 'manual',
  });
  return { text: JSON.stringify({ status: answer.status, headers: Object.fromEntries(answer.headers), body: await answer.text() }) };
}
