// How events of stacks read.
import { expect, it } from 'vitest';
import { RecordedResources, readable } from './stack-events.ts';

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

it('what is only recorded is told, and summed up by type', () => {
  const recorded = {
    ...event,
    ResourceType: 'AWS::EC2::VPC',
    ResourceStatus: 'CREATE_COMPLETE',
    ResourceStatusReason: 'Recorded, does nothing here: …',
  };
  expect(readable(recorded)).toBe('  · Shop  CREATE_COMPLETE  AWS::EC2::VPC  Queue: Recorded, does nothing here: …');
  const sum = new RecordedResources();
  expect(sum.text).toBeUndefined();
  for (const LogicalResourceId of ['A', 'B', 'B']) sum.see({ ...recorded, LogicalResourceId });
  sum.see({ ...event, ResourceStatus: 'CREATE_COMPLETE' });
  expect(sum.text).toBe('Recorded, does nothing here: 2 resources (AWS::EC2::VPC).');
});

it('a custom resource that gets no answer is told while the stack waits', () => {
  const ResourceStatusReason = 'No answer will come: …';
  expect(readable({ ...event, ResourceType: 'Custom::Thing', ResourceStatus: 'CREATE_FAILED', ResourceStatusReason })).toBe(
    '  ! Shop  CREATE_FAILED  Custom::Thing  Queue: No answer will come: …',
  );
});
