// Parameters of statements: checked before the statement is read, as the service does.
import { Fault } from '#core/fault';
import { checkValue } from '#services/dynamodb/engine/check-value';
import type { Value } from '#services/dynamodb/engine/value';
import { invalid } from '#services/dynamodb/faults';
import { parseStatement } from './statement-parser.ts';
import type { Statement } from './syntax.ts';
import { Translation } from './translate.ts';

export interface StatementInput {
  readonly Statement: string;
  readonly Parameters?: readonly unknown[] | undefined;
}

/** @throws Fault ValidationException, SerializationException */
export function checkParameters({ Parameters: parameters = [] }: StatementInput): void {
  for (const value of parameters) checkValue(value, 'older');
}

export interface ReadStatement {
  readonly statement: Statement;
  readonly translation: Translation;
}

/** @throws Fault ValidationException */
export function readStatement({ Statement: text, Parameters: given = [] }: StatementInput): ReadStatement {
  const { statement, parameters } = parseStatement(text);
  if (parameters !== given.length) throw invalid("Number of parameters in request and statement don't match.");
  return { statement, translation: new Translation(given as readonly Value[]) };
}

/** Runs a step of one statement; its faults name the statement. */
export function inStatement<T>(at: number, step: () => T): T {
  try {
    return step();
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'ValidationException') throw error;
    throw invalid(`Validation failed in TransactStatements[${at}]: ${error.message}`);
  }
}
