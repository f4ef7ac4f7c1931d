// Reads requests that clients write as JSON documents, and writes their answers, for services that call others on their behalf.
import type { DocumentAnswer, DocumentRequest, RequestMember } from '#core/document-request';
import { writeJson } from '#lib/json-text';
import type { OperationIR, ServiceIR, StructureShape } from '#protocol/ir';
import { AnswerCheck } from './answer-check.ts';
import { DocumentCodec, type DocumentFormat } from './document.ts';

export class DocumentRequests {
  readonly #ir: ServiceIR;
  readonly #format: DocumentFormat;
  readonly #codec: DocumentCodec;

  constructor(ir: ServiceIR, format: DocumentFormat) {
    this.#ir = ir;
    this.#format = format;
    this.#codec = new DocumentCodec(ir, format);
  }

  members({ input: ref }: OperationIR): readonly RequestMember[] {
    const members = ref === null ? [] : (this.#ir.shapes[ref] as StructureShape).members;
    return members.map(([name, kind, traits]) => ({
      ...{ name: this.#format.wireName(name, traits), isRequired: traits?.required === 1, isText: kind === 'string' },
    }));
  }

  /** @throws Fault SerializationException for a value of the wrong type */
  read(operation: OperationIR, document: Readonly<Record<string, unknown>>): DocumentRequest {
    const { input: ref } = operation;
    const members = this.members(operation);
    const names = new Set(members.map(({ name }) => name));
    return {
      input: ref === null ? {} : (this.#codec.reader(ref)(document) as object),
      missing: members.filter(({ name, isRequired }) => isRequired && (document[name] ?? null) === null).map(({ name }) => name),
      unknown: Object.keys(document).filter((name) => !names.has(name)),
    };
  }

  /** @throws Fault SerializationException for a value of the wrong type */
  readAnswer({ output: ref }: OperationIR, document: Readonly<Record<string, unknown>>): DocumentAnswer {
    if (ref === null) return { output: {}, unknown: Object.keys(document) };
    const names = new Set((this.#ir.shapes[ref] as StructureShape).members.map(([name, , traits]) => this.#format.wireName(name, traits)));
    return { output: this.#codec.reader(ref)(document) as object, unknown: Object.keys(document).filter((name) => !names.has(name)) };
  }

  /** Why the document cannot be an answer; with `isComplete` required members must be there. */
  problem({ output: ref }: OperationIR, document: unknown, isComplete: boolean): string | undefined {
    return ref === null ? undefined : new AnswerCheck(this.#ir, isComplete).problem(ref, document);
  }

  /** The answer as a JSON document. Streams in it must have been read. */
  write({ output: ref }: OperationIR, output: object): Readonly<Record<string, unknown>> {
    if (ref === null) return {};
    return JSON.parse(writeJson(this.#codec.writer(ref)(output))) as Record<string, unknown>;
  }
}
