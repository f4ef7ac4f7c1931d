// Lines in the embedded metric format: prefixes, sets of dimensions, faults.
import { expect, it } from 'vitest';
import { embeddedMetrics } from './embedded-metrics.ts';

const directive = {
  Namespace: 'app',
  Dimensions: [['service'], ['service', 'version']],
  Metrics: [{ Name: 'time', Unit: 'Milliseconds' }, { Name: 'count' }],
};
const document = (more: object = {}, of: object = directive) =>
  JSON.stringify({
    _aws: { Timestamp: 1574109732004, CloudWatchMetrics: [of] },
    service: 'orders',
    version: '1',
    time: [100, 101.5],
    count: 1,
    ...more,
  });

it('reads each metric once for each set of dimensions, also after a prefix', () => {
  for (const line of [document(), `2026-01-01T00:00:00Z id INFO ${document()}`]) {
    const { data, fault } = embeddedMetrics(line)!;
    expect(fault).toBeUndefined();
    expect(data).toHaveLength(4);
    expect(data[0]).toMatchObject({
      ...{ namespace: 'app', name: 'time', unit: 'Milliseconds', atMs: 1574109732004, resolution: 60 },
      ...{ dimensions: [{ name: 'service', value: 'orders' }], point: { count: 2, sum: 201.5 } },
    });
  }
});

it('takes no dimensions at all, and seconds', () => {
  const { data } = embeddedMetrics(
    document({}, { Namespace: 'app', Dimensions: [[]], Metrics: [{ Name: 'count', StorageResolution: 1 }] }),
  )!;
  expect(data).toMatchObject([{ dimensions: [], resolution: 1 }]);
});

it.each([
  ['{"_aws": }', 'EMFParsingErrors'],
  ['{"_aws":{"CloudWatchMetrics":[{}]}}', 'EMFValidationErrors'],
  [document({ service: 5 }), 'EMFValidationErrors'],
  [document({ time: 'soon' }), 'EMFValidationErrors'],
  [document({ time: Array(101).fill(1) }), 'EMFValidationErrors'],
  [document({}, { ...directive, Dimensions: [Array(31).fill('service')] }), 'EMFValidationErrors'],
])('%.60s', (line, metric) => expect(embeddedMetrics(line)!.fault).toMatchObject({ metric }));

it('leaves other lines alone', () => {
  expect(embeddedMetrics('{"level":"INFO"}')).toBeUndefined();
  expect(embeddedMetrics('{"a":{"_aws":1}}')).toBeUndefined();
});
