// Seeded data for the bench of the pattern matcher: event bus events of about 900 bytes, and families of rules over them.

/** A small deterministic generator of numbers in [0, 1). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const STATES = ['pending', 'running', 'stopping', 'stopped', 'terminated', 'failed', 'succeeded', 'queued'];
const ACTIONS = ['Created', 'Updated', 'Deleted', 'Shipped', 'Paid', 'Refunded', 'Packed', 'Returned'];
const REGIONS = ['us-east-1', 'us-west-2', 'eu-west-1', 'ap-south-1'];
const EXTENSIONS = ['csv', 'json', 'parquet', 'png', 'txt', 'xml'];
const GROUPS = ['admin', 'dev', 'ops', 'qa'];
const STAGES = ['dev', 'test', 'prod'];
const SOURCES = Array.from({ length: 50 }, (_, i) => (i < 10 ? `aws.svc${i}` : `com.acme.team${i}`));
const TYPES = Array.from({ length: 40 }, (_, i) => `Order Service ${ACTIONS[i % 8]} v${Math.floor(i / 8)}`);

const padded = (value: number, width: number): string => String(value).padStart(width, '0');
const tenant = (value: number): string => `t-${padded(value, 6)}`;

export function busEvent(random: () => number): string {
  const below = (limit: number): number => Math.floor(random() * limit);
  const pick = (list: readonly string[]): string => list[below(list.length)]!;
  const hex = (length: number): string => Array.from({ length }, () => below(16).toString(16)).join('');
  const owner = tenant(below(100_000));
  const resource = `r-${padded(below(100_000), 6)}`;
  const item = () => ({ sku: `SKU-${padded(below(5000), 5)}`, qty: 1 + below(9), price: below(10_000) / 100 });
  return JSON.stringify({
    version: '0',
    id: `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`,
    'detail-type': pick(TYPES),
    source: pick(SOURCES),
    account: '123456789012',
    time: `2026-0${1 + below(9)}-${padded(1 + below(28), 2)}T${padded(below(24), 2)}:${padded(below(60), 2)}:00Z`,
    region: pick(REGIONS),
    resources: [`arn:aws:orders:us-east-1:123456789012:resource/${resource}`],
    detail: {
      tenant: owner,
      resourceId: resource,
      state: pick(STATES),
      previousState: pick(STATES),
      amount: below(1e7) / 100,
      count: below(1000),
      retry: random() < 0.5,
      parent: null,
      object: {
        key: `tenants/${owner}/2026/${padded(1 + below(12), 2)}/invoice-${padded(below(100_000), 6)}.${pick(EXTENSIONS)}`,
        size: below(1e6),
        etag: hex(32),
      },
      'source-ip': `10.${below(256)}.${below(256)}.${below(256)}`,
      user: { id: `u-${hex(8)}`, name: pick(['Ada', 'Grace', 'Edsger', 'Barbara', 'Niklaus']), groups: ['staff', pick(GROUPS)] },
      items: Array.from({ length: 1 + below(4) }, item),
      tags: { env: pick(STAGES), team: `team${below(30)}`, 'cost-center': String(below(1000)) },
      note: 'Line one of the note, with a "quoted" word and a path C:\\temp\\x; nothing here is matched.',
    },
  });
}

type RuleFamily = (index: number) => object;

const exact3: RuleFamily = (i) => ({ source: [SOURCES[i % 50]], 'detail-type': [TYPES[i % 40]], detail: { tenant: [tenant(i)] } });
const combo5: RuleFamily = (i) => ({
  source: [SOURCES[i % 50]],
  'detail-type': [TYPES[Math.floor(i / 50) % 40]],
  region: [REGIONS[Math.floor(i / 16_000) % 4]],
  detail: { state: [STATES[Math.floor(i / 2000) % 8]], tags: { env: [STAGES[Math.floor(i / 64_000) % 3]] } },
});
const prefix: RuleFamily = (i) => ({ detail: { object: { key: [{ prefix: `tenants/${tenant(i)}/` }] } } });
const suffix: RuleFamily = (i) => ({ detail: { object: { key: [{ suffix: `-${padded(i, 6)}.csv` }] } } });
const ignoreCase: RuleFamily = (i) => ({ detail: { tenant: [{ 'equals-ignore-case': tenant(i).toUpperCase() }] } });
const numeric: RuleFamily = (i) => ({ detail: { amount: [{ numeric: ['>=', i, '<', i + 1] }] } });
const wildcard: RuleFamily = (i) => ({ detail: { object: { key: [{ wildcard: `tenants/${tenant(i)}/*/invoice-*.csv` }] } } });
const anythingBut: RuleFamily = (i) => ({ detail: { tenant: [tenant(i)], state: [{ 'anything-but': [STATES[i % 8]] }] } });
const arrays: RuleFamily = (i) => ({
  detail: { items: { sku: [`SKU-${padded(i % 5000, 5)}`], qty: [1 + (Math.floor(i / 5000) % 9)] }, user: { groups: [GROUPS[i % 4]] } },
});
const exists: RuleFamily = (i) => ({ detail: { tenant: [tenant(i)], missing: [{ exists: false }], retry: [{ exists: true }] } });
const every: readonly RuleFamily[] = [exact3, prefix, anythingBut, numeric, suffix, exists, ignoreCase, wildcard, arrays, combo5];
const mixed: RuleFamily = (i) => every[i % every.length]!(i);

/** Patterns 0, 1, 2 … of each family. */
export const RULE_FAMILIES = { exact3, combo5, prefix, suffix, ignoreCase, numeric, wildcard, anythingBut, arrays, exists, mixed } as const;
