// A case for a resource type: properties that are not the defaults, and the operation of the service that shows them.
import type { TestEmulator } from '../../../support/emulator.ts';

export interface CreatedStack {
  /** The value of `Ref` for each resource of the stack, by logical id. */
  readonly ref: Readonly<Record<string, string>>;
  /** The attributes of the resource under test. */
  readonly attributes: Readonly<Record<string, string>>;
}

export interface TypeCase {
  readonly type: string;
  /** Where a type has more than one case; together they leave no property out. */
  readonly title?: string;
  /** Other resources of the stack, by logical id; the one under test is `It`. */
  readonly needs?: Readonly<Record<string, object>>;
  readonly properties: object;
  /** The service's own answer; rejects, or answers undefined, once the thing is gone. */
  readonly readBack: (emulator: TestEmulator, made: CreatedStack) => Promise<unknown>;
  /** Members of that answer (`toMatchObject`). */
  readonly expected: object;
  /** The form of the value of `Ref`. */
  readonly ref: RegExp;
  /** An update in place. */
  readonly change?: { readonly properties: object; readonly expected: object };
  /** Collections that keep what was, so that a change which is taken back leaves a trace there. */
  readonly history?: readonly string[];
  /** Why a change that was just made cannot be taken back at once. */
  readonly slow?: string;
  /** Attributes that are empty here, each with the reason. */
  readonly absent?: Readonly<Record<string, string>>;
  /** Properties (`Targets.EcsParameters`) that stand in no test, each with the reason. */
  readonly untested?: Readonly<Record<string, string>>;
}

export const ROLE = 'arn:aws:iam::000000000000:role/any';
export const policy = (...statements: object[]): object => ({ Version: '2012-10-17', Statement: statements });
export const getAtt = (id: string, name: string): object => ({ 'Fn::GetAtt': [id, name] });
export const ref = (id: string): object => ({ Ref: id });
export const TAGS = [
  { Key: 'team', Value: 'blue' },
  { Key: 'stage', Value: 'test' },
];
