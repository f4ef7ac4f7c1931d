// Recorded answers about resource policies of tables.
import { type RecordedCase, type RecordedCases, refused, type Step } from '../case.ts';
import { made, TABLE_ARN, verified } from '../table-steps.ts';

const policy = (Action: string): string =>
  JSON.stringify({
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Principal: { AWS: 'arn:aws:iam::123456789012:root' }, Action, Resource: TABLE_ARN }],
  });
const ResourceArn = TABLE_ARN;
const ALL = policy('dynamodb:*');
const PUT = policy('dynamodb:PutItem');
const put = (Policy: string, as: string, more: object = {}): Step => ({
  call: 'dynamodb.PutResourcePolicy',
  input: { ResourceArn, Policy, ...more },
  as,
});
const has = (revision: string, Policy: string): Step => ({
  call: 'dynamodb.GetResourcePolicy',
  input: { ResourceArn },
  answer: { RevisionId: revision, Policy },
});
const refuse = (operation: string, input: object, words: string): Step =>
  refused(
    `dynamodb.${operation}`,
    { ResourceArn, ...input },
    'PolicyNotFoundException',
    `Resource-based policy not found for the provided ResourceArn: ${words}`,
  );
const other = (asked: string, there: string): string =>
  `Requested update for policy with revision id ${asked}, but the policy associated to target table table has revision id ${there}.`;
const missing = (operation: string, more: object = {}): Step =>
  refused(
    `dynamodb.${operation}`,
    { ResourceArn: `${TABLE_ARN}_`, ...more },
    'ResourceNotFoundException',
    'Requested resource not found: Table: table_ not found',
  );
const of = (tests: string, title: string, steps: readonly Step[]): RecordedCase =>
  verified('test_dynamodb_resource_policy', tests, title, [...made(), ...steps]);
const FIRST = '{first.RevisionId}';
const SECOND = '{second.RevisionId}';

const cases: RecordedCase[] = [
  of(
    'test_put_resource_policy, test_put_resource_policy_multiple_times',
    'a policy that is put again keeps its revision, and another one gets another',
    [
      put(ALL, 'first'),
      has(FIRST, ALL),
      { ...put(ALL, 'again'), answer: { RevisionId: FIRST } } as Step,
      put(PUT, 'second'),
      has(SECOND, PUT),
    ],
  ),
  of('test_put_resource_policy_against_current_revision', 'a policy replaces the revision that is named', [
    put(ALL, 'first'),
    put(PUT, 'second', { ExpectedRevisionId: FIRST }),
    has(SECOND, PUT),
  ]),
  of('test_put_resource_policy_against_previous_revision', 'a policy does not replace another revision than the one that is named', [
    put(ALL, 'first'),
    put(PUT, 'second', { ExpectedRevisionId: FIRST }),
    refuse('PutResourcePolicy', { Policy: ALL, ExpectedRevisionId: FIRST }, other(FIRST, SECOND)),
    has(SECOND, PUT),
  ]),
  of('test_put_resource_policy_against_norevision', 'a policy is put where there is none', [
    put(ALL, 'first', { ExpectedRevisionId: 'NO_POLICY' }),
    has(FIRST, ALL),
  ]),
  of('test_put_resource_policy_against_norevision_when_revision_exists', 'a policy that expects none is not put where there is one', [
    put(ALL, 'first'),
    refuse(
      'PutResourcePolicy',
      { Policy: PUT, ExpectedRevisionId: 'NO_POLICY' },
      `Requested policy update expecting none to be present for table table, but a policy exists with revision id ${FIRST}.`,
    ),
    has(FIRST, ALL),
  ]),
  of('test_get_resource_policy_from_resource_without', 'a table without a policy has none to get', [
    refuse('GetResourcePolicy', {}, TABLE_ARN),
  ]),
  of(
    'test_put_resource_policy_unknown_resource, test_get_resource_policy_from_unknown_resource, test_delete_resource_policy_from_unknown_resource',
    'a table that is not there has no policy',
    [missing('PutResourcePolicy', { Policy: ALL }), missing('GetResourcePolicy'), missing('DeleteResourcePolicy')],
  ),
  of('test_delete_resource_policy_from_unknown_revision', 'a policy is not deleted by a revision that never was', [
    put(ALL, 'first'),
    refuse('DeleteResourcePolicy', { ExpectedRevisionId: 'unknown' }, other('unknown', FIRST)),
  ]),
  of('test_delete_resource_policy_from_former_revision', 'a policy is not deleted by a former revision', [
    put(ALL, 'first'),
    put(PUT, 'second'),
    refuse('DeleteResourcePolicy', { ExpectedRevisionId: FIRST }, other(FIRST, SECOND)),
  ]),
  ...['', FIRST].map((revision) =>
    of(
      revision ? 'test_delete_resource_policy_with_revision' : 'test_delete_resource_policy',
      `a policy is gone once it is deleted${revision ? ' by its revision' : ''}`,
      [
        put(ALL, 'first'),
        { call: 'dynamodb.DeleteResourcePolicy', input: { ResourceArn, ...(revision && { ExpectedRevisionId: revision }) } },
        { wait: '15s' },
        refuse('GetResourcePolicy', {}, TABLE_ARN),
      ],
    ),
  ),
];

export const recorded: RecordedCases = { service: 'dynamodb', cases };
