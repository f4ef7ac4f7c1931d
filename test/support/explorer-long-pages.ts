// Every list and every page of the explorer that long names have something to show on.
import type { Page } from 'playwright-core';
import { LONG, type LongData } from './explorer-long-data.ts';

const SMALL = LONG.toLowerCase();
const named = (section: string, name = LONG): string => `${section}/${encodeURIComponent(name)}`;

const LISTS = [
  ...[
    'functions',
    'layers',
    'state-machines',
    'apis',
    'rest-apis',
    'graphql-apis',
    'user-pools',
    'buses',
    'archives',
    'connections',
    'schedules',
    'pipes',
  ],
  ...['queues', 'topics', 'streams', 'delivery-streams', 'clusters', 'buckets', 'tables', 'stacks', 'parameters', 'secrets'],
  ...[
    'keys',
    'roles',
    'repositories',
    'log-groups',
    'problems',
    'requests',
    'requests?show=problems',
    'events',
    'calls',
    'faults',
    'snapshots',
  ],
];

/** Their paths, below the account and the region. */
export const longPagesOf = (data: LongData): string[] => [
  '',
  ...LISTS,
  ...['', '?tab=logs', '?tab=versions', '?tab=triggers', '?tab=configuration', '?tab=activity', '?tab=record'].map(
    (tab) => named('functions') + tab,
  ),
  named('layers'),
  ...['', '?tab=executions', '?tab=definition', `?tab=executions&execution=${encodeURIComponent(data.executionArn)}`].map(
    (tab) => named('state-machines', data.machineArn) + tab,
  ),
  ...['', '?tab=try', '?tab=stages'].flatMap((tab) => [`apis/${data.httpApi}${tab}`, `rest-apis/${data.restApi}${tab}`]),
  ...['', `?rule=${LONG.slice(0, 60)}`, '?tab=send', '?tab=archives', '?tab=policy'].map((tab) => named('buses') + tab),
  named('archives', LONG.slice(0, 48)),
  named('connections'),
  named('schedules', `default/${LONG}`),
  named('pipes'),
  ...['', '?tab=policy', '?tab=activity'].map((tab) => named('queues') + tab),
  ...['', '?tab=activity'].map((tab) => named('topics', data.topicArn) + tab),
  ...['', '?tab=shards'].map((tab) => named('streams') + tab),
  named('delivery-streams'),
  named('clusters', data.clusterArn),
  ...['', `?prefix=${encodeURIComponent(`invoices/${LONG}/`)}`].map((prefix) => named('buckets', SMALL) + prefix),
  ...['', '?tab=statement', '?tab=indexes'].map((tab) => named('tables') + tab),
  ...['', '?tab=events', '?tab=drift', '?tab=template', '?tab=activity'].map((tab) => named('stacks') + tab),
  ...['', '?tab=versions'].map((tab) => named('parameters', `/shop/production/${LONG}`) + tab),
  named('secrets', data.secretArn),
  named('keys', data.keyId),
  ...['', '?tab=policies', '?tab=permissions'].map((tab) => named('roles') + tab),
  named('repositories', `shop/${SMALL}`),
  ...['', '?tab=streams'].map((tab) => named('log-groups', `/aws/lambda/${LONG}`) + tab),
  `events/${data.event}`,
  `requests/${data.event}`,
  `requests/${data.request}`,
  'sandbox',
  `logs?group=${encodeURIComponent(`/aws/lambda/${LONG}`)}`,
  'map',
  ...['metrics', 'alarms', 'dashboards'],
  `${named('functions')}?tab=metrics`,
  'simulator',
];

/** A page that is there has read what it shows, and nothing that it shows is still being read. */
export async function openWhole(page: Page, url: string): Promise<void> {
  await page.goto(url, { waitUntil: 'load' });
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
  await page.getByRole('banner').getByText('Live').waitFor({ state: 'attached' });
  await page.locator('main .loading').first().waitFor({ state: 'detached' });
}
