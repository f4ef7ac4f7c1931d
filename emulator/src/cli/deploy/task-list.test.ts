// The lines of a deployment: what has ended, and what gets no answer.
import { expect, it } from 'vitest';
import { TaskList } from './task-list.ts';

it('a custom resource that gets no answer is told while the stack waits', () => {
  let written = '';
  const stream = { isTTY: false, write: (text: string) => void (written += text) } as unknown as NodeJS.WriteStream;
  const tasks = new TaskList({ stream, json: false, stackName: 'shop' });
  const event = {
    type: 'resource' as const,
    stackId: 'arn',
    stackName: 'shop',
    logicalId: 'Thing',
    physicalId: 'thing',
    resourceType: 'Custom::Thing',
    atMs: 0,
  };
  for (const reason of [undefined, 'Resource creation Initiated']) tasks.see({ ...event, status: 'CREATE_IN_PROGRESS', reason });
  tasks.see({ ...event, status: 'CREATE_FAILED', reason: 'No answer will come: it failed.' });
  tasks.end();
  expect(written).toMatch(/^.*!.* Custom::Thing +Thing .*No answer will come: it failed\..*\n$/);
});
