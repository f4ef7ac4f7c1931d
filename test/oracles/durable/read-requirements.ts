// Reads requirements as data: blocks of lines, each with its number, its variables, its input, its result, the answers to callbacks, and the events of
// its history as `<number> <type> <id> in <parent> <other facts>`.
import type { CallbackAction, Requirement } from './requirement.ts';

const EVENT = /^(\d+) (\w+)(?: (\w+))?(?: in (\w+))?(?: (\{.*\}))?$/;

interface EventFacts {
  readonly SubType?: string;
  readonly Name?: string;
  readonly Details?: unknown;
}

export const readRequirements = (text: string): ReadonlyMap<string, Requirement> => new Map(text.trim().split('\n\n').map(readBlock));

function readBlock(block: string): [string, Requirement] {
  const [number = '', ...lines] = block.split('\n');
  const all = (word: string): unknown[] =>
    lines.filter((line) => line.startsWith(`${word} `)).map((line) => JSON.parse(line.slice(word.length)));
  const one = (member: string, word: string): object => {
    const [value] = all(word);
    return value === undefined ? {} : { [member]: value };
  };
  const requirement: Requirement = {
    ...one('Variables', 'variables'),
    ...one('Input', 'input'),
    ...one('ExpectedResult', 'result'),
    CallbackActions: all('callback') as CallbackAction[],
    ExpectedExecutionHistory: lines.filter((line) => /^\d/.test(line)).map(readEvent),
  };
  return [number.slice('# '.length), requirement];
}

function readEvent(line: string) {
  const [, id, type, operation, parent, facts = '{}'] = EVENT.exec(line)!;
  const { SubType, Name, Details } = JSON.parse(facts) as EventFacts;
  return {
    ...{ EventId: Number(id), EventType: type },
    ...(operation !== undefined && { Id: `\${${operation}}` }),
    ...(parent !== undefined && { ParentId: `\${${parent}}` }),
    ...(SubType !== undefined && { SubType }),
    ...(Name !== undefined && { Name }),
    ...(Details !== undefined && { [`${type}Details`]: Details }),
  };
}
