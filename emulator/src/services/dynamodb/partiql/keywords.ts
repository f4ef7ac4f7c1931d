// Words of SQL that are no names of attributes unless they are quoted: those of SQL-92, then PartiQL's own.
const SQL_92 =
  'absolute action add all allocate alter and any are as asc assertion at authorization avg begin between bit bit_length by cascade cascaded case cast catalog char character character_length char_length check close coalesce collate collation column commit connect connection constraint constraints continue convert corresponding count create cross current current_date current_time current_timestamp current_user cursor date deallocate dec decimal declare default deferrable deferred delete desc describe descriptor diagnostics disconnect distinct domain double drop else end escape except exception exec execute exists external extract false fetch first float for foreign found from full get global go goto grant group having identity immediate in indicator initially inner input insensitive insert int integer intersect interval into is isolation join key language last left level like local lower match max min module names national natural nchar next no not null nullif numeric octet_length of on only open option or order outer output overlaps pad partial position precision prepare preserve primary prior privileges procedure public read real references relative restrict revoke right rollback rows schema scroll section select session session_user set size smallint some space sql sqlcode sqlerror sqlstate substring sum system_user table temporary then time timestamp to transaction translate translation trim true union unique unknown update upper usage user using value values varchar varying view when whenever where with work write zone';
const PARTIQL =
  'can_cast can_lossless_cast date_add date_diff missing pivot unpivot limit offset tuple remove index let integer2 int2 integer4 int4 integer8 int8 bigint conflict do nothing returning modified new old bool boolean string symbol clob blob struct list sexp bag';

export const KEYWORDS: ReadonlySet<string> = new Set(`${SQL_92} ${PARTIQL}`.split(' '));

/** Keywords that are functions where a parenthesis follows. */
export const FUNCTION_KEYWORDS: ReadonlySet<string> = new Set(
  'exists count avg max min sum substring char_length character_length octet_length bit_length upper lower size sexp list bag'.split(' '),
);

/** Keywords that stand between two operands. */
export const OPERATOR_KEYWORDS: ReadonlySet<string> = new Set(['and', 'or', 'is', 'in', 'like', 'between', 'union', 'except', 'intersect']);

/** Names of types behind IS, with the types of attribute values; undefined for types that no attribute has. */
export const TYPE_NAMES: ReadonlyMap<string, 'S' | 'N' | 'B' | 'BOOL' | 'L' | 'M' | undefined> = new Map([
  ['bool', 'BOOL'],
  ['boolean', 'BOOL'],
  ['blob', 'B'],
  ['string', 'S'],
  ['numeric', 'N'],
  ['struct', 'M'],
  ['tuple', 'M'],
  ['list', 'L'],
  ...'smallint integer2 int2 integer4 int4 int integer integer8 int8 bigint float real decimal dec timestamp date time char character varchar symbol clob sexp bag any'
    .split(' ')
    .map((name): [string, undefined] => [name, undefined]),
]);
