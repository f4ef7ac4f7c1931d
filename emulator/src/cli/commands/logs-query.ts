// `emulator logs query`: searches log groups in the language of Logs Insights.
import pc from 'picocolors';
import { endpoint } from '#cli/endpoint';
import { jsonAnswer } from '#cli/logs/log-groups';
import { print } from '#cli/print';
import { chosenRegion } from '#cli/region';
import { startOf } from '#cli/since';

interface QueryOptions {
  readonly group?: readonly string[];
  readonly since?: string;
  readonly endpoint?: string;
  readonly json?: boolean;
}

interface Answer {
  readonly status: string;
  readonly results: readonly (readonly { readonly field: string; readonly value: string }[])[];
  readonly statistics: { readonly recordsMatched: number; readonly recordsScanned: number };
  readonly nextToken?: string;
}

const LOOK_EVERY_MS = 50;
/** Groups that one query may search. */
const MAX_GROUPS = 50;
/** Events may be this far ahead of the clock. */
const AHEAD_SECONDS = 7200;
const MAX_WIDTH = 120;

/** @throws EmulatorError OPTION_INVALID, LOGS_REFUSED, NOT_RUNNING */
export async function queryLogs(queryString: string, { group, since, endpoint: given, json }: QueryOptions): Promise<void> {
  const scope = { url: endpoint(given), region: chosenRegion().region };
  const ask = <T>(operation: string, input: object): Promise<T> => jsonAnswer(operation, input, scope);
  const logGroupNames = group ?? (await groupNames(ask));
  if (logGroupNames.length === 0) {
    if (!json) print(pc.dim(`no log group in ${scope.region}`));
    return;
  }
  const nowSeconds = Math.floor((await startOf('0s', scope.url)) / 1000);
  const startTime = since === undefined ? 0 : Math.floor((await startOf(since, scope.url)) / 1000);
  const asked = { queryString, logGroupNames, startTime, endTime: nowSeconds + AHEAD_SECONDS };
  const { queryId } = await ask<{ queryId: string }>('StartQuery', asked);
  let answer = await ask<Answer>('GetQueryResults', { queryId });
  while (answer.status === 'Scheduled' || answer.status === 'Running') {
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    answer = await ask<Answer>('GetQueryResults', { queryId });
  }
  const rows = [...answer.results];
  for (let { nextToken } = answer; nextToken !== undefined; ) {
    const page = await ask<Answer>('GetQueryResults', { queryId, nextToken });
    rows.push(...page.results);
    nextToken = page.nextToken;
  }
  const found = rows.map((row) => new Map(row.filter(({ field }) => field !== '@ptr').map(({ field, value }) => [field, value])));
  const { recordsMatched, recordsScanned } = answer.statistics;
  if (json)
    print(JSON.stringify({ status: answer.status, results: found.map((row) => Object.fromEntries(row)), statistics: answer.statistics }));
  else {
    showTable(found);
    print(pc.dim(`${answer.status}: ${rows.length} rows; ${recordsMatched} of ${recordsScanned} events matched`));
  }
  if (answer.status !== 'Complete') process.exitCode = 1;
}

async function groupNames(ask: <T>(operation: string, input: object) => Promise<T>): Promise<string[]> {
  const { logGroups } = await ask<{ logGroups: readonly { logGroupName: string }[] }>('DescribeLogGroups', { limit: MAX_GROUPS });
  return logGroups.map(({ logGroupName }) => logGroupName);
}

/** Columns as wide as their longest value; the last one is not filled up. */
function showTable(rows: readonly ReadonlyMap<string, string>[]): void {
  const columns = [...new Set(rows.flatMap((row) => [...row.keys()]))];
  const lineOf = (text = ''): string => text.trimEnd().replaceAll('\n', ' ');
  const widths = columns.map((column) =>
    Math.min(MAX_WIDTH, Math.max(column.length, ...rows.map((row) => lineOf(row.get(column)).length))),
  );
  const filled = (texts: readonly string[]): string =>
    texts.map((text, at) => (at < texts.length - 1 ? text.padEnd(widths[at]!) : text)).join('  ');
  if (columns.length > 0) print(pc.bold(filled(columns)));
  for (const row of rows) print(filled(columns.map((column) => lineOf(row.get(column)))));
}
