// Pipes: source, enrichment, target, state.
import { callOf, type OutputOf } from '#api/model.ts';
import { Json } from '#ui/json.tsx';
import { resource } from '#ui/resource.ts';

type Summary = NonNullable<OutputOf<'pipes', 'ListPipes'>['Pipes']>[number];
type Pipe = OutputOf<'pipes', 'DescribePipe'>;

export const view = resource<Summary, Pipe>({
  about: 'Pipes read from a source, filter and enrich, and write to a target.',
  example:
    'pipes create-pipe --name orders --source arn:aws:sqs:us-east-1:000000000000:orders --target arn:aws:sqs:us-east-1:000000000000:copies --role-arn arn:aws:iam::000000000000:role/any',
  nameOf: ({ Name = '' }) => Name,
  columns: [
    ['Name', 'Name'],
    ['State', 'CurrentState', 'badge'],
    ['Source', 'Source', 'arn'],
    ['Target', 'Target', 'arn'],
  ],
  create: {
    title: 'Create pipe',
    submit: 'Create pipe',
    fields: [
      { name: 'Name', label: 'Name', required: true },
      { name: 'Source', label: 'ARN of the source', required: true },
      { name: 'Target', label: 'ARN of the target', required: true },
      { name: 'RoleArn', label: 'ARN of the role', required: true, initial: 'arn:aws:iam::000000000000:role/any' },
      { name: 'Filter', label: 'Filter pattern', kind: 'json' },
    ],
    calls: ({ Name = '', Source = '', Target = '', RoleArn = '', Filter }) => [
      callOf('pipes', 'CreatePipe', {
        Name,
        Source,
        Target,
        RoleArn,
        ...(Filter && { SourceParameters: { FilterCriteria: { Filters: [{ Pattern: Filter }] } } }),
      }),
    ],
    opens: ({ Name }) => Name,
  },
  remove: (Name) => [callOf('pipes', 'DeletePipe', { Name })],
  underWay: ({ CurrentState = '' }) => /^(CREAT|UPDAT|DELET|START|STOPP)ING$/.test(CurrentState),
  load: (Name, { call }) => call('pipes', 'DescribePipe', { Name }),
  facts: (pipe) => [
    ['State', pipe.CurrentState, 'badge'],
    ['Reason', pipe.StateReason, 'long'],
    ['Source', pipe.Source, 'arn'],
    ['Enrichment', pipe.Enrichment, 'arn'],
    ['Target', pipe.Target, 'arn'],
    ['Changed', pipe.LastModifiedTime, 'time'],
  ],
  tabs: [
    {
      id: 'parameters',
      title: 'Parameters',
      view: ({ SourceParameters, TargetParameters }) => <Json value={{ SourceParameters, TargetParameters }} label="Parameters" />,
    },
  ],
  actions: ({ Name = '', DesiredState }) => [
    DesiredState === 'STOPPED'
      ? { title: 'Start', submit: 'Start the pipe', fields: [], calls: () => [callOf('pipes', 'StartPipe', { Name })] }
      : { title: 'Stop', submit: 'Stop the pipe', fields: [], calls: () => [callOf('pipes', 'StopPipe', { Name })] },
  ],
});
