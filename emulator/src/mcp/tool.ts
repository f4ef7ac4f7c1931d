// The form of a tool that agents call: its input with a schema, what it may do, and how it does it.
import type { z } from 'zod';

/** Members of an input, by name. */
export type Shape = Readonly<Record<string, z.ZodType>>;
type InputOf<S extends Shape> = { readonly [K in keyof S]: z.infer<S[K]> };

/** `reads`: may be called freely; `changes`: adds or changes something; `destroys`: what it takes away is lost. */
export type ToolEffect = 'reads' | 'changes' | 'destroys';

export interface ToolAnswer {
  readonly text: string;
  readonly failed?: boolean;
}

/** The emulator and the project, as tools reach them. */
export interface ToolContext {
  /** The address of the emulator: `http://127.0.0.1:4566`. */
  readonly url: string;
  /** Runs the command `emulator` in the folder of the project. Operands are never read as options. */
  command(words: readonly string[], how?: CommandOptions): Promise<ToolAnswer>;
  /** Asks one of the emulator's own endpoints. @throws EmulatorError NOT_RUNNING */
  ask(path: string, body?: object, method?: 'GET' | 'POST' | 'DELETE'): Promise<ToolAnswer>;
  /** Calls an operation of a service. @throws EmulatorError NOT_RUNNING */
  call(
    service: string,
    operation: string,
    input: object,
    scope?: Readonly<{ region?: string | undefined; account?: string | undefined }>,
  ): Promise<ToolAnswer>;
  /** The path of a file or folder in the project. @throws EmulatorError PATH_OUTSIDE, also for links that lead out of it */
  path(given: string): Promise<string>;
}

export interface CommandOptions {
  /** Names that the client gave. */
  readonly operands?: readonly string[];
  /** An exit code of 1 is an answer, no failure of the tool: something was found to have failed. */
  readonly oneIsAnswer?: boolean;
  readonly timeoutMs?: number;
}

export interface Tool<S extends Shape = Shape> {
  readonly name: string;
  /** For people. */
  readonly title: string;
  /** For the model that chooses: what it is for, and what to call next. */
  readonly description: string;
  readonly effect: ToolEffect;
  /** Starts or stops the emulator, which a server that is part of the emulator cannot. */
  readonly isFromOutside?: true;
  readonly input: S;
  run(input: InputOf<S>, context: ToolContext): Promise<ToolAnswer>;
}

/** Checks that the tool's code and the schema of its input agree. */
export const tool = <S extends Shape>(made: Tool<S>): Tool => made as unknown as Tool;

/** `--name=value` if there is a value: the value is never read as an option. */
export const option = (name: string, value: string | number | undefined): readonly string[] =>
  value === undefined ? [] : [`${name}=${value}`];
export const given = (operand: string | undefined): readonly string[] => (operand === undefined ? [] : [operand]);
