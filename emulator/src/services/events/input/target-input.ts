// The payload of a target: the whole event, a part of it, a constant text, or the output of its transformer. Parts of the event have no blanks
// between their tokens (recorded 2024-07; localstack: test_events_targets, `test_put_events_with_target_sns`).
import type { Frozen } from '#core/records';
import { compactJson } from '#lib/compact-json';
import { followPath, type InputPath, parseInputPath } from '#lib/input-path';
import { fillTemplate, mayBreak, parseTemplate } from '#lib/input-template';
import { isoSeconds } from '#lib/iso-seconds';
import { partsOf, wholeValue } from '#lib/json-slice';
import { isJson } from '#lib/json-structure';
import type { InputTransformer, Target } from '#model/events';

export interface EventText {
  readonly text: string;
  readonly receivedMs: number;
}
/** Undefined if the template makes no JSON of the event, or more than any target takes: it is not delivered then. */
export type MakeInput = (event: EventText) => string | undefined;

/** Returns the function that makes the payload of a target, which must have passed its checks. */
export function inputMaker(
  { Input, InputPath, InputTransformer }: Pick<Frozen<Target>, 'Input' | 'InputPath' | 'InputTransformer'>,
  rule: { readonly name: string; readonly arn: string },
): MakeInput {
  if (Input !== undefined) return () => Input;
  if (InputPath !== undefined) {
    const path = parseInputPath(InputPath) ?? [];
    return (event) => partOf(event, path) ?? 'null';
  }
  return InputTransformer ? transformer(InputTransformer, rule) : ({ text }) => compactJson(text);
}

function partOf({ text }: EventText, path: InputPath): string | undefined {
  const found = followPath(text, path);
  return found === undefined ? undefined : compactJson(found);
}

function transformer(
  { InputTemplate, InputPathsMap = {} }: Frozen<InputTransformer>,
  rule: { readonly name: string; readonly arn: string },
): MakeInput {
  const template = parseTemplate(InputTemplate);
  const paths = new Map(Object.entries(InputPathsMap).map(([name, path]): [string, InputPath] => [name, parseInputPath(path) ?? []]));
  const isChecked = mayBreak(template);
  return (event) => {
    const filled = fillTemplate(template, (variable) => {
      const path = paths.get(variable);
      return path ? partOf(event, path) : predefined(variable, event, rule);
    });
    return filled !== undefined && (!isChecked || isJson(filled)) ? filled : undefined;
  };
}

function predefined(
  variable: string,
  { text, receivedMs }: EventText,
  rule: { readonly name: string; readonly arn: string },
): string | undefined {
  switch (variable) {
    case 'aws.events.rule-arn':
      return JSON.stringify(rule.arn);
    case 'aws.events.rule-name':
      return JSON.stringify(rule.name);
    case 'aws.events.event.ingestion-time':
      return JSON.stringify(isoSeconds(receivedMs));
    case 'aws.events.event':
      return withoutDetail(text);
    case 'aws.events.event.json':
      return compactJson(text);
    default:
      return undefined;
  }
}

/** This variable of the service lacks the detail, and has one key in another spelling. */
function withoutDetail(text: string): string {
  const members: string[] = [];
  for (const { key, start, end } of partsOf(text, wholeValue(text)))
    if (key !== 'detail') members.push(`${JSON.stringify(key === 'detail-type' ? 'detailType' : key)}:${text.slice(start, end)}`);
  return `{${members.join(',')}}`;
}
