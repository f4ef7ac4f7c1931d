// Recorded answers of the service of state machines about versions.
import { call, localstack, NONE, type RecordedCases } from '../case.ts';
import { createMachine, definitionOf } from '../states-steps.ts';

export const recorded: RecordedCases = {
  service: 'states',
  cases: [
    {
      title: 'a version of the first revision does not show it',
      source: localstack(
        'stepfunctions/v2/test_sfn_api_versioning.py::TestSfnApiVersioning::test_create_publish_describe_no_version_description',
      ),
      recorded: '2023-08',
      steps: [
        createMachine(definitionOf({ State_1: { Type: 'Pass', End: true } }), { publish: true }),
        call(
          'states.DescribeStateMachine',
          { stateMachineArn: 'arn:aws:states:us-east-1:{account}:stateMachine:{id}:1' },
          { contains: { revisionId: NONE } },
        ),
      ],
    },
  ],
};
