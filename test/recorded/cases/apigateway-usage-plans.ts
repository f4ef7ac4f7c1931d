// Recorded answers of the control plane of REST APIs about usage plans.
import { ANY, localstack, NONE, type RecordedCase, type RecordedCases } from '../case.ts';

const patches = [
  { op: 'replace', path: '/throttle/burstLimit', value: '100' },
  { op: 'replace', path: '/throttle/rateLimit', value: '200' },
  { op: 'replace', path: '/quota/period', value: 'MONTH' },
  { op: 'replace', path: '/quota/limit', value: '5000' },
];
const CHANGED = {
  quota: { limit: 5000, offset: 0, period: 'MONTH' },
  throttle: { burstLimit: 100, rateLimit: 200 },
};
const cases: RecordedCase[] = [
  {
    title: 'a plan without tags shows that it has none where it is read alone, and its quota begins at once',
    source: localstack('apigateway/test_apigateway_common.py::TestUsagePlans::test_usage_plan_crud'),
    recorded: '2024-03',
    steps: [
      { call: 'apigateway.CreateUsagePlan', input: { name: '{id}' }, as: 'plan', contains: { id: ANY, tags: NONE } },
      { call: 'apigateway.GetUsagePlan', input: { usagePlanId: '{plan.id}' }, contains: { tags: {}, quota: NONE } },
      {
        call: 'apigateway.UpdateUsagePlan',
        input: { usagePlanId: '{plan.id}', patchOperations: patches },
        contains: { ...CHANGED, tags: {} },
      },
      { call: 'apigateway.GetUsagePlan', input: { usagePlanId: '{plan.id}' }, contains: { ...CHANGED, tags: {} } },
    ],
  },
];

export const recorded: RecordedCases = { service: 'apigateway', cases };
