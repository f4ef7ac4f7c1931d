// Recorded answers about what queries and scans select: all attributes, those of an index, named ones, a count.
import { NONE, type RecordedCase, type RecordedCases, type Step } from '../case.ts';
import { count, GSI, made, ONE_ERROR, on, put, query, type Read, refused, verified } from '../table-steps.ts';

const selects = (tests: string, title: string, steps: readonly Step[]): RecordedCase =>
  verified('test_dynamodb_select', tests, title, steps);
const READS: readonly (readonly [operation: Read, input: object, prefix: string])[] = [
  ['Query', query('gsi_pk = :p', { ':p': 'value' }), ONE_ERROR],
  ['Scan', {}, ''],
];
const each = (steps: (read: Read, input: object, prefix: string) => readonly Step[]): Step[] => READS.flatMap((read) => steps(...read));
const NOT_ONLY = { ALL_ATTRIBUTES: 'ALL_ATTRIBUTES', ALL_PROJECTED_ATTRIBUTES: 'ALL_PROJECTED_ATTRIBUTES', COUNT: 'only the Count' };

const selections: RecordedCase[] = [
  selects(
    'test_all_attributes_rejected_for_keys_only_gsi, test_all_attributes_rejected_for_include_gsi',
    'a global index that lacks attributes does not give all of them',
    [
      ...made({ range: 'S', gsi: [], lsi: 'S', projection: { ProjectionType: 'KEYS_ONLY' } }),
      ...each((read, input) => [
        refused(
          read,
          { ...input, ...GSI, Select: 'ALL_ATTRIBUTES' },
          'One or more parameter values were invalid: Select type ALL_ATTRIBUTES is not supported for global secondary index test_gsi because its projection type is not ALL',
        ),
      ]),
    ],
  ),
  selects('test_all_projected_attributes_rejected_for_table', 'only an index has projected attributes', [
    ...made({ gsi: [] }),
    ...each((read, input, prefix) => [
      count(read, { ...input, ...GSI, Select: 'ALL_PROJECTED_ATTRIBUTES' }, 0),
      refused(
        read,
        { ...input, Select: 'ALL_PROJECTED_ATTRIBUTES' },
        `${prefix}ALL_PROJECTED_ATTRIBUTES can be used only when Querying using an IndexName`,
      ),
    ]),
  ]),
  selects(
    'test_specific_attributes_requires_attribute_selection, test_projection_expression_rejected_for_non_specific_select, test_attributes_to_get_rejected_for_non_specific_select',
    'a selection and a projection go together',
    [
      ...made({ gsi: [] }),
      ...each((read, input, prefix) => [
        refused(
          read,
          { ...input, ...GSI, Select: 'SPECIFIC_ATTRIBUTES' },
          `${prefix}Must specify the AttributesToGet or ProjectionExpression when choosing to get SPECIFIC_ATTRIBUTES`,
        ),
        ...Object.entries(NOT_ONLY).map(([Select, what]) =>
          refused(
            read,
            { ...input, ...GSI, Select, ProjectionExpression: 'gsi_pk' },
            `${prefix}Cannot specify the ProjectionExpression when choosing to get ${what}`,
          ),
        ),
      ]),
      ...Object.entries(NOT_ONLY).map(([Select, what]) =>
        refused('Scan', { ...GSI, Select, AttributesToGet: ['gsi_pk'] }, `Cannot specify the AttributesToGet when choosing to get ${what}`),
      ),
    ],
  ),
  selects('test_select_values_are_case_sensitive', 'a selection is written in capitals', [
    ...made({ gsi: [] }),
    ...each((read, input) => [
      refused(
        read,
        { ...input, ...GSI, Select: 'count' },
        `${ONE_ERROR}Value 'count' at 'select' failed to satisfy constraint: Member must satisfy enum value set: [SPECIFIC_ATTRIBUTES, COUNT, ALL_ATTRIBUTES, ALL_PROJECTED_ATTRIBUTES]`,
      ),
    ]),
  ]),
  selects('test_scan_count_omits_items_and_preserves_pagination', 'a count has no items, and pages all the same', [
    ...made(),
    ...put({ pk: 'first' }, { pk: 'second' }),
    on('Scan', { Select: 'COUNT', Limit: 1, ConsistentRead: true }, { as: 'page', contains: { Count: 1, ScannedCount: 1, Items: NONE } }),
    count('Scan', { Select: 'COUNT', ExclusiveStartKey: '{page.LastEvaluatedKey}' }, 1),
  ]),
];

export const recorded: RecordedCases = { service: 'dynamodb', cases: selections };
