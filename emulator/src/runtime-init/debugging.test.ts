// Which variables open a debugger, and what the lines of a process say about it.
import { expect, it } from 'vitest';
import { type DebuggerState, Debugging, debuggerOption } from './debugging.ts';

it.each([
  [{ NODE_OPTIONS: '--inspect-brk' }, 'waits'],
  [{ NODE_OPTIONS: '--enable-source-maps --inspect-brk=127.0.0.1:9242' }, 'waits'],
  [{ NODE_OPTIONS: '--inspect-wait=0' }, 'waits'],
  [{ NODE_OPTIONS: '--inspect=127.0.0.1:9242' }, 'listens'],
  [{ NODE_OPTIONS: '--inspect-port=9000' }, undefined],
  [{ JAVA_TOOL_OPTIONS: '-agentlib:jdwp=transport=dt_socket,server=y,address=*:5005' }, 'waits'],
  [{ JAVA_TOOL_OPTIONS: '-Xmx256m -agentlib:jdwp=transport=dt_socket,server=y,suspend=n,address=5005' }, 'listens'],
  [{ OTHER: '--inspect-brk' }, undefined],
])('%j: %s', (env, option) => expect(debuggerOption(env as Record<string, string>)).toBe(option));

const watched = (option: 'waits' | 'listens' | undefined) => {
  const states: DebuggerState[] = [];
  return { states, debugging: new Debugging(option, (state) => states.push(state)) };
};

it('says where a debugger is awaited, that it has attached, and that it is gone with the process', () => {
  const { states, debugging } = watched('waits');
  expect(debugging.unlimited).toBe(true);
  for (const line of ['Debugger listening on ws://127.0.0.1:9242/6f1c', 'For help, see: https://…', 'Debugger attached.', 'hello'])
    debugging.read(line);
  debugging.gone();
  expect(states).toEqual([{ kind: 'awaited', address: 'ws://127.0.0.1:9242/6f1c' }, { kind: 'attached' }, { kind: 'gone' }]);
  expect(debugging.unlimited).toBe(true);
});

it('takes an awaited debugger for attached once the code runs', () => {
  const { states, debugging } = watched('waits');
  debugging.read('Listening for transport dt_socket at address: 5005');
  debugging.running();
  debugging.running();
  expect(states).toEqual([{ kind: 'awaited', address: '5005' }, { kind: 'attached' }]);
});

it('keeps the limits of a process that only listens until a debugger attaches', () => {
  const { states, debugging } = watched('listens');
  debugging.read('Debugger listening on ws://127.0.0.1:9229/6f1c');
  expect([states, debugging.unlimited]).toEqual([[], false]);
  debugging.read('Debugger attached.');
  expect(debugging.unlimited).toBe(true);
  debugging.gone();
  expect(debugging.unlimited).toBe(false);
});

it('reads nothing in a process without a debugger', () => {
  const { states, debugging } = watched(undefined);
  debugging.read('Debugger attached.');
  expect([states, debugging.unlimited]).toEqual([[], false]);
});
