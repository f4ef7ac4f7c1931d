// Runs that do not reach their target: retries, dead letters, roles.
import { Lambda } from '@aws-sdk/client-lambda';
import { describe, expect, it } from 'vitest';
import { creation, handler } from '../lambda/fixture.ts';
import { queueArn, ROLE, scheduleArn, scheduleOf, trust, useScheduler } from './use-scheduler.ts';

const fixture = useScheduler();
const NOON = 'at(2026-01-01T12:00:00)';
const DEAD = { DeadLetterConfig: { Arn: queueArn('dead') } };

async function runAtNoon(target: object): Promise<void> {
  await fixture.makeQueue('dead');
  await fixture.scheduler.createSchedule(scheduleOf('noon', NOON, { ...DEAD, ...target }));
  await fixture.advance('12h');
}

async function deadLetter() {
  const [message] = await fixture.receive('dead');
  const attributes = Object.entries(message?.MessageAttributes ?? {}).map(([name, { StringValue }]) => [name, StringValue]);
  return { body: message?.Body, attributes: Object.fromEntries(attributes) as Record<string, string> };
}

describe('a target that refuses every attempt', () => {
  it('leaves a dead letter that says why', async () => {
    await runAtNoon({ Arn: queueArn('gone'), Input: 'attempt <aws.scheduler.attempt-number>, id <aws.scheduler.execution-id>' });
    const { body, attributes } = await deadLetter();
    expect(attributes).toEqual({
      ERROR_CODE: expect.stringContaining('QueueDoesNotExist'),
      ERROR_MESSAGE: expect.stringContaining('does not exist'),
      EXECUTION_ID: expect.stringMatching(/^[0-9a-f]{16}$/),
      IS_PAYLOAD_TRUNCATED: 'false',
      RETRY_ATTEMPTS: '0',
      SCHEDULED_TIME: '2026-01-01T12:00:00Z',
      SCHEDULE_ARN: scheduleArn('noon'),
      TARGET_ARN: queueArn('gone'),
    });
    expect(body).toBe(`attempt 1, id ${attributes['EXECUTION_ID']}`);
  });

  it('is named in the log where there is no queue for dead letters', async () => {
    await fixture.scheduler.createSchedule(scheduleOf('noon', NOON, { Arn: queueArn('gone'), Input: 'x' }));
    await fixture.advance('12h');
    const line = fixture.emulator.lines.find((text) => text.includes('schedule default/noon →'));
    expect(line).toContain(`${queueArn('gone')} was not delivered after 1 attempt (REFUSED)`);
  });
});

describe('a target that fails for a while', () => {
  /** A call that is throttled, always. */
  async function throttledAtNoon(RetryPolicy: object): Promise<void> {
    const lambda = fixture.emulator.client(Lambda);
    await lambda.createFunction(creation('busy', handler('return 1;')));
    await lambda.putFunctionConcurrency({ FunctionName: 'busy', ReservedConcurrentExecutions: 0 });
    const Input = JSON.stringify({ FunctionName: 'busy', Payload: '{"attempt":"<aws.scheduler.attempt-number>"}' });
    await runAtNoon({ Arn: 'arn:aws:scheduler:::aws-sdk:lambda:invoke', Input, RetryPolicy });
  }

  it('is tried again as often as the policy says', async () => {
    await throttledAtNoon({ MaximumRetryAttempts: 2 });
    await fixture.advance('10s');
    const { body, attributes } = await deadLetter();
    expect(attributes).toMatchObject({
      ERROR_CODE: 'TooManyRequestsException',
      RETRY_ATTEMPTS: '2',
      EXHAUSTED_RETRY_CONDITION: 'MaximumRetryAttempts',
    });
    expect(body).toContain('\\"attempt\\":\\"3\\"');
  });

  it('is tried again as long as the policy says', async () => {
    await throttledAtNoon({ MaximumEventAgeInSeconds: 60 });
    await fixture.advance('2m');
    const { attributes } = await deadLetter();
    expect(attributes).toMatchObject({ RETRY_ATTEMPTS: '5', EXHAUSTED_RETRY_CONDITION: 'MaximumEventAgeInSeconds' });
  });
});

describe('the role', () => {
  it('is taken at each invocation, and its trust policy decides then', async () => {
    await fixture.makeQueue('dead');
    await fixture.scheduler.createSchedule(scheduleOf('noon', NOON, { ...DEAD, Input: 'x' }));
    await fixture.iam.updateAssumeRolePolicy({ RoleName: 'schedules', PolicyDocument: trust('lambda.amazonaws.com') });
    await fixture.advance('12h');
    expect(await fixture.bodies('runs')).toEqual([]);
    const { attributes } = await deadLetter();
    expect(attributes).toMatchObject({ ERROR_CODE: 'AccessDenied', ERROR_MESSAGE: expect.stringContaining(ROLE) });
  });
});
