// Parses PartiQL statements.
import { table } from '#lib/table';
import { invalid } from '#services/dynamodb/faults';
import { ExpressionParser } from './expression-parser.ts';
import { malformed } from './faults.ts';
import type {
  DeleteStatement,
  Expression,
  InsertStatement,
  OrderTerm,
  ParsedStatement,
  Returning,
  SelectStatement,
  Source,
  Statement,
  UpdateClause,
  UpdateStatement,
} from './syntax.ts';
import { isName } from './tokens.ts';

const TABLE_NAME = /^[A-Za-z0-9_.-]{3,255}$/;
const ALIASING = 'Aliasing is not supported';
const LEFT_OVER = 'Unexpected token after expression';
const UNSUPPORTED_CLAUSES = ['group', 'having', 'limit', 'offset', 'let', 'union', 'except', 'intersect'] as const;
/** Names of operations that are no statements, as the service prints them. */
const OPERATION_NAMES: Readonly<Record<string, string>> = table({
  string: 'Lit',
  number: 'Lit',
  boolean: 'Lit',
  null: 'Lit',
  missing: 'Missing',
  parameter: 'Parameter',
  path: 'Id',
  call: 'Call',
  is: 'IsType',
  list: 'List',
  bag: 'Bag',
  struct: 'Struct',
});

/** @throws Fault ValidationException */
export function parseStatement(text: string): ParsedStatement {
  const parser = new StatementParser(text);
  const statement = parser.statement();
  return { statement, parameters: parser.parameters };
}

class StatementParser extends ExpressionParser {
  #clauseFault: string | undefined;

  statement(): Statement {
    const statement = this.#one();
    this.takeSign(';');
    if (this.token.kind !== 'end') throw malformed(LEFT_OVER);
    if (this.#clauseFault !== undefined) throw invalid(this.#clauseFault);
    if (statement.source.fault !== undefined) throw invalid(statement.source.fault);
    return statement;
  }

  #one(): Statement {
    if (this.isWord('insert')) return this.#insert();
    if (this.isWord('update')) return this.#update();
    if (this.isWord('delete')) return this.#delete();
    const value = this.expression();
    if (value.kind === 'query') return value.select;
    if (value.kind === 'write') return value.write;
    const inner = value.kind === 'call' && value.name === 'exists' && value.parts.length === 1 ? value.parts[0]! : undefined;
    if (inner?.kind === 'query') return { kind: 'exists', select: inner.select, source: inner.select.source };
    this.takeSign(';');
    if (this.token.kind !== 'end') throw malformed(LEFT_OVER);
    const name = value.kind === 'operation' ? value.operator[0]!.toUpperCase() + value.operator.slice(1) : OPERATION_NAMES[value.kind];
    throw invalid(`Unsupported operation: ${name}`);
  }

  override select(): SelectStatement {
    this.next();
    if (this.takeWord('distinct')) this.#clauseFault ??= 'Unsupported clause: DISTINCT';
    const columns = this.#columns();
    if (!this.takeWord('from')) throw malformed('Expected FROM after SELECT list');
    const source = this.#aliased();
    if (this.isSign(',') || this.isWord('join') || this.isWord('inner') || this.isWord('left'))
      throw invalid('Only select from a single table or index is supported.');
    const where = this.#where();
    const order = this.#order();
    for (const clause of UNSUPPORTED_CLAUSES) {
      if (!this.takeWord(clause)) continue;
      this.takeWord('by');
      const { at } = this.token;
      this.expression();
      this.#clauseFault ??= `Unsupported clause: ${clause.toUpperCase()} at ${at}`;
    }
    return { kind: 'select', source, columns, where, order };
  }

  #columns(): Expression[] | undefined {
    const columns: Expression[] = [];
    let all = false;
    do {
      if (this.takeSign('*')) {
        all = true;
        continue;
      }
      columns.push(this.expression());
      if (this.takeWord('as') || isName(this.token)) {
        this.next();
        this.#clauseFault ??= ALIASING;
      }
    } while (this.takeSign(','));
    if (all && columns.length > 0) this.#clauseFault ??= "Other attributes should not be present in the projection when '*' is used.";
    return all ? undefined : columns;
  }

  /** The source behind FROM or UPDATE, with an alias, which is refused. */
  #aliased(): Source {
    const source = sourceOf(this.expression(50));
    if (!this.takeWord('as') && !isName(this.token)) return source;
    this.next();
    return { ...source, fault: ALIASING };
  }

  /** The table of a write. */
  #target(): Source {
    if (!isName(this.token)) throw malformed('Expected identifier for simple path');
    return this.#aliased();
  }

  #where(): Expression | undefined {
    return this.takeWord('where') ? this.expression() : undefined;
  }

  #order(): OrderTerm[] {
    const order: OrderTerm[] = [];
    if (!this.takeWord('order', 'by')) return order;
    do {
      const value = this.expression();
      const descending = this.takeWord('desc');
      if (!descending) this.takeWord('asc');
      order.push({ value, descending });
    } while (this.takeSign(','));
    return order;
  }

  #insert(): InsertStatement {
    this.next();
    if (!this.takeWord('into')) throw malformed('Expected INTO');
    if (!isName(this.token)) throw malformed('Expected identifier for simple path');
    const path = this.expression(50);
    const several = this.takeWord('values');
    if (!several && !this.takeWord('value')) throw malformed(this.token.kind === 'end' ? 'Unexpected term' : LEFT_OVER);
    this.itemLevels = 1;
    const item = this.expression();
    this.itemLevels = 0;
    const manyFault =
      'Unsupported operation: Inserting multiple items in a single statement is not supported, use "INSERT INTO tableName VALUE item" instead';
    let fault = several ? manyFault : undefined;
    if (this.takeWord('at')) {
      this.expression();
      fault ??= 'AT is not supported in insert statements.';
    }
    if (this.#returning() !== undefined) fault ??= 'RETURNING is not supported in INSERT';
    return { kind: 'insert', source: sourceOf(path), item, fault };
  }

  #clauses(): UpdateClause[] {
    const clauses: UpdateClause[] = [];
    for (;;) {
      if (this.takeWord('set'))
        do {
          const target = this.expression(40);
          if (!this.takeSign('=')) throw malformed('Expected EQUALS');
          clauses.push({ kind: 'set', target, value: this.expression() });
        } while (this.takeSign(','));
      else if (this.takeWord('remove'))
        do clauses.push({ kind: 'remove', target: this.expression(40) });
        while (this.takeSign(','));
      else return clauses;
    }
  }

  #update(): UpdateStatement {
    this.next();
    const source = this.#target();
    const clauses = this.#clauses();
    if (clauses.length === 0) throw malformed('Expected data manipulation');
    return { kind: 'update', source, clauses, where: this.#where(), returning: this.#returning() };
  }

  override fromFirst(): UpdateStatement {
    this.next();
    const source = this.#aliased();
    const where = this.#where();
    const clauses = this.#clauses();
    if (clauses.length === 0) throw malformed('Expected data manipulation');
    return { kind: 'update', source, clauses, where, returning: this.#returning() };
  }

  #delete(): DeleteStatement {
    this.next();
    if (!this.takeWord('from')) throw malformed('Expected FROM');
    const source = this.#target();
    return { kind: 'delete', source, where: this.#where(), returning: this.#returning() };
  }

  #returning(): Returning | undefined {
    if (!this.takeWord('returning')) return undefined;
    const [kind, side] = [this.next().text, this.next().text];
    if ((kind !== 'all' && kind !== 'modified') || (side !== 'old' && side !== 'new') || !this.takeSign('*'))
      throw invalid("Expected '*' after ( MODIFIED | ALL ) ( NEW | OLD ) in RETURNING clause");
    if (this.isSign(',')) throw invalid('Invalid syntax with multiple returning elements in RETURNING clause');
    return `${kind.toUpperCase()} ${side.toUpperCase()}` as Returning;
  }
}

function sourceOf(path: Expression): Source {
  if (path.kind !== 'path') return { table: '', index: undefined, fault: 'Unexpected from source' };
  const names = path.steps.map((step) => (step.kind === 'name' ? step.name : undefined));
  const [table = '', index] = names;
  return { table, index, fault: sourceFault(names) };
}

function sourceFault(names: readonly (string | undefined)[]): string | undefined {
  if (names.length > 2) return 'A path may contain at most 2 components in the FROM clause';
  if (names.includes('')) return 'Path component cannot be an empty string';
  if (names.includes(undefined)) return 'Invalid list expression in source.';
  if (TABLE_NAME.test(names[0]!)) return undefined;
  return "Table name should be within the length [3, 255] and only contain 'a-z', 'A-Z', '0-9', '-', '_', '.'.";
}
