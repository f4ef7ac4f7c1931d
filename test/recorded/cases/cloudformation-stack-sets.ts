// Recorded answers of CloudFormation about sets of stacks.
import { ANY, localstack, type RecordedCase, type RecordedCases, type Step } from '../case.ts';
import { failing, TEMPLATE } from '../stack-steps.ts';

const TARGETS = { Accounts: ['{account}'], Regions: ['us-east-1'] };
const missingSet = (name: string): Step =>
  failing('CreateStackInstances', { StackSetName: name, ...TARGETS }, `StackSet ${name} not found`, 'StackSetNotFoundException', 404);

const cases: RecordedCase[] = [
  {
    title: 'instances need a stack set that is there, whether it is named or its id is given',
    source: localstack('cloudformation/resources/test_stack_sets.py::test_fetch_non_existent_stack_set_instances'),
    recorded: '2025-08',
    steps: [missingSet('none'), missingSet('foo:00000000-0000-4000-8000-000000000000')],
  },
  {
    title: 'a stack set that is not there can be deleted',
    source: localstack('cloudformation/resources/test_stack_sets.py::test_delete_nonexistent_stack_set'),
    recorded: '2025-08',
    steps: [{ call: 'cloudformation.DeleteStackSet', input: { StackSetName: 'none' }, answer: {} }],
  },
  {
    title: 'instances that are there already are taken without an error',
    source: localstack('cloudformation/resources/test_stack_sets.py::test_create_stack_set_with_stack_instances'),
    recorded: '2023-05',
    steps: [
      { call: 'cloudformation.CreateStackSet', input: { StackSetName: 'set', TemplateBody: TEMPLATE }, answer: { StackSetId: /^set:/ } },
      { call: 'cloudformation.CreateStackInstances', input: { StackSetName: 'set', ...TARGETS }, answer: { OperationId: ANY } },
      { wait: '6s' },
      { call: 'cloudformation.CreateStackInstances', input: { StackSetName: 'set', ...TARGETS }, answer: { OperationId: ANY } },
      { wait: '6s' },
      {
        call: 'cloudformation.DeleteStackInstances',
        input: { StackSetName: 'set', ...TARGETS, RetainStacks: false },
        answer: { OperationId: ANY },
      },
      { wait: '6s' },
      { call: 'cloudformation.DeleteStackSet', input: { StackSetName: 'set' }, answer: {} },
    ],
  },
];

export const recorded: RecordedCases = { service: 'cloudformation', cases };
