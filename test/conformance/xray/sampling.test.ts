// Sampling rules, and what clients are told to sample.
import type { SamplingRule } from '@aws-sdk/client-xray';
import { expect, it } from 'vitest';
import { useXray, xray } from './use-xray.ts';

const emulator = useXray();

const rule = (RuleName: string, more: Partial<SamplingRule> = {}): SamplingRule => ({
  ...{ RuleName, ResourceARN: '*', Priority: 5, FixedRate: 0.5, ReservoirSize: 5, ServiceName: '*', ServiceType: '*' },
  ...{ Host: '*', HTTPMethod: '*', URLPath: '*', Version: 1 },
  ...more,
});
const names = async () => (await xray.getSamplingRules({})).SamplingRuleRecords?.map(({ SamplingRule }) => SamplingRule?.RuleName);
const invalid = (message: RegExp) => ({ name: 'InvalidRequestException', message: expect.stringMatching(message) });

it('keeps rules beside the default one, by priority', async () => {
  const { SamplingRuleRecords: first = [] } = await xray.getSamplingRules({});
  expect(first).toMatchObject([
    {
      CreatedAt: new Date(0),
      SamplingRule: {
        ...{ RuleName: 'Default', RuleARN: 'arn:aws:xray:us-east-1::sampling-rule/Default', Priority: 10_000 },
        ...{ FixedRate: 0.05, ReservoirSize: 1, Host: '*', Version: 1, Attributes: {} },
      },
    },
  ]);
  const { SamplingRuleRecord: made } = await xray.createSamplingRule({ SamplingRule: rule('b', { Attributes: { a: 'x' } }) });
  const RuleARN = 'arn:aws:xray:us-east-1:000000000000:sampling-rule/b';
  const now = new Date(emulator().clock.now());
  expect(made).toMatchObject({ SamplingRule: { ...rule('b'), RuleARN, Attributes: { a: 'x' } }, CreatedAt: now, ModifiedAt: now });
  await xray.createSamplingRule({ SamplingRule: rule('a', { Priority: 1 }) });
  expect(await names()).toEqual(['a', 'b', 'Default']);
  const { SamplingRuleRecord: changed } = await xray.updateSamplingRule({ SamplingRuleUpdate: { RuleARN, FixedRate: 0.25, Host: 'x' } });
  expect(changed?.SamplingRule).toMatchObject({ FixedRate: 0.25, Host: 'x', Priority: 5 });
  await xray.updateSamplingRule({ SamplingRuleUpdate: { RuleName: 'Default', FixedRate: 0.1, ReservoirSize: 2 } });
  expect(await names()).toEqual(['a', 'b', 'Default']);
  expect(await xray.deleteSamplingRule({ RuleName: 'a' })).toMatchObject({ SamplingRuleRecord: { SamplingRule: { RuleName: 'a' } } });
  expect(await names()).toEqual(['b', 'Default']);
});

it('refuses rules that cannot be', async () => {
  const create = (SamplingRule: SamplingRule) => xray.createSamplingRule({ SamplingRule });
  await expect(create(rule('b'))).rejects.toMatchObject(invalid(/exists already/));
  await expect(create(rule('Default'))).rejects.toMatchObject(invalid(/exists already/));
  await expect(create(rule('v2', { Version: 2 }))).rejects.toMatchObject(invalid(/version/));
  await expect(create(rule('a/b'))).rejects.toMatchObject(invalid(/name/));
  await expect(create({ ...rule('c'), RuleName: undefined })).rejects.toMatchObject(invalid(/RuleName/));
  await expect(create(rule('c', { FixedRate: 2 }))).rejects.toThrow(/FixedRate/i);
  await expect(xray.deleteSamplingRule({ RuleName: 'nobody' })).rejects.toMatchObject(invalid(/does not exist/));
  await expect(xray.deleteSamplingRule({ RuleName: 'Default' })).rejects.toMatchObject(invalid(/cannot be deleted/));
  await expect(xray.deleteSamplingRule({})).rejects.toMatchObject(invalid(/must be given/));
  const update = { RuleName: 'Default', Priority: 3 };
  await expect(xray.updateSamplingRule({ SamplingRuleUpdate: update })).rejects.toMatchObject(invalid(/Priority cannot be changed/));
  for (let at = 0; at < 24; at++) await create(rule(`rule-${at}`));
  await expect(create(rule('too-many'))).rejects.toMatchObject({ name: 'RuleLimitExceededException' });
});

it('shares the reservoir of a rule among the clients that report', async () => {
  const Timestamp = new Date(emulator().clock.now());
  const report = (ClientID: string, RuleName = 'b') => ({
    RuleName,
    ClientID,
    Timestamp,
    RequestCount: 10,
    SampledCount: 3,
    BorrowCount: 1,
  });
  const ask = (...SamplingStatisticsDocuments: ReturnType<typeof report>[]) => xray.getSamplingTargets({ SamplingStatisticsDocuments });
  const first = await ask(report('1'.repeat(24)), report('1'.repeat(24), 'nobody'));
  expect(first).toMatchObject({
    SamplingTargetDocuments: [
      { RuleName: 'b', FixedRate: 0.25, ReservoirQuota: 5, Interval: 10, ReservoirQuotaTTL: new Date(Timestamp.getTime() + 10_000) },
    ],
    LastRuleModification: expect.any(Date),
    UnprocessedStatistics: [{ RuleName: 'nobody', ErrorCode: '400' }],
  });
  expect((await ask(report('2'.repeat(24)))).SamplingTargetDocuments).toMatchObject([{ ReservoirQuota: 3 }]);
  expect(await xray.getSamplingStatisticSummaries({})).toMatchObject({
    SamplingStatisticSummaries: [{ RuleName: 'b', RequestCount: 20, SampledCount: 6, BorrowCount: 2 }],
  });
  await emulator().clock.advance('1m');
  expect((await ask(report('2'.repeat(24)))).SamplingTargetDocuments).toMatchObject([{ ReservoirQuota: 5 }]);
});
