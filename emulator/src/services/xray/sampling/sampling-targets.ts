// GetSamplingTargets: clients report what they sampled by each rule, and are told how much of its reservoir is theirs.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { operation, type SamplingStatisticsDocument, type SamplingTargetDocument, type UnprocessedStatistics } from '#model/xray';
import { pagesOf } from '#services/xray/faults';
import { type KeptRule, ruleStatistics } from '#services/xray/state';
import { allRules } from './sampling-rules.ts';

/** Seconds between two reports of a client. */
const INTERVAL = 10;
/** A client that reported nothing for so long has no share. */
const ACTIVE_MS = 3 * INTERVAL * 1000;
/** Clients of a rule that are kept. */
const MAX_CLIENTS = 500;

export const GetSamplingTargets = operation('GetSamplingTargets', ({ SamplingStatisticsDocuments: documents }, ctx) => {
  const rules = new Map(allRules(ctx).map((kept) => [kept.rule.RuleName, kept]));
  const known = documents.filter(({ RuleName }) => rules.has(RuleName));
  ctx.write((tx) => {
    const records = ctx.records(ruleStatistics);
    for (const { RuleName, ClientID, RequestCount, SampledCount, BorrowCount = 0 } of known) {
      if (!records.has([RuleName, ClientID]) && records.count([RuleName]) >= MAX_CLIENTS) {
        const [oldest] = records.entries([RuleName]).sort(([, a], [, b]) => a.atMs - b.atMs);
        tx.delete(records, oldest![0]);
      }
      const statistics = { atMs: ctx.now(), requests: RequestCount, sampled: SampledCount, borrowed: BorrowCount };
      tx.put(records, [RuleName, ClientID], statistics);
    }
  });
  return {
    SamplingTargetDocuments: known.map(({ RuleName }) => targetOf(rules.get(RuleName)!, ctx)),
    LastRuleModification: new Date(Math.max(...[...rules.values()].map(({ modifiedMs }) => modifiedMs))),
    UnprocessedStatistics: documents.filter(({ RuleName }) => !rules.has(RuleName)).map(unknown),
    UnprocessedBoostStatistics: [],
  };
});

/** Each client that is active has the same share. */
function targetOf({ rule }: Frozen<KeptRule>, ctx: Ctx): SamplingTargetDocument {
  const clients = ctx
    .records(ruleStatistics)
    .range([rule.RuleName])
    .filter(({ atMs }) => atMs > ctx.now() - ACTIVE_MS).length;
  return {
    RuleName: rule.RuleName,
    FixedRate: rule.FixedRate,
    ReservoirQuota: Math.ceil(rule.ReservoirSize / Math.max(1, clients)),
    ReservoirQuotaTTL: new Date(ctx.now() + INTERVAL * 1000),
    Interval: INTERVAL,
  };
}

const unknown = ({ RuleName }: SamplingStatisticsDocument): UnprocessedStatistics => ({
  RuleName,
  ErrorCode: '400',
  Message: 'Unknown rule',
});

const { pageOfItems } = pagesOf(100);

/** The last report of each client, summed by rule. */
export const GetSamplingStatisticSummaries = operation('GetSamplingStatisticSummaries', (input, ctx) => {
  const records = ctx.records(ruleStatistics);
  const names = [...new Set(records.keys().map(([rule]) => rule))];
  const { items, NextToken } = pageOfItems(names, (name) => name, input);
  return {
    SamplingStatisticSummaries: items.map((RuleName) => {
      const reports = records.range([RuleName]);
      const sum = (member: 'requests' | 'sampled' | 'borrowed') => reports.reduce((total, each) => total + each[member], 0);
      return {
        RuleName,
        Timestamp: new Date(Math.max(...reports.map(({ atMs }) => atMs))),
        RequestCount: sum('requests'),
        BorrowCount: sum('borrowed'),
        SampledCount: sum('sampled'),
      };
    }),
    NextToken,
  };
});
