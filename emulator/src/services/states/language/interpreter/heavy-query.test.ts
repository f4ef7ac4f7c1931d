// A turn that stops at work for a thread goes on as if it had never stopped: the same history, whatever is too much for the main thread.
import { expect, it } from 'vitest';
import { expressionEngine } from '#model/expression-engine';
import { chanceFrom } from '#services/states/language/chance';
import { Effort } from '#services/states/language/effort';
import { Expressions } from '#services/states/language/expressions/expressions';
import type { Machine } from '#services/states/language/machine';
import { answerTo } from '#services/states/language/queries/query';
import { dataOf, failureData, failureOf, queryOf } from '#services/states/language/queries/query-data';
import type { Environment, Happening, HistoryEvent, TaskCommand } from './commands.ts';
import { beginExecution } from './execution.ts';
import { type Answered, HeavyQuery } from './heavy-query.ts';
import { MemoryExecution } from './memory-execution.ts';
import { stepAsFar } from './step.ts';

const HEAVY = '$reduce([1..9000], function($a, $b) { $a + $b })';
const branch = (name: string, Output: string) => ({ StartAt: name, States: { [name]: { Type: 'Pass', Output, End: true } } });
const MACHINE = {
  ...{ QueryLanguage: 'JSONata', StartAt: 'A' },
  States: {
    A: { Type: 'Pass', Assign: { v: `{% ${HEAVY} %}` }, Next: 'P' },
    P: {
      ...{ Type: 'Parallel', Branches: [branch('x', `{% ${HEAVY} + $v %}`), branch('y', '{% 1 %}'), branch('z', `{% ${HEAVY} %}`)] },
      ...{ Output: `{% [${HEAVY}, $states.result] %}`, Next: 'M' },
    },
    M: {
      ...{ Type: 'Map', Items: `{% (${HEAVY}; [1, 2, 3]) %}`, ItemSelector: { n: `{% ${HEAVY} + $states.context.Map.Item.Value %}` } },
      ...{ ItemProcessor: branch('i', '{% $states.input.n %}'), Next: 'T' },
    },
    T: {
      ...{ Type: 'Task', Resource: 'arn:aws:states:::lambda:invoke', Arguments: { n: `{% ${HEAVY} %}`, m: '{% $states.input %}' } },
      ...{
        Output: `{% (${HEAVY}; $error('no')) %}`,
        Catch: [{ ErrorEquals: ['States.ALL'], Next: 'C', Assign: { w: `{% ${HEAVY} %}` } }],
        Next: 'C',
      },
    },
    C: {
      Type: 'Choice',
      Choices: [
        { Condition: `{% ${HEAVY} = 0 %}`, Next: 'S' },
        { Condition: '{% $w > 0 %}', Next: 'S' },
      ],
      Default: 'A',
    },
    S: { Type: 'Succeed' },
  },
} as unknown as Machine;

/** Runs the machine; `isWhole`: everything on the main thread. Tells how often a thread was asked. */
function run(isWhole: boolean): { events: readonly HistoryEvent[]; output: unknown; asked: number } {
  const expressions = new Expressions(expressionEngine);
  const data = new MemoryExecution(beginExecution({}, { Execution: { Name: 'run' } }, 'us-east-1'));
  const happenings: Happening[] = [{ kind: 'start' }];
  const events: HistoryEvent[] = [];
  let asked = 0;
  const environment = (): Environment => ({
    ...{ ...chanceFrom({ nowMs: 1000, seed: 's' }), expressions, taskToken: () => 'token' },
    effort: isWhole ? Effort.inThread() : undefined,
  });
  const take = (happening: Happening, answers?: readonly Answered[]): void => {
    try {
      const { history, commands } = stepAsFar(MACHINE, () => data.undoTurn(), happening, { ...environment(), answers });
      data.beginTurn();
      events.push(...history);
      for (const command of commands) {
        if (command.do === 'continue') happenings.push({ kind: 'continue' });
        if (command.do === 'task') happenings.push(succeeded(command));
      }
    } catch (error) {
      if (!(error instanceof HeavyQuery)) throw error;
      asked++;
      take(happening, error.answered(inThread(error, expressions)));
    }
  };
  for (let next = happenings.shift(); next; next = happenings.shift()) take(next);
  return { events, output: data.execution.output, asked };
}

const succeeded = ({ thread, attempt }: TaskCommand): Happening => ({
  ...{ kind: 'task', thread, attempt },
  outcome: { event: 'succeeded', output: { done: true } },
});

/** By way of plain data, as between threads. */
function inThread({ query }: HeavyQuery, expressions: Expressions) {
  const copied = queryOf(structuredClone(dataOf(query)));
  try {
    return { answer: answerTo(copied, { expressions, chance: chanceFrom({ nowMs: 1000, seed: 's' }), effort: Effort.inThread() }) };
  } catch (error) {
    return { error: failureOf(structuredClone(failureData(error))) };
  }
}

const withoutIds = (events: readonly HistoryEvent[]) => events.map(({ type, details }) => JSON.stringify({ type, details })).sort();

it('has the same events and the same output', () => {
  const [whole, divided] = [run(true), run(false)];
  expect(whole.asked).toBe(0);
  expect(divided.asked).toBeGreaterThan(8);
  expect(divided.output).toEqual(whole.output);
  // Branches take their turns in another order.
  expect(withoutIds(divided.events)).toEqual(withoutIds(whole.events));
});
