// Insights: nothing is analysed, so that there are none.
import { operation } from '#model/xray';
import { checkedSpan } from './checked-span.ts';
import { invalidRequest } from './faults.ts';
import { findGroup } from './groups.ts';

export const GetInsightSummaries = operation('GetInsightSummaries', ({ GroupName, GroupARN, StartTime, EndTime }, ctx) => {
  checkedSpan({ StartTime, EndTime });
  if (GroupName !== undefined || GroupARN !== undefined) findGroup({ GroupName, GroupARN }, ctx);
  return { InsightSummaries: [] };
});

const noInsight = (id: string) => invalidRequest(`Insight ${id} does not exist.`);

export const GetInsight = operation('GetInsight', ({ InsightId }) => {
  throw noInsight(InsightId);
});
export const GetInsightEvents = operation('GetInsightEvents', ({ InsightId }) => {
  throw noInsight(InsightId);
});
export const GetInsightImpactGraph = operation('GetInsightImpactGraph', ({ InsightId }) => {
  throw noInsight(InsightId);
});
