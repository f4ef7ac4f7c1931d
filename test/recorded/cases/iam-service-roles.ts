// Recorded answers about service roles of the iam service.
import { call, localstack, type RecordedCases, refused } from '../case.ts';

const test = (name: string): string => localstack(`iam/test_iam.py::TestIAMServiceRoles::${name}`);

export const recorded: RecordedCases = {
  service: 'iam',
  cases: [
    {
      title: 'the deletion of a role of a service is told',
      source: test('test_service_role_deletion'),
      recorded: '2025-03',
      steps: [
        call('iam.CreateServiceLinkedRole', { AWSServiceName: 'batch.amazonaws.com' }, { as: 'role' }),
        call('iam.DeleteServiceLinkedRole', { RoleName: '{role.Role.RoleName}' }, { as: 'role2' }),
        call('iam.GetServiceLinkedRoleDeletionStatus', { DeletionTaskId: '{role2.DeletionTaskId}' }, { contains: { Status: 'SUCCEEDED' } }),
      ],
    },
    {
      title: 'the role of a service is made once',
      source: test('test_service_role_already_exists'),
      recorded: '2025-03',
      steps: [
        call('iam.CreateServiceLinkedRole', { AWSServiceName: 'batch.amazonaws.com' }),
        refused(
          'iam.CreateServiceLinkedRole',
          { AWSServiceName: 'batch.amazonaws.com' },
          'InvalidInputException',
          'Service role name AWSServiceRoleForBatch has been taken in this account, please try a different suffix.',
        ),
      ],
    },
  ],
};
