// Definitions as they run: read once per revision, with the expression engine where they need it. Checks those that clients send.
import type { Ctx } from '#core/ctx';
import { fault } from '#model/states';
import { resourceProblem } from './integrations/resource-problem.ts';
import { type CheckedDefinition, checkDefinition, mayUseExpressions } from './language/definition/check-definition.ts';
import { type Diagnostic, describeDiagnostics } from './language/definition/diagnostics.ts';
import { type Machine, processorOf, type State, statesIn, usesExpressions } from './language/definition/machine.ts';
import { Expressions } from './language/expressions/expressions.ts';
import { type MachineType, revisions } from './state.ts';

const MAX_READ = 1000;

export interface RunnableMachine {
  readonly machine: Machine;
  /** Undefined where the machine has no expressions. */
  readonly expressions: Expressions | undefined;
}

/** One per emulator. */
class Definitions {
  readonly #machines = new Map<string, RunnableMachine>();
  #expressions: Promise<Expressions> | undefined;

  /** The engine loads with the first definition that needs it. */
  expressions(): Promise<Expressions> {
    this.#expressions ??= import('#model/expression-engine').then(({ expressionEngine }) => new Expressions(expressionEngine));
    return this.#expressions;
  }
  async machine(revisionId: string, definition: string): Promise<RunnableMachine> {
    const known = this.#machines.get(revisionId);
    if (known) return known;
    const machine = JSON.parse(definition) as Machine;
    const runnable = { machine, expressions: usesExpressions(machine) ? await this.expressions() : undefined };
    if (this.#machines.size >= MAX_READ) this.#machines.clear();
    this.#machines.set(revisionId, runnable);
    return runnable;
  }
  async stop(): Promise<void> {}
}

const definitionsOf = (ctx: Ctx): Definitions => ctx.own('states.definitions', () => new Definitions());

export async function checkText(definition: string, type: MachineType, ctx: Ctx): Promise<CheckedDefinition> {
  const expressions = mayUseExpressions(definition) ? await definitionsOf(ctx).expressions() : undefined;
  return checkDefinition(definition, { isExpress: type === 'EXPRESS', expressions });
}

/** @throws Fault InvalidDefinition */
export async function requireDefinition(definition: string, type: MachineType, ctx: Ctx): Promise<Machine> {
  const { machine, diagnostics } = await checkText(definition, type, ctx);
  if (!machine) throw fault('InvalidDefinition', describeDiagnostics(diagnostics));
  const problems = [...statesIn(machine)].flatMap(({ name, state }) => problemsOf(name, state, ctx));
  if (problems.length > 0) throw fault('InvalidDefinition', describeDiagnostics(problems));
  return machine;
}

/** What cannot be run here, although the language has it. */
function problemsOf(name: string, state: State, ctx: Ctx): Diagnostic[] {
  const finding = (message: string, field: string): Diagnostic[] => [
    { severity: 'ERROR', code: 'SCHEMA_VALIDATION_FAILED', message, location: `/States/${name}/${field}` },
  ];
  const problem = state.Type === 'Task' ? resourceProblem(state.Resource!, ctx) : undefined;
  if (problem !== undefined) return finding(problem, 'Resource');
  if (state.Type === 'Map' && processorOf(state).ProcessorConfig?.Mode === 'DISTRIBUTED')
    return finding('Distributed Map states cannot be run here yet: use the mode INLINE.', 'ItemProcessor/ProcessorConfig/Mode');
  return [];
}

/** The machine of a revision that is kept. */
export function runnableOf(revisionId: string, ctx: Ctx): Promise<RunnableMachine> {
  const { definition } = ctx.records(revisions).get([revisionId])!;
  return definitionsOf(ctx).machine(revisionId, definition);
}
