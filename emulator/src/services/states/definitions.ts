// Definitions as they run: read once per revision, with the expression engine where they need it. Checks those that clients send.
import type { Ctx } from '#core/ctx';
import { fault } from '#model/states';
import { resourceProblem } from './integrations/resource-problem.ts';
import { type CheckedDefinition, checkDefinition, mayUseExpressions } from './language/definition/check-definition.ts';
import { type Diagnostic, describeDiagnostics } from './language/definition/diagnostics.ts';
import { type LocatedState, type Machine, type State, statesIn, usesExpressions } from './language/definition/machine.ts';
import { Expressions } from './language/expressions/expressions.ts';
import { isObject, memberOf } from './language/json.ts';
import { mockedStates } from './mocks/mocks.ts';
import { type MachineType, revisions, type StateMachine } from './state.ts';

const MAX_READ = 1000;
const READERS = /^arn:[^:]+:states:::s3:(?:getObject|listObjectsV2)$/;
const INPUT_TYPES: ReadonlySet<string> = new Set(['CSV', 'JSON', 'JSONL', 'MANIFEST', 'PARQUET']);
const MANIFEST_TYPES: ReadonlySet<string> = new Set(['ATHENA_DATA', 'S3_INVENTORY']);

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
  async machine(revisionId: string, definition: string): Promise<RunnableMachine> {
    const machine = JSON.parse(definition) as Machine;
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
  return checkDefinition(definition, { isExpress: type === 'EXPRESS', expressions: await expressionsFor(definition, ctx), isPartial });
}

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
function problemsOf({ name, state }: LocatedState, isMocked: boolean, ctx: Ctx): Diagnostic[] {
  const finding = (message: string, field: string): Diagnostic[] => [
    { severity: 'ERROR', code: 'SCHEMA_VALIDATION_FAILED', message, location: `/States/${name}/${field}` },
  ];
  const mayBeAbsent = isMocked || ctx.options.STATES_UNSUPPORTED === 'mock';
  const problem = state.Type === 'Task' ? resourceProblem(state.Resource!, ctx, mayBeAbsent) : undefined;
  if (problem !== undefined) return finding(problem, 'Resource');
  const reader = readerProblem(state);
  return reader === undefined ? [] : finding(reader, 'ItemReader');
}

/** Why the items of a Map state cannot be read here. */
function readerProblem({ ItemReader }: State): string | undefined {
  if (!ItemReader) return undefined;
  const resource = String(ItemReader['Resource']);
  if (!READERS.test(resource)) return `Items can be read here with s3:getObject and s3:listObjectsV2, not with ${resource}.`;
  const config = memberOf(ItemReader, 'ReaderConfig');
  if (!isObject(config)) return undefined;
  const { InputType, ManifestType = 'S3_INVENTORY', Transformation } = config;
  if (InputType !== undefined && !INPUT_TYPES.has(String(InputType)))
    return `Items cannot be read here from files of the type ${String(InputType)}: use ${[...INPUT_TYPES].join(', ')}.`;
  if (Transformation === 'LOAD_AND_FLATTEN' && InputType === undefined) return 'The transformation LOAD_AND_FLATTEN needs an InputType.';
  return MANIFEST_TYPES.has(String(ManifestType)) ? undefined : `Manifests of the type ${String(ManifestType)} cannot be read here.`;
}

/** The machine of a revision that is kept. No promise once it has been read. */
export function runnableOf(revisionId: string, ctx: Ctx): RunnableMachine | Promise<RunnableMachine> {
  const definitions = definitionsOf(ctx);
  return definitions.known(revisionId) ?? definitions.machine(revisionId, ctx.records(revisions).get([revisionId])!.definition);
}
