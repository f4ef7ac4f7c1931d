// Pipes for tests: an emulator with a manual clock for the file, and a source queue of its own for each test.
import { IAM } from '@aws-sdk/client-iam';
import { type CreatePipeCommandInput, type DescribePipeCommandOutput, Pipes } from '@aws-sdk/client-pipes';
import { type Message, type QueueAttributeName, SQS } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type Fixture, startFixture } from '../lambda/fixture.ts';

const ACCOUNT = '000000000000';
export const ROLE = `arn:aws:iam::${ACCOUNT}:role/pipes`;
export const queueArn = (name: string): string => `arn:aws:sqs:us-east-1:${ACCOUNT}:${name}`;
export const functionArn = (name: string): string => `arn:aws:lambda:us-east-1:${ACCOUNT}:function:${name}`;
export const pipeArn = (name: string): string => `arn:aws:pipes:us-east-1:${ACCOUNT}:pipe/${name}`;
/** The trust policy of a role that this service may take. */
export const trust = (Service: string, Condition?: object): string =>
  JSON.stringify({
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Principal: { Service }, Action: 'sts:AssumeRole', ...(Condition && { Condition }) }],
  });

export interface PipesFixture extends Fixture {
  readonly pipes: Pipes;
  readonly sqs: SQS;
  readonly iam: IAM;
  /** A name that no other test of the file has. */
  name(prefix?: string): string;
  /** The source queue of the test. */
  readonly source: string;
  makeQueue(name: string, attributes?: Record<string, string>): Promise<string>;
  send(queue: string, ...bodies: readonly string[]): Promise<void>;
  /** Up to ten messages of the queue, which they leave. */
  receive(queue: string): Promise<Message[]>;
  bodies(queue: string): Promise<string[]>;
  /** How many messages of the queue are visible, and in flight. */
  left(queue: string): Promise<number[]>;
  /** Creates a pipe from the test's source, and answers its description once it has settled. */
  pipe(Target: string, more?: Partial<CreatePipeCommandInput>): Promise<DescribePipeCommandOutput>;
  advance(span: string): Promise<void>;
}

/** Registers the hooks of the file that calls it. */
export function usePipes(): PipesFixture {
  let fixture: Fixture;
  let [pipes, sqs, iam]: [Pipes?, SQS?, IAM?] = [];
  let count = 0;
  let source = '';
  const url = (queue: string): string => `${fixture.emulator.url}/${ACCOUNT}/${queue}`;
  beforeAll(async () => {
    fixture = await startFixture({ clock: 'manual', environment: { FUNCTION_TRUNCATE_STDOUT: '100000' } });
    pipes = fixture.emulator.client(Pipes);
    sqs = fixture.emulator.client(SQS);
    iam = fixture.emulator.client(IAM);
    await iam.createRole({ RoleName: 'pipes', AssumeRolePolicyDocument: trust('pipes.amazonaws.com') });
  });
  afterAll(() => fixture.emulator.stop());
  const used: PipesFixture = {
    get emulator() {
      return fixture.emulator;
    },
    get lambda() {
      return fixture.lambda;
    },
    get pipes() {
      return pipes!;
    },
    get sqs() {
      return sqs!;
    },
    get iam() {
      return iam!;
    },
    get source() {
      return source;
    },
    settled: (name) => fixture.settled(name),
    create: (name, code, more) => fixture.create(name, code, more),
    name: (prefix = 'n') => `${prefix}-${++count}`,
    makeQueue: async (QueueName, Attributes = {}) => {
      const fifo: Record<string, string> = QueueName.endsWith('.fifo') ? { FifoQueue: 'true' } : {};
      await sqs!.createQueue({ QueueName, Attributes: { ...fifo, ...Attributes } });
      return queueArn(QueueName);
    },
    send: async (queue, ...bodies) => {
      await sqs!.sendMessageBatch({ QueueUrl: url(queue), Entries: bodies.map((MessageBody, i) => ({ Id: `m${i}`, MessageBody })) });
      await fixture.emulator.idle();
    },
    receive: async (queue) => {
      const all = ['All'] as const;
      const request = { QueueUrl: url(queue), MaxNumberOfMessages: 10, MessageSystemAttributeNames: [...all] };
      const { Messages = [] } = await sqs!.receiveMessage(request);
      for (const { ReceiptHandle } of Messages) await sqs!.deleteMessage({ QueueUrl: url(queue), ReceiptHandle: ReceiptHandle! });
      return Messages;
    },
    bodies: async (queue) => (await used.receive(queue)).map(({ Body = '' }) => Body),
    left: async (queue) => {
      const AttributeNames: QueueAttributeName[] = ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'];
      const { Attributes = {} } = await sqs!.getQueueAttributes({ QueueUrl: url(queue), AttributeNames });
      return AttributeNames.map((name) => Number(Attributes[name]));
    },
    pipe: async (Target, more = {}) => {
      const { Name } = await pipes!.createPipe({ Name: used.name('pipe'), RoleArn: ROLE, Source: queueArn(source), Target, ...more });
      await fixture.emulator.idle();
      return pipes!.describePipe({ Name });
    },
    advance: async (span) => {
      await fixture.emulator.clock.advance(span as '1s');
      await fixture.emulator.idle();
    },
  };
  beforeEach(async () => {
    source = used.name('source');
    await used.makeQueue(source, { VisibilityTimeout: '30' });
  });
  return used;
}
