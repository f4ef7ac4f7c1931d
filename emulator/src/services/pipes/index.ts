// Manifest of pipes (EventBridge Pipes).
import { operationsIn, service } from '#core/service';

export const pipes = service('pipes', {
  protects: () => import('./protects.ts'),
  resourceMembers: ['Name', 'resourceArn'],
  traffic: {
    operations: [],
    arns: [/^pipe\/(?<name>.+)$/],
  },
  links: () => import('./links.ts'),
  operations: [
    operationsIn(() => import('./pipes/create.ts'), 'CreatePipe'),
    operationsIn(() => import('./pipes/update.ts'), 'UpdatePipe'),
    operationsIn(() => import('./pipes/pipes.ts'), 'DescribePipe', 'ListPipes', 'DeletePipe', 'StartPipe', 'StopPipe'),
    operationsIn(() => import('./tags.ts'), 'TagResource', 'UntagResource', 'ListTagsForResource'),
  ],
  resources: { 'AWS::Pipes::Pipe': () => import('./resources/pipe.ts') },
  work: {
    'pipes.settle': () => import('./pipes/work.ts'),
    'pipes.poll': () => import('./execution/work.ts'),
  },
});
