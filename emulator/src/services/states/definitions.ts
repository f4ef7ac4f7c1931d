// Definitions as they run: read once per revision, with the expression engine where they need it. Checks definitions that clients send.
import type { Ctx } from '#core/ctx';
import { fault } from '#model/states';
import { resourceProblem } from './integrations/resource-problem.ts';
import { type CheckedDefinition, checkDefinition, mayUseExpressions } from './language/definition/check-definition.ts';
import { type Diagnostic, describeDiagnostics } from './language/definition/diagnostics.ts';
import { withWrittenLanguages } from './language/definition/older-language.ts';
import { variableReferences } from './language/definition/variable-references.ts';
import { Expressions } from './language/expressions/expressions.ts';
import { isObject, memberOf } from './language/json.ts';
import { type LocatedState, type Machine, statesIn, usesExpressions } from './language/machine.ts';
import { mockedStates } from './mocks/mocks.ts';
import { type MachineType, type Revision, revisions, type StateMachine } from './state.ts';
import { languageThreads } from './threads/language-threads.ts';

const MAX_READ = 1000;
/** Characters of a definition that the main thread checks: longer ones are for a thread. */
const MAX_BRIEF_CHECK = 16_000;

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
  known(revisionId: string): RunnableMachine | undefined {
    return this.#machines.get(revisionId);
  }
  async machine(revisionId: string, { definition, hasOneLanguage }: Revision): Promise<RunnableMachine> {
    const written = JSON.parse(definition) as Machine;
    const machine = hasOneLanguage ? written : withWrittenLanguages(written);
    const runnable = { machine, expressions: usesExpressions(machine) ? await this.expressions() : undefined };
    if (this.#machines.size >= MAX_READ) this.#machines.clear();
    this.#machines.set(revisionId, runnable);
    return runnable;
  }
  async stop(): Promise<void> {}
}

const definitionsOf = (ctx: Ctx): Definitions => ctx.own('states.definitions', () => new Definitions());

/** `isPartial`: the definition holds one state of a machine, whose targets may be missing. */
export async function checkText(definition: string, type: MachineType, ctx: Ctx, isPartial = false): Promise<CheckedDefinition> {
  const options = { isExpress: type === 'EXPRESS', isPartial };
  if (definition.length <= MAX_BRIEF_CHECK)
    return checkDefinition(definition, { ...options, expressions: await expressionsFor(definition, ctx) });
  const request = { definition, options, usesExpressions: mayUseExpressions(definition) };
  return (await languageThreads(ctx).check(request, 'definitions')) ?? TOO_LONG;
}

const TOO_LONG: CheckedDefinition = {
  diagnostics: [{ severity: 'ERROR', code: 'SCHEMA_VALIDATION_FAILED', message: 'The definition takes too long to check' }],
};

export const expressionsFor = async (definition: string, ctx: Ctx): Promise<Expressions | undefined> =>
  mayUseExpressions(definition) ? await definitionsOf(ctx).expressions() : undefined;

/** @throws Fault InvalidDefinition */
export async function requireDefinition(
  definition: string,
  { name, type }: Pick<StateMachine, 'name' | 'type'>,
  ctx: Ctx,
): Promise<Machine> {
  const { machine, diagnostics } = await checkText(definition, type, ctx);
  if (!machine) throw fault('InvalidDefinition', describeDiagnostics(diagnostics));
  const mocked = await mockedStates(name, ctx);
  const problems = [...statesIn(machine)].flatMap((located) => problemsOf(located, mocked.has(located.name), ctx));
  if (problems.length > 0) throw fault('InvalidDefinition', describeDiagnostics(problems));
  return machine;
}

/** The parts of a state that the language has and this emulator cannot run. Tasks that are mocked may call what is not there. */
function problemsOf({ location, state }: LocatedState, isMocked: boolean, ctx: Ctx): Diagnostic[] {
  const finding = (message: string, field: string): Diagnostic[] => [
    { severity: 'ERROR', code: 'SCHEMA_VALIDATION_FAILED', message, location: `${location}/${field}` },
  ];
  const mayBeAbsent = isMocked || ctx.options.STATES_UNSUPPORTED === 'mock';
  const problem = state.Type === 'Task' ? resourceProblem(state.Resource!, ctx, mayBeAbsent) : undefined;
  if (problem !== undefined) return finding(problem, 'Resource');
  const config = state.ItemReader && memberOf(state.ItemReader, 'ReaderConfig');
  if (!isObject(config) || config['Transformation'] !== 'LOAD_AND_FLATTEN' || config['InputType'] !== undefined) return [];
  return finding('The transformation LOAD_AND_FLATTEN needs an InputType.', 'ItemReader');
}

/** The machine of a revision that is kept. No promise once it has been read. */
export function runnableOf(revisionId: string, ctx: Ctx): RunnableMachine | Promise<RunnableMachine> {
  const definitions = definitionsOf(ctx);
  return definitions.known(revisionId) ?? definitions.machine(revisionId, ctx.records(revisions).get([revisionId])!);
}

/** The variables that the states of a revision read, as descriptions of machines tell them. */
export async function referencesOf(revisionId: string, ctx: Ctx): Promise<Record<string, string[]> | undefined> {
  const { machine, expressions } = await runnableOf(revisionId, ctx);
  return variableReferences(machine, expressions);
}
