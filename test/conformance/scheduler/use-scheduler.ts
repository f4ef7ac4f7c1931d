// Schedules, queues and roles for tests: an emulator with a manual clock for each file, which begins anew before each test.
import { IAM } from '@aws-sdk/client-iam';
import { type CreateScheduleCommandInput, Scheduler, type Target } from '@aws-sdk/client-scheduler';
import { type Message, SQS } from '@aws-sdk/client-sqs';
import { afterEach, beforeEach } from 'vitest';
import type { StartOptions } from '../../../emulator/src/main.ts';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';

const ACCOUNT = '000000000000';
export const ROLE = `arn:aws:iam::${ACCOUNT}:role/schedules`;
export const queueArn = (name: string): string => `arn:aws:sqs:us-east-1:${ACCOUNT}:${name}`;
export const scheduleArn = (name: string, group = 'default'): string => `arn:aws:scheduler:us-east-1:${ACCOUNT}:schedule/${group}/${name}`;
export const groupArn = (name: string): string => `arn:aws:scheduler:us-east-1:${ACCOUNT}:schedule-group/${name}`;
/** The trust policy of a role that this service may take. */
export const trust = (Service: string, Condition?: object): string =>
  JSON.stringify({
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Principal: { Service }, Action: 'sts:AssumeRole', ...(Condition && { Condition }) }],
  });

/** A target in the role of the tests; `extra` are further members of the schedule. */
export const scheduleOf = (
  Name: string,
  ScheduleExpression: string,
  target: Partial<Target>,
  extra: Partial<CreateScheduleCommandInput> = {},
): CreateScheduleCommandInput => ({
  Name,
  ScheduleExpression,
  FlexibleTimeWindow: { Mode: 'OFF' },
  Target: { Arn: queueArn('runs'), RoleArn: ROLE, ...target },
  ...extra,
});

export interface SchedulerFixture {
  readonly emulator: TestEmulator;
  readonly scheduler: Scheduler;
  readonly sqs: SQS;
  readonly iam: IAM;
  restart(options?: StartOptions): Promise<void>;
  makeQueue(name: string, attributes?: Record<string, string>): Promise<string>;
  /** Up to ten messages of the queue, which they leave. */
  receive(name: string): Promise<Message[]>;
  bodies(name: string): Promise<(string | undefined)[]>;
  /** Creates a schedule for the queue `runs`, which tells the scheduled time. */
  schedule(name: string, expression: string, extra?: Partial<CreateScheduleCommandInput>, target?: Partial<Target>): Promise<void>;
  advance(span: string): Promise<void>;
}

/** Registers the hooks of the file that calls it. The queue `runs` and the role of the tests exist. */
export function useScheduler(): SchedulerFixture {
  let emulator: TestEmulator;
  let scheduler: Scheduler;
  let sqs: SQS;
  let iam: IAM;
  const start = async (options: StartOptions = {}): Promise<void> => {
    emulator = await startTestEmulator({ clock: 'manual', ...options });
    scheduler = emulator.client(Scheduler);
    sqs = emulator.client(SQS);
    iam = emulator.client(IAM);
  };
  const fixture: SchedulerFixture = {
    get emulator() {
      return emulator;
    },
    get scheduler() {
      return scheduler;
    },
    get sqs() {
      return sqs;
    },
    get iam() {
      return iam;
    },
    restart: async (options) => {
      await emulator.stop();
      await start(options);
    },
    makeQueue: async (QueueName, Attributes) => (await sqs.createQueue({ QueueName, Attributes })).QueueUrl!,
    receive: async (name) => {
      const QueueUrl = `${emulator.url}/${ACCOUNT}/${name}`;
      const all = ['All'] as const;
      const { Messages = [] } = await sqs.receiveMessage({
        QueueUrl,
        MaxNumberOfMessages: 10,
        MessageAttributeNames: [...all],
        MessageSystemAttributeNames: [...all],
      });
      for (const { ReceiptHandle } of Messages) await sqs.deleteMessage({ QueueUrl, ReceiptHandle: ReceiptHandle! });
      return Messages;
    },
    bodies: async (name) => (await fixture.receive(name)).map(({ Body }) => Body),
    schedule: async (name, expression, extra, target) => {
      await scheduler.createSchedule(scheduleOf(name, expression, { Input: '<aws.scheduler.scheduled-time>', ...target }, extra));
      await emulator.idle();
    },
    advance: async (span) => {
      await emulator.clock.advance(span as '1s');
      await emulator.idle();
    },
  };
  beforeEach(async () => {
    await start();
    await fixture.makeQueue('runs');
    await iam.createRole({ RoleName: 'schedules', AssumeRolePolicyDocument: trust('scheduler.amazonaws.com') });
  });
  afterEach(() => emulator.stop());
  return fixture;
}
