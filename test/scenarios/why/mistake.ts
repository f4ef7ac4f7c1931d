// A mistake that people make, and what the emulator tells of it: on the console, and by `emulator why`.
import type { CreateFunctionCommandInput, Lambda } from '@aws-sdk/client-lambda';
import type { StartOptions } from '../../../emulator/src/main.ts';
import type { TestEmulator } from '../../support/emulator.ts';

/** The emulator in which the mistake is made. Its clock is manual. */
export interface Setting {
  readonly emulator: TestEmulator;
  readonly lambda: Lambda;
  /** Makes a function whose handler has this body, and waits until it is active. */
  create(name: string, body: string, more?: Partial<CreateFunctionCommandInput>): Promise<void>;
}

export interface Mistake {
  /** The mistake in a few words: the name of its test. */
  readonly title: string;
  /** Makes it, and resolves once its effect is there. */
  make(place: Setting): Promise<void>;
  /** Options of the emulator, where the mistake is made with its start: it gets an emulator of its own. */
  readonly start?: () => StartOptions;
  /** The line on the console. */
  readonly line: RegExp;
  /** The root cause, in one of the first three lines of `emulator why`. */
  readonly cause: RegExp;
  /** Subjects under which `emulator why` tells of it, besides none. */
  readonly subjects: readonly string[];
  /** Further text of `emulator why`: the command that mends it, what followed. */
  readonly told?: readonly RegExp[];
  /** Codes of what followed, as `--json` has them. */
  readonly followed?: readonly string[];
  /** Nothing has failed: what happened is as somebody asked for it, but perhaps not as it was meant. The ledger stays empty, the exit status 0. */
  readonly isAsDesigned?: true;
}

export const ACCOUNT = '000000000000';
export const functionArn = (name: string): string => `arn:aws:lambda:us-east-1:${ACCOUNT}:function:${name}`;
export const invocationUri = (name: string): string =>
  `arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions/${functionArn(name)}/invocations`;
/** The name of a role that nobody has made: it may be taken by all. */
export const ROLE = `arn:aws:iam::${ACCOUNT}:role/mistakes`;

export const refused = async (call: Promise<unknown>): Promise<void> =>
  void (await call.then(
    () => undefined,
    () => undefined,
  ));
