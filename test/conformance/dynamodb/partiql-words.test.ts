// The errors of statements that the service refuses. Cases from paritysuite/dynamodb-conformance (partiqlGrammar, partiqlFunctions,
// partiqlParameterNumbers, partiqlMultiAttributeIndex) and hectorvent/floci, captured in September and October 2026.
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { expect, it } from 'vitest';
import { tableOf, useTables } from '../../support/use-tables.ts';

const attributes = (...names: string[]) => names.map((AttributeName) => ({ AttributeName, AttributeType: 'S' as const }));
const hash = (...names: string[]) => names.map((AttributeName) => ({ AttributeName, KeyType: 'HASH' as const }));
const fixture = useTables(
  tableOf('words', ['pk:S', 'sk:S']),
  tableOf('numbers', ['pk:N']),
  tableOf('indexed', ['pk:S'], {
    AttributeDefinitions: attributes('g', 'h'),
    GlobalSecondaryIndexes: [
      { IndexName: 'by-g', KeySchema: hash('g'), Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['shown'] } },
      { IndexName: 'by-both', KeySchema: hash('g', 'h'), Projection: { ProjectionType: 'ALL' } },
    ],
  }),
);

const MALFORMED = "Statement wasn't well formed, can't be processed: ";
const LEFT_OVER = `${MALFORMED}Unexpected token after expression`;
const TERM = `${MALFORMED}Unexpected term`;
const NO_KEY = 'Where clause does not contain a mandatory equality on all key attributes';
const OVERLAP = 'Overlapping conditions with range keys are not supported in where clause';
const MANY = 'Too many decomposed read operations for a given query.';
const NOT_FILTERED = 'One or more parameter values were invalid: Secondary index by-g does not project one or more filter attributes: ';
const MULTI = 'PartiQL statements cannot be executed on tables with multi-attribute HASH keys or multi-attribute RANGE keys.';
const IN_KEY = "WHERE pk = 'a' AND sk = '1'";
const W = '"words"';
const where = (condition: string) => `SELECT sk FROM ${W} ${IN_KEY} AND ${condition}`;
const update = (set: string) => `UPDATE ${W} SET ${set} ${IN_KEY}`;
const many = (count: number) => `[${Array.from({ length: count }, (_, at) => `'v${at}'`).join(',')}]`;
const nested = (open: string, close: string, times: number) => open.repeat(times) + 1 + close.repeat(times);

/** `^` stands before the token whose position the message ends with. */
function marked(text: string, message: string, length: number): [string, string] {
  const column = text.indexOf('^');
  return [text.replace('^', ''), `${message} at 1:${column + 1}:${length}`];
}

const CASES: [statement: string, message: string][] = [
  [`SELECT * FROM ${W} WHERE pk = 'a' foo`, LEFT_OVER],
  ['SELECT * FROM "numbers" WHERE pk = 1 e5', LEFT_OVER],
  [`INSERT INTO "numbers" VALUE {'pk': 1} foo`, LEFT_OVER],
  ['DELETE FROM "numbers" WHERE pk = 1 ORDER BY pk', LEFT_OVER],
  ['SELECT * FROM "numbers" ORDER BY pk WHERE pk = 1', LEFT_OVER],
  ['SELECT * FROM "numbers" WHERE pk = 1)', LEFT_OVER],
  [`INSERT INTO ${W} t VALUE {'pk': 'x'}`, LEFT_OVER],
  [`FROM ${W} SET c = 1 ${IN_KEY}`, LEFT_OVER],
  [`SELECTT * FROMM ${W}`, LEFT_OVER],
  [`SLECT * FROM ${W} WHERE pk = 'a'`, `${MALFORMED}Expected data manipulation`],
  ['SELECT * FROM "numbers" WHERE pk = 1e2147483648', MALFORMED],
  ['SELECT * FROM "numbers" WHERE pk = 1.5e-2147483647', MALFORMED],
  ['SELECT * FROM "numbers" WHERE pk = 1 # note', MALFORMED],
  ['SELECT * FROM "numbers" WHERE pk = 1 /* note', MALFORMED],
  [`SELECT * FROM ${W} WHERE ${'('.repeat(4000)}`, MALFORMED],
  [`SELECT * FROM ${W} t WHERE pk = 'x'`, 'Aliasing is not supported'],
  [`SELECT * FROM ${W} AS t WHERE pk = 'x'`, 'Aliasing is not supported'],
  [`UPDATE ${W} t SET a = 3 WHERE pk = 'x'`, 'Aliasing is not supported'],
  [`DELETE FROM ${W} t WHERE pk = 'x'`, 'Aliasing is not supported'],
  [`SELECT * FROM ${W} WHERE`, TERM],
  [`SELECT * FROM ${W} WHERE;`, TERM],
  [`UPDATE ${W} SET a = 1 WHERE`, TERM],
  [`SELECT * FROM ${W} WHERE NOT`, TERM],
  [`SELECT * FROM ${W} WHERE (`, TERM],
  ['SELECT * FROM', TERM],
  [`SELECT * FROM ${W} WHERE pk = 'a' AND`, `${MALFORMED}Missing right-hand side expression of infix operator`],
  [`SELECT * FROM ${W} WHERE ORDER BY pk`, `${MALFORMED}Unexpected keyword`],
  [`SELECT * FROM ${W} WHERE IS NULL`, `${MALFORMED}Unexpected operator`],
  [`SELECT * FROM ${W} WHERE pk = LIKE`, `${MALFORMED}Unexpected operator`],
  [`SELECT * FROM ${W} WHERE pk = 'a' AND x IS FOO`, `${MALFORMED}Expected type name`],
  ['x IS INT4', 'Unsupported operation: IsType'],
  ['x IS DOUBLE PRECISION', 'Unsupported operation: IsType'],
  ['DELETE FROM;', `${MALFORMED}Expected identifier for simple path`],
  ["DELETE FROM WHERE pk = 'a'", `${MALFORMED}Expected identifier for simple path`],
  [where('attribute_exists(m.inner)'), `${MALFORMED}Invalid path dot component`],
  [
    'SELECT * FROM "numbers" WHERE pk = 1e126',
    'Number overflow. Attempting to store a number with magnitude larger than supported range under root',
  ],
  [
    `INSERT INTO "numbers" VALUE {'pk': 1, 'l': [1, 1e-131]}`,
    'Number underflow. Attempting to store a number with magnitude smaller than supported range under root[1]',
  ],
  [
    `INSERT INTO "numbers" VALUE {'pk': 1, 'm': {'x': ${'1'.repeat(39)}}}`,
    'Attempting to store more than 38 significant digits in a Number under root.x',
  ],
  [update(`d = ${nested("{'a':", '}', 32)}`), `Nesting Levels have exceeded supported limits under root${'.a'.repeat(32)}`],
  [update(`d = ${nested('[', ']', 1000)}`), `Nesting Levels have exceeded supported limits under root${'[0]'.repeat(32)}`],
  [where("attribute_exists('ss')"), 'Operator or function requires a document path; operator or function: attribute_exists'],
  [
    where('attribute_exists()'),
    'Incorrect number of operands for operator or function; operator or function: attribute_exists, number of operands: 0',
  ],
  [where("attribute_type(l, 'X')"), 'Invalid attribute type name found; type: X, valid types: {N,BS,L,B,NULL,M,S,SS,NS,BOOL}'],
  [
    where('attribute_type(l, true)'),
    'Incorrect operand type for operator or function; operator or function: attribute_type, operand type: BOOL',
  ],
  [where('attribute_exists(n) > false'), 'Incorrect operand type for operator or function; operator or function: >, operand type: BOOL'],
  [where('v BETWEEN true AND false'), 'Incorrect operand type for operator or function; operator or function: BETWEEN, operand type: BOOL'],
  [where(`flag IN ${many(101)}`), 'The IN operator is provided with too many operands; number of operands: 101'],
  [update("n = 'a' + 1"), 'Incorrect operand type for operator or function; operator or function: +, operand type: S'],
  [update('s = set_add(s, <<>>)'), 'Empty bags are not supported'],
  [update("s = <<1, 'a'>>"), 'Unsupported data type in Bag. DynamoDB only supports either numbers or strings in bags'],
  [update("s = set_add(s, <<'b','b'>>)"), 'One or more parameter values were invalid: Input collection [b, b] contains duplicates.'],
  [update('n = <<2, 2.0>>'), 'One or more parameter values were invalid: Input collection [2, 2.0] contains duplicates! under root'],
  marked(where("^set_add(ss, <<'x'>>) = ss"), 'Unrecognized function: set_add', 7),
  marked(where('^EXISTS(ss)'), 'Unrecognized function: exists', 6),
  marked(`SELECT ^attribute_exists(ss) FROM ${W} ${IN_KEY}`, 'Unexpected path component', 16),
  marked(update("t = ^set_add(ss, <<'x'>>)"), 'The first argument to SET_ADD must equal the assignment value', 7),
  marked(update("ss = set_delete(^ss, 'x')"), 'The second argument to SET_DELETE must be a value with type SET', 2),
  marked(update('ss = ^set_add(ss)'), 'SET_ADD must have exactly two arguments', 7),
  marked(`INSERT INTO ${W} VALUE {'pk': 'a', 'ss': ^set_add(<<'a'>>, <<'b'>>)}`, 'Unsupported data type: set_add under key root', 7),
  marked(`SELECT l[-^1] FROM ${W} ${IN_KEY}`, 'List index is not within the allowable range; index: [-1]', 1),
  marked(`SELECT l[^2147483648] FROM ${W} ${IN_KEY}`, 'List index is not within the allowable range; index: [2147483648]', 10),
  marked(`SELECT sk FROM ${W} LIMIT ^5`, 'Unsupported clause: LIMIT', 1),
  [`FROM ${W} SET c = 1`, NO_KEY],
  [`DELETE FROM ${W} WHERE pk = 'a'`, NO_KEY],
  [`DELETE FROM ${W} WHERE pk = 'a' OR sk = '1'`, NO_KEY],
  [
    `UPDATE ${W} SET a = 1 ${IN_KEY} AND pk = 'b'`,
    'Multiple conditions on same key pk. Only single item Update/Insert/Delete are supported',
  ],
  [
    `DELETE FROM ${W} ${IN_KEY} RETURNING MODIFIED OLD *`,
    'Invalid returning clause: RETURNING MODIFIED OLD *. Only RETURNING ALL OLD * is allowed in DELETE statements.',
  ],
  [update('pk = 1'), 'One or more parameter values were invalid: Cannot update attribute pk. This attribute is part of the key'],
  [`SELECT sk FROM ${W} WHERE pk = 'a' AND (sk > '0' OR sk < '5')`, OVERLAP],
  [`SELECT sk FROM ${W} WHERE pk = 'a' AND (sk = '1' OR flag = 'two')`, OVERLAP],
  [`SELECT sk FROM ${W} WHERE pk IN ['a', 'a']`, OVERLAP],
  [`SELECT sk FROM ${W} WHERE pk IN ${many(51)}`, MANY],
  [`SELECT sk FROM ${W} WHERE pk IN ${many(26)} AND sk IN ['1', '2']`, MANY],
  [`SELECT sk FROM ${W} WHERE pk = 1 OR pk = 'a'`, "Key attribute's data type should match its data type in table's schema: Key pk"],
  [
    `SELECT sk FROM ${W} WHERE pk = 'a' AND sk IN ['1', 2]`,
    "Key attribute's data type should match its data type in table's schema: Key sk",
  ],
  [`SELECT sk FROM ${W} ORDER BY sk`, 'Must have WHERE clause in the statement when using ORDER BY clause.'],
  [`SELECT sk FROM ${W} WHERE pk = 'o' ORDER BY Total`, 'Attribute Total in ORDER BY clause must be part of the primary key'],
  [
    `SELECT sk FROM ${W} WHERE pk > 'a' ORDER BY sk`,
    'Must have at least one non-optional hash key condition in WHERE clause when using ORDER BY clause.',
  ],
  [
    `SELECT sk FROM ${W} WHERE pk IN ['o', 'p'] ORDER BY sk`,
    'Must have hash key in ORDER BY clause when more than one hash key condition specified in WHERE clause.',
  ],
  [`EXISTS(SELECT * FROM ${W} ${IN_KEY} AND a IS MISSING)`, 'EXISTS can only be used in ExecuteTransaction write requests.'],
  [`SELECT * FROM ${W}."none" WHERE pk = 'a'`, 'The table does not have the specified index'],
  [`SELECT * FROM ${W}."a"."b" WHERE pk = 'a'`, 'A path may contain at most 2 components in the FROM clause'],
  [`SELECT * FROM ${W}."" WHERE pk = 'a'`, 'Path component cannot be an empty string'],
  [
    `SELECT b, a FROM "indexed"."by-g" WHERE g = 'y'`,
    'One or more parameter values were invalid: Global secondary index by-g does not project [b, a]',
  ],
  [`SELECT pk FROM "indexed"."by-g" WHERE g = 'y' AND b = '1' AND (a = '2' OR shown = '3')`, `${NOT_FILTERED}[a, b]`],
  [`SELECT pk FROM "indexed"."by-g" WHERE g = 'y' AND (zz = '1' OR aa = '2' OR mm = '3')`, `${NOT_FILTERED}[zz, aa, mm]`],
  [`SELECT pk FROM "indexed"."by-g" WHERE (g = 'q' AND u1 = '1') OR (g = 'b' AND u2 = '1')`, `${NOT_FILTERED}[u1]`],
  [`SELECT COUNT(*) FROM "indexed"."by-both"`, MULTI],
];

it.each(CASES)('%s', async (Statement, message) => {
  await expect(fixture.db.executeStatement({ Statement })).rejects.toMatchObject({ name: 'ValidationException', message });
});

const NOT_NUMERIC = 'The parameter cannot be converted to a numeric value';
const deep = (levels: number): AttributeValue => (levels === 0 ? { S: 'leaf' } : { M: { n: deep(levels - 1) } });
const TOO_DEEP = 'Nesting Levels have exceeded supported limits: Attributes in the item have nested levels beyond supported limit';
const UNDERFLOW = 'Number underflow. Attempting to store a number with magnitude smaller than supported range';
const PARAMETERS: [values: AttributeValue[], message: string][] = [
  [[{ N: '1e99999999999' }], `${NOT_NUMERIC}: 1e99999999999`],
  [[{ N: '1e-2147483648' }], `${NOT_NUMERIC}: 1e-2147483648`],
  [[{ N: '1e2147483647' }], UNDERFLOW],
  [[{ N: '' }], NOT_NUMERIC],
  [[{ L: [{ N: '1' }, { N: '1e99999999999' }] }], `${NOT_NUMERIC}: 1e99999999999`],
  [[deep(40), { N: 'abc' }], TOO_DEEP],
  [[{ N: 'abc' }, deep(40)], `${NOT_NUMERIC}: abc`],
  [[{ SS: ['a', 'a'] }], 'One or more parameter values were invalid: Input collection [a, a] contains duplicates.'],
];

it.each(PARAMETERS)('parameters are checked before the statement: %j', async (Parameters, message) => {
  const Statement = `UPDATE ${W} SET WHERE`;
  await expect(fixture.db.executeStatement({ Statement, Parameters })).rejects.toMatchObject({ name: 'ValidationException', message });
});

it('statements and parameters count the same values', async () => {
  const message = "Number of parameters in request and statement don't match.";
  const one = { Statement: `SELECT * FROM ${W} WHERE pk = ?` };
  await expect(fixture.db.executeStatement(one)).rejects.toMatchObject({ message });
  await expect(fixture.db.executeStatement({ ...one, Parameters: [{ S: 'a' }, { S: 'b' }] })).rejects.toMatchObject({ message });
  const inside = { Statement: update('x = [?]'), Parameters: [{ S: 'v' }] };
  const column = inside.Statement.indexOf('?') + 1;
  await expect(fixture.db.executeStatement(inside)).rejects.toThrow(`Unsupported data type: Parameter under key root[0] at 1:${column}:1`);
});
