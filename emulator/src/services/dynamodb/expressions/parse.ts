// The text of an expression as a tree, or with the first error that the text alone decides.
import { ConditionParser } from './condition-parser.ts';
import { Parser, SyntaxFault } from './parser.ts';
import type { ExpressionKind, Node, ParsedExpression } from './syntax.ts';
import { UpdateParser } from './update-parser.ts';

/** Limit: bytes of an expression. */
const MAX_EXPRESSION_BYTES = 4096;

class ProjectionParser extends Parser {
  constructor(text: string) {
    super(text, new Set(), {});
  }
  parse(): void {
    do this.path();
    while (this.comma());
    this.expectEnd();
  }
  override operandOfCall(): Node {
    return this.operand();
  }
  override miscounted(): void {}
  override read(): void {}
  override called(): void {}
}

const NOTHING = { paths: [], values: [], root: undefined, conditions: [], actions: [], calls: [], operandError: undefined };

export function parseExpression(kind: ExpressionKind, text: string): ParsedExpression {
  const failed = (error: string): ParsedExpression => ({ kind, ...NOTHING, error });
  if (text === '') return failed('The expression can not be empty;');
  const bytes = Buffer.byteLength(text);
  if (bytes > MAX_EXPRESSION_BYTES) {
    // An update is the only one whose size is not told (paritysuite/dynamodb-conformance, deepRequests).
    return failed(`Expression size has exceeded the maximum allowed size;${kind === 'Update' ? '' : ` expression size: ${bytes}`}`);
  }
  try {
    if (kind === 'Projection') return parseProjection(text);
    return kind === 'Update' ? parseUpdate(text) : parseCondition(kind, text);
  } catch (error) {
    if (error instanceof SyntaxFault) return failed(error.message);
    throw error;
  }
}

function parseProjection(text: string): ParsedExpression {
  const parser = new ProjectionParser(text);
  parser.parse();
  return { kind: 'Projection', ...NOTHING, paths: parser.paths, error: parser.faults.reserved };
}

function parseUpdate(text: string): ParsedExpression {
  const parser = new UpdateParser(text);
  parser.parse();
  const { paths, values, actions, calls, operandError, error } = parser;
  return { kind: 'Update', ...NOTHING, paths, values, actions, calls, operandError, error };
}

function parseCondition(kind: ExpressionKind, text: string): ParsedExpression {
  const parser = new ConditionParser(text);
  const root = parser.parse();
  const { paths, values, conditions, error } = parser;
  return { kind, ...NOTHING, paths, values, root, conditions, error };
}
