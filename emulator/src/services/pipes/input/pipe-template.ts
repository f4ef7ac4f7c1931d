// Input templates of pipes: text in which `<$.path>` stands for a value of the event, and `<aws.pipes.…>` for a fact of the pipe.
// https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-pipes-input-transformation.html
import { followPath, parseInputPath } from '#lib/input-path';
import { fillFreeText, fillTemplate, MAX_FILLED, parseTemplate } from '#lib/input-template';
import { isJson } from '#lib/json-structure';
import { decodedBody } from './decoded-body.ts';

/** Facts that reserved variables stand for. */
export interface PipeFacts {
  readonly pipeArn: string;
  readonly pipeName: string;
  readonly sourceArn: string;
  readonly enrichmentArn: string;
  readonly targetArn: string;
  /** When the transformer received the event, ISO 8601. */
  readonly ingestionTime: string;
}

/** A template of which the result is no JSON, although it began as JSON, or more than any target takes. */
export class TransformationError extends Error {}

/** Anything else between angle brackets is text. */
const isVariable = (name: string): boolean => name.startsWith('$') || name.startsWith('aws.pipes.');
const isDocument = (template: string): boolean => /^\s*[{["]/.test(template);

/**
 * The input that a template makes of an event. In a document, values are JSON outside of strings and text inside. In free text and as a path
 * alone, strings are inserted without quotes: tests of the CDK against the cloud show it (aws-cdk, aws-pipes-alpha, `integ.pipe`). Texts in
 * quotes are delivered whatever they hold, as those of rules are.
 * @throws TransformationError
 */
export function fillPipeTemplate(template: string, event: string, facts: PipeFacts): string {
  const decoded = decodedBody(event);
  const valueFor = (variable: string) => variableValue(variable, event, decoded, facts);
  const pieces = parseTemplate(template, isVariable);
  const isFree = !isDocument(template);
  const filled = isFree ? fillFreeText(pieces, valueFor) : fillTemplate(pieces, valueFor);
  if (filled === undefined) throw new TransformationError(`The input template makes more than ${MAX_FILLED} characters of the event.`);
  if (!isFree && !/^\s*"/.test(template) && !isJson(filled))
    throw new TransformationError(`The input template makes something else than JSON of the event: ${shown(filled)}`);
  return filled;
}

const MAX_SHOWN = 200;
const shown = (text: string): string => (text.length <= MAX_SHOWN ? text : `${text.slice(0, MAX_SHOWN)}…`);

/** JSON text; undefined where the event has no such value. */
function variableValue(variable: string, event: string, decoded: string, facts: PipeFacts): string | undefined {
  if (variable.startsWith('$')) {
    const path = parseInputPath(variable);
    return path && isJson(decoded) ? followPath(decoded, path) : undefined;
  }
  switch (variable) {
    case 'aws.pipes.pipe-arn':
      return JSON.stringify(facts.pipeArn);
    case 'aws.pipes.pipe-name':
      return JSON.stringify(facts.pipeName);
    case 'aws.pipes.source-arn':
      return JSON.stringify(facts.sourceArn);
    case 'aws.pipes.enrichment-arn':
      return JSON.stringify(facts.enrichmentArn);
    case 'aws.pipes.target-arn':
      return JSON.stringify(facts.targetArn);
    case 'aws.pipes.event.ingestion-time':
      return JSON.stringify(facts.ingestionTime);
    case 'aws.pipes.event':
      return JSON.stringify(event);
    case 'aws.pipes.event.json':
      return isJson(decoded) ? decoded : undefined;
    default:
      return undefined;
  }
}
