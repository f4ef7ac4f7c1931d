// How events of stacks read.
import { expect, it } from 'vitest';
import { readable } from './stack-events.ts';

const event = { StackName: 'Shop', LogicalResourceId: 'Queue', ResourceType: 'AWS::SQS::Queue', Timestamp: '2026-01-01T00:00:00Z' };

it('what has ended is told, with the reason where it went wrong', () => {
  expect(readable({ ...event, ResourceStatus: 'CREATE_IN_PROGRESS' })).toBeUndefined();
  expect(readable({ ...event, ResourceStatus: 'CREATE_COMPLETE', ResourceStatusReason: 'no' })).toBe(
    '  · Shop  CREATE_COMPLETE  AWS::SQS::Queue  Queue',
  );
  expect(readable({ ...event, ResourceStatus: 'UPDATE_FAILED', ResourceStatusReason: 'the name is taken' })).toBe(
    '  ✗ Shop  UPDATE_FAILED  AWS::SQS::Queue  Queue: the name is taken',
  );
});
