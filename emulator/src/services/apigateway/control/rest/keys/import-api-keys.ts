// ImportApiKeys: keys from a table with commas. Rows that cannot be used are warnings.
// https://docs.aws.amazon.com/apigateway/latest/developerguide/api-key-file-format.html
import type { Ctx } from '#core/ctx';
import { operation } from '#model/apigateway';
import { newId } from '#services/apigateway/addresses/api-ids';
import { bad } from '#services/apigateway/control/rest/faults';
import { type Key, keys, keyValues, planKeys, plans } from '#services/apigateway/rest-state';

const COLUMNS = ['name', 'key', 'description', 'enabled', 'usageplanids'] as const;
/** Limit: characters of an API key that is imported. */
const MIN_VALUE = 20;
/** Limit: characters of an API key that is imported. */
const MAX_VALUE = 128;
/** Limit: keys of an imported file, as many as an account may have: https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html */
const MAX_KEYS = 10_000;
/** Limit: columns of a line of an imported file of API keys. */
const MAX_CELLS = 100;

type Row = Partial<Record<(typeof COLUMNS)[number], string>>;

export const ImportApiKeys = operation('ImportApiKeys', ({ body, format, failOnWarnings = false }, ctx) => {
  if (format !== 'csv') throw bad(`Unsupported import format: ${format}. Must be csv`);
  const rows = rowsOf(Buffer.from(body).toString());
  const seen = new Set<string>();
  const warnings = rows.flatMap((row, at) => {
    const problem = problemOf(row, seen, ctx);
    seen.add(row.key ?? '');
    return problem === undefined ? [] : [{ at, text: `Row ${at + 2}: ${problem}` }];
  });
  if (failOnWarnings && warnings.length > 0) throw bad(`Failed to import API keys: ${warnings.map(({ text }) => text).join('; ')}`);
  const skipped = new Set(warnings.map(({ at }) => at));
  const ids = ctx.write((tx) =>
    rows
      .filter((_, at) => !skipped.has(at))
      .map((row) => {
        const made = keyOf(row, ctx);
        tx.put(ctx.records(keys), [made.id], made);
        tx.put(ctx.records(keyValues), [made.value], { id: made.id });
        for (const plan of planIdsOf(row)) tx.put(ctx.records(planKeys), [plan, made.id], { id: made.id });
        return made.id;
      }),
  );
  return { ids, warnings: warnings.map(({ text }) => text) };
});

const planIdsOf = ({ usageplanids = '' }: Row): string[] =>
  usageplanids
    .split(',')
    .map((id) => id.trim())
    .filter(Boolean);

function keyOf({ name, key = '', description, enabled = 'true' }: Row, ctx: Ctx): Key {
  const times = { createdMs: ctx.now(), updatedMs: ctx.now() };
  return { id: newId(ctx), name, value: key, description, enabled: enabled.toLowerCase() !== 'false', stageKeys: [], tags: {}, ...times };
}

function problemOf(row: Row, seen: ReadonlySet<string>, ctx: Ctx): string | undefined {
  const { key = '' } = row;
  if (key.length < MIN_VALUE || key.length > MAX_VALUE) return `the key must have ${MIN_VALUE} to ${MAX_VALUE} characters`;
  if (seen.has(key) || ctx.records(keyValues).has([key])) return 'API Key already exists';
  const missing = planIdsOf(row).find((id) => !ctx.records(plans).has([id]));
  return missing === undefined ? undefined : `Invalid Usage Plan ID specified: ${missing}`;
}

/** The first line names the columns. @throws BadRequestException where a column that must be there is missing, or with more keys than an account may have */
function rowsOf(text: string): Row[] {
  const lines = linesOf(text);
  const header: string[] = lines.next().value ?? [];
  const names = header.map((name) => name.trim().toLowerCase());
  for (const name of ['name', 'key']) if (!names.includes(name)) throw bad(`Missing column in the API key file: ${name}`);
  for (const name of names) if (!COLUMNS.includes(name as 'name')) throw bad(`Unknown column in the API key file: ${name}`);
  const rows: Row[] = [];
  for (const cells of lines) {
    if (rows.length === MAX_KEYS) throw bad(`The API key file has more than ${MAX_KEYS} keys`);
    rows.push(Object.fromEntries(names.map((name, at) => [name, cells[at]?.trim() || undefined])));
  }
  return rows;
}

const QUOTE = 34;
const COMMA = 44;
const CARRIAGE_RETURN = 13;
const LINE_FEED = 10;

/** Lines of cells; a cell in quotation marks may hold commas, line ends, and quotation marks in pairs. Empty lines are left out. */
function* linesOf(text: string): Generator<string[], undefined> {
  let cells: string[] = [];
  /** The cell so far, without what follows `start`. */
  let cell = '';
  let start = 0;
  let isQuoted = false;
  for (let at = 0; at <= text.length; at++) {
    const code = at === text.length ? LINE_FEED : text.charCodeAt(at);
    if (isQuoted && at < text.length) {
      if (code !== QUOTE) continue;
      cell += text.slice(start, at);
      if (text.charCodeAt(at + 1) === QUOTE) {
        start = ++at;
        continue;
      }
      isQuoted = false;
    } else if (code === QUOTE || code === CARRIAGE_RETURN) {
      cell += text.slice(start, at);
      isQuoted = code === QUOTE;
    } else if (code === COMMA || code === LINE_FEED) {
      cells.push(cell + text.slice(start, at));
      cell = '';
      if (cells.length > MAX_CELLS) throw bad(`A line of the API key file has more than ${MAX_CELLS} columns`);
      if (code === LINE_FEED) {
        if (cells.some((each) => each.trim() !== '')) yield cells;
        cells = [];
      }
    } else continue;
    start = at + 1;
  }
  return undefined;
}
