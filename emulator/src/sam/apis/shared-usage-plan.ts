// The usage plan that all APIs with `CreateUsagePlan: SHARED` of one template share.
import { invalidTemplate } from '#sam/problems';
import { type Block, get, isText, or, type Value } from '#sam/values';

const CONDITION = 'SharedUsagePlanCondition';

export class SharedUsagePlan {
  readonly apis: string[] = [];
  readonly #stages = new Map<string, string>();
  readonly #conditions = new Set<string>();
  #unconditional = false;
  #deletion: Value | undefined;
  #replacement: Value | undefined;

  add(apiId: string, stageId: string): void {
    if (!this.apis.includes(apiId)) this.apis.push(apiId);
    this.#stages.set(apiId, stageId);
  }

  stages(): (readonly [apiId: string, stageId: string])[] {
    return [...this.#stages];
  }

  /** The plan exists if one of its APIs does, and is kept if one of them is. Conditions are added to those of the template. */
  attributes(inherited: Block, conditions: Block | undefined): Block {
    this.#addPolicies(get(inherited, 'DeletionPolicy'), get(inherited, 'UpdateReplacePolicy'));
    this.#addCondition(get(inherited, 'Condition'), conditions);
    return {
      ...(this.#deletion === undefined ? {} : { DeletionPolicy: this.#deletion }),
      ...(this.#replacement === undefined ? {} : { UpdateReplacePolicy: this.#replacement }),
      ...(this.#conditions.size > 0 && !this.#unconditional ? { Condition: CONDITION } : {}),
    };
  }

  #addPolicies(deletion: Value | undefined, replacement: Value | undefined): void {
    if (this.#deletion === undefined || deletion === 'Retain') this.#deletion = deletion ?? this.#deletion;
    const stronger = replacement === 'Retain' || (replacement === 'Snapshot' && this.#replacement === 'Delete');
    if (this.#replacement === undefined || stronger) this.#replacement = replacement ?? this.#replacement;
  }

  #addCondition(condition: Value | undefined, conditions: Block | undefined): void {
    if (this.#unconditional) return;
    if (condition === undefined) {
      this.#unconditional = true;
      if (conditions) delete conditions[CONDITION];
      return;
    }
    if (!isText(condition) || this.#conditions.has(condition)) return;
    if (conditions === undefined) throw invalidTemplate("Can't have condition without having 'Conditions' section in the template");
    this.#conditions.add(condition);
    conditions[CONDITION] = this.#conditions.size === 1 ? condition : or([...this.#conditions]);
  }
}
