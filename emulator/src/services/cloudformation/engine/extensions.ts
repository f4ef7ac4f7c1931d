// The language extensions: evaluates what they allow functions for and what must be a text afterwards, from parameters, mappings and conditions.
// https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/transform-aws-languageextensions.html
// Texts: measured for loops and lengths (ministackorg/ministack, pull request 1739), the others are those of the port in the SAM CLI.
import { functionCall, isList, isObject, isScalar, type Json, type JsonObject, textOf } from '#resources/json';
import { evaluateConditions } from './conditions.ts';
import { expandForEach } from './for-each.ts';
import { evaluate, KNOWN_AFTER_APPLY, type Scope } from './intrinsics.ts';
import { OutputBudget } from './output-budget.ts';
import { TemplateProblem, TransformFailed } from './problem.ts';

export const LANGUAGE_EXTENSIONS = 'AWS::LanguageExtensions';

/** Values that are known before a deployment: of parameters and pseudo parameters. */
export type KnownValues = (name: string) => Json | undefined;

const SECTIONS = ['Conditions', 'Resources', 'Outputs'] as const;
const POLICIES = ['DeletionPolicy', 'UpdateReplacePolicy'] as const;

const failed = (why: string): TransformFailed => TransformFailed.of(LANGUAGE_EXTENSIONS, `with: ${why}`);

/** @throws TransformFailed for what cannot be evaluated before a deployment */
export function applyExtensions(root: JsonObject, known: KnownValues, region: string): JsonObject {
  const extensions = new Extensions(root, known, region);
  const expanded = expandForEach(root, (value) => extensions.listOf(value));
  return extensions.apply(expanded);
}

/** Made once per template. */
class Extensions {
  readonly #scope: Omit<Scope, 'condition'>;
  #conditions: Readonly<Record<string, boolean>> | undefined;
  #section: JsonObject = {};

  constructor({ Mappings }: JsonObject, known: KnownValues, region: string) {
    const later = (): never => {
      throw new TemplateProblem('known later');
    };
    this.#scope = {
      mappings: isObject(Mappings) ? Mappings : {},
      ref: known,
      attribute: () => undefined,
      importValue: later,
      zones: later,
      region,
      takesNoValue: true,
      budget: new OutputBudget(),
    };
  }

  /** The items of a collection; undefined where they are known later. */
  listOf(value: Json): readonly string[] | undefined {
    const found = this.#evaluated(value);
    if (isList(found)) return found.map(textOf);
    return isObject(value) && isScalar(found) ? [textOf(found)] : undefined;
  }

  apply(root: JsonObject): JsonObject {
    const conditions = isObject(root.Conditions) ? (this.#within(root.Conditions) as JsonObject) : undefined;
    this.#section = conditions ?? {};
    const sections = SECTIONS.flatMap((name) => {
      const section = name === 'Conditions' ? conditions : root[name];
      return isObject(section) ? [[name, name === 'Conditions' ? section : this.#members(section)] as const] : [];
    });
    return { ...root, ...Object.fromEntries(sections) };
  }

  /** Resources or outputs. */
  #members(section: JsonObject): JsonObject {
    return Object.fromEntries(
      Object.entries(section).map(([id, member]) => [id, isObject(member) ? this.#member(id, this.#within(member) as JsonObject) : member]),
    );
  }

  #member(id: string, member: JsonObject): JsonObject {
    const { Condition } = member;
    const named = isObject(Condition)
      ? { ...member, Condition: this.#text(Condition, `Error resolving resource ${id} in template`) }
      : member;
    const policies = POLICIES.flatMap((name) => (isObject(member[name]) ? [[name, this.#policy(id, name, member[name])] as const] : []));
    return policies.length === 0 ? named : { ...named, ...Object.fromEntries(policies) };
  }

  #policy(id: string, name: string, given: Json): Json {
    const found = this.#evaluated({ policy: given });
    if (isObject(found) && found.policy === undefined)
      throw failed('AWS::NoValue is not supported for DeletionPolicy or UpdateReplacePolicy');
    if (!isObject(found) || typeof found.policy !== 'string') throw failed(`Unsupported expression for ${name} in resource ${id}`);
    return found.policy;
  }

  /** The value with the arguments of Ref and GetAtt, and lengths, evaluated: inner ones first. */
  #within(value: Json): Json {
    if (isList(value)) return value.map((item) => this.#within(item));
    if (!isObject(value)) return value;
    const made = Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.#within(item)]));
    const [name, argument] = functionCall(made) ?? [];
    if (name === 'Ref' && isObject(argument)) return { Ref: this.#text(argument, 'Ref layout is incorrect') };
    if (name === 'Fn::GetAtt' && isList(argument) && argument.some(isObject))
      return { 'Fn::GetAtt': argument.map((part) => (isObject(part) ? this.#text(part, 'Fn::GetAtt layout is incorrect') : part)) };
    if (name === 'Fn::Length') return this.#length(argument!);
    return made;
  }

  #length(argument: Json): Json {
    const found = this.#evaluated(argument);
    // Parameters of the account's store, and values that another stack gives, are read later
    if (found === KNOWN_AFTER_APPLY || (found === undefined && functionCall(argument)?.[0] === 'Ref')) return { 'Fn::Length': argument };
    if (found === undefined) throw failed('The Fn::Length value could not be resolved for properties');
    if (!isList(found)) throw failed('Fn::Length resolve value type mismatch');
    return found.length;
  }

  #text(value: Json, problem: string): string {
    const found = this.#evaluated(value);
    if (found === undefined || !isScalar(found)) throw failed(problem);
    return textOf(found);
  }

  /** Undefined for what is known later. */
  #evaluated(value: Json): Json | undefined {
    try {
      return evaluate(value, { ...this.#scope, condition: (name) => this.#isTrue(name) });
    } catch (error) {
      if (error instanceof TemplateProblem && !(error instanceof TransformFailed)) return undefined;
      throw error;
    }
  }

  #isTrue(name: string): boolean {
    try {
      this.#conditions ??= evaluateConditions(this.#section, this.#scope);
    } catch (error) {
      if (error instanceof TemplateProblem) throw failed('Unable to resolve Conditions section');
      throw error;
    }
    return this.#conditions[name] ?? false;
  }
}
