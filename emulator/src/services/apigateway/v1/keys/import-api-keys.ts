// ImportApiKeys: keys from a table with commas. Rows that cannot be used are warnings.
// https://docs.aws.amazon.com/apigateway/latest/developerguide/api-key-file-format.html
import type { Ctx } from '#core/ctx';
import { operation } from '#model/apigateway';
import { newId } from '#services/apigateway/ids/api-ids';
import { bad } from '#services/apigateway/v1/faults';
import { type Key, keys, keyValues, planKeys, plans } from '#services/apigateway/v1/state';

const COLUMNS = ['name', 'key', 'description', 'enabled', 'usageplanids'] as const;
const MIN_VALUE = 20;
const MAX_VALUE = 128;

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

/** The first line names the columns. @throws BadRequestException where a column that must be there is missing */
function rowsOf(text: string): Row[] {
  const [header = [], ...lines] = linesOf(text);
  const names = header.map((name) => name.trim().toLowerCase());
  for (const name of ['name', 'key']) if (!names.includes(name)) throw bad(`Missing column in the API key file: ${name}`);
  for (const name of names) if (!COLUMNS.includes(name as 'name')) throw bad(`Unknown column in the API key file: ${name}`);
  return lines.map((cells) => Object.fromEntries(names.map((name, at) => [name, cells[at]?.trim() || undefined])) as Row);
}

/** Lines of cells; a cell in quotation marks may hold commas, line ends, and quotation marks in pairs. */
function linesOf(text: string): string[][] {
  const lines: string[][] = [];
  let cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let at = 0; at <= text.length; at++) {
    const character = text[at];
    if (isQuoted && character !== undefined) {
      if (character !== '"') cell += character;
      else if (text[at + 1] === '"') cell += text[++at];
      else isQuoted = false;
    } else if (character === '"') isQuoted = true;
    else if (character === ',') {
      cells.push(cell);
      cell = '';
    } else if (character === '\n' || character === undefined) {
      cells.push(cell);
      if (cells.some((each) => each.trim() !== '')) lines.push(cells);
      [cells, cell] = [[], ''];
    } else if (character !== '\r') cell += character;
  }
  return lines;
}
