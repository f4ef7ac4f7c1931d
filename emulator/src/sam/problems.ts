// Problems of a template that the transform reports, in the words of AWS SAM.
// Source: samtranslator/model/exceptions.py and validator/value_validator.py of github.com/aws/serverless-application-model.
import { type Block, isBlock, isText, type Value } from './values.ts';

/** One problem. Problems are reported in the order of their keys. */
export class SamProblem extends Error {
  readonly key: string;
  constructor(key: string, message: string) {
    super(message);
    this.key = key;
  }
}

/** A problem of an event, which most callers report as a problem of the resource that has the event. */
export class EventProblem extends SamProblem {
  constructor(id: string, message: string) {
    super(id, `Event with id [${id}] is invalid. ${message}`);
  }
}

/** Ends the transform at once: later problems are not looked for. */
export class InvalidDocument extends Error {
  readonly problems: readonly SamProblem[];
  constructor(problems: readonly SamProblem[]) {
    const distinct = [...new Map(problems.map((each) => [each.message, each])).values()];
    const sorted = [...distinct].sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
    const start = `Invalid Serverless Application Specification document. Number of errors found: ${distinct.length}.`;
    super([start, ...sorted.map(({ message }) => message)].join(' '));
    this.problems = sorted;
  }
}

export const invalidResource = (id: string, message: string): SamProblem =>
  new SamProblem(id, `Resource with id [${id}] is invalid. ${message}`);
export function invalidTemplate(message: string): SamProblem {
  const text = `Structure of the SAM template is invalid. ${message}`;
  return new SamProblem(text, text);
}
export const invalidDocument = (message: string): InvalidDocument => new InvalidDocument([invalidTemplate(message)]);

/** Runs code of an event, and reports its problems as problems of the resource. */
export function asResourceProblem<T>(id: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (error instanceof EventProblem) throw invalidResource(id, error.message);
    throw error;
  }
}

type Kind = 'map' | 'list' | 'string' | 'boolean' | 'integer';
const KINDS: Readonly<Record<Kind, (value: Value | undefined) => boolean>> = {
  map: isBlock,
  list: Array.isArray,
  string: isText,
  boolean: (value) => typeof value === 'boolean',
  integer: (value) => Number.isInteger(value) || typeof value === 'boolean',
};

/** The subject of a check: `resource` and `event` name the kind of problem, `attribute` is a member beside `Properties`. */
export interface Subject {
  readonly id: string;
  readonly kind: 'resource' | 'attribute' | 'event';
}
export const ofResource = (id: string): Subject => ({ id, kind: 'resource' });
export const ofEvent = (id: string): Subject => ({ id, kind: 'event' });
export const ofAttribute = (id: string): Subject => ({ id, kind: 'attribute' });

const problem = ({ id, kind }: Subject, message: string): SamProblem =>
  kind === 'event' ? new EventProblem(id, message) : invalidResource(id, message);

function expect(value: Value | undefined, kind: Kind, path: string, subject: Subject, message?: string): Value {
  if (!KINDS[kind](value))
    throw problem(subject, message ?? `${subject.kind === 'attribute' ? 'Attribute' : 'Property'} '${path}' should be a ${kind}.`);
  return value!;
}

export const expectMap = (value: Value | undefined, path: string, subject: Subject, message?: string): Block =>
  expect(value, 'map', path, subject, message) as Block;
export const expectList = (value: Value | undefined, path: string, subject: Subject): Value[] =>
  expect(value, 'list', path, subject) as Value[];
export const expectText = (value: Value | undefined, path: string, subject: Subject): string =>
  expect(value, 'string', path, subject) as string;
export const expectBoolean = (value: Value | undefined, path: string, subject: Subject): boolean =>
  expect(value, 'boolean', path, subject) as boolean;
export const expectTexts = (value: Value | undefined, path: string, subject: Subject): string[] =>
  expectList(value, path, subject).map((item, index) => expectText(item, `${path}[${index}]`, subject));
export function expectPresent(value: Value | undefined, path: string, subject: Subject, message?: string): Value {
  if (value === undefined || value === null) throw problem(subject, message ?? `Property '${path}' is required.`);
  return value;
}
