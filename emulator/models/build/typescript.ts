// Converts IR to TypeScript: the types against which handlers are checked. Inputs are validated, so required members are not optional.
import type { Constraint, Member, Ref, ServiceIR, SimpleKind, StructureShape } from '#protocol/ir';

const SIMPLE: Record<SimpleKind, string> = {
  string: 'string',
  number: 'number',
  boolean: 'boolean',
  timestamp: 'Date',
  'date-time': 'Date',
  'http-date': 'Date',
  'epoch-seconds': 'Date',
  blob: 'Uint8Array',
  stream: 'ByteStream',
  document: 'Document',
};

/** Names of shapes that would hide names used by the generated file itself. */
const TAKEN = new Set([
  'Date',
  'Uint8Array',
  'AsyncIterable',
  'Array',
  'Object',
  'Error',
  'Record',
  'Map',
  'Set',
  'Promise',
  'ByteStream',
  'Document',
  'Nothing',
]);

/** `cognito-idp`: CognitoIdpModel. */
const modelName = (id: string): string =>
  `${id
    .split('-')
    .map((word) => `${word[0]!.toUpperCase()}${word.slice(1)}`)
    .join('')}Model`;

/** One TypeScript name per structure: numbers tell shapes of the same name apart. */
function nameShapes(ir: ServiceIR): string[] {
  const used = new Set<string>([modelName(ir.id)]);
  return ir.shapes.map(({ name }) => {
    const base = TAKEN.has(name) ? `_${name}` : name;
    let unique = base;
    for (let copy = 2; used.has(unique); copy++) unique = `${base}_${copy}`;
    used.add(unique);
    return unique;
  });
}

class TypeWriter {
  readonly #ir: ServiceIR;
  readonly #names: string[];
  readonly #outputs: Set<number>;
  constructor(ir: ServiceIR) {
    this.#ir = ir;
    this.#names = nameShapes(ir);
    const indexes = Object.values(ir.operations).map(({ output }) => output);
    this.#outputs = new Set(indexes.filter((index) => index !== null));
  }

  #type(ref: Ref, constraint: Constraint | undefined, output: boolean): string {
    if (typeof ref !== 'number') {
      if (ref === 'string' && constraint?.enum) return this.#openEnum(constraint.enum);
      return ref === 'stream' && output ? 'Uint8Array | AsyncIterable<Uint8Array> | string' : SIMPLE[ref];
    }
    const shape = this.#ir.shapes[ref]!;
    if (shape.kind === 'list') return `readonly (${this.#type(shape.item, constraint?.item, output)})[]`;
    if (shape.kind === 'map') return `{ [key: string]: ${this.#type(shape.value, constraint?.value, output)} }`;
    return shape.eventStream ? `AsyncIterable<${this.#names[ref]!}>` : this.#names[ref]!;
  }

  /** Known values keep editor completion, and other strings stay assignable. */
  #openEnum(name: string): string {
    const values = this.#ir.enums[name] ?? [];
    return values.length > 0 ? `(${values.map((value) => JSON.stringify(value)).join(' | ')} | (string & {}))` : 'string';
  }

  #structure(index: number, shape: StructureShape): string {
    const output = this.#outputs.has(index);
    const lines = shape.members.map(([name, ref, traits]) => {
      const type = this.#type(ref, traits?.constraint, output);
      const key = /^\w+$/.test(name) ? name : `'${name}'`;
      return traits?.required ? `  ${key}: ${type};` : `  ${key}?: ${type} | undefined;`;
    });
    return `export interface ${this.#names[index]} {\n${lines.join('\n')}\n}`;
  }

  #union(index: number, shape: StructureShape): string {
    const alternative = ([name, ref, traits]: Member): string => {
      const others = shape.members.filter(([other]) => other !== name).map(([other]) => ` ${other}?: undefined;`);
      return `  | { ${name}: ${this.#type(ref, traits?.constraint, false)};${others.join('')} }`;
    };
    return `export type ${this.#names[index]} =\n${shape.members.map(alternative).join('\n') || '  never'};`;
  }

  /** As JSON has it: one interface, because nobody has checked yet how many members are there. */
  #raw(index: number, shape: StructureShape): string {
    const lines = shape.members.map(([name, ref, traits]) => {
      const type = this.#type(ref, traits?.constraint, false).replaceAll('Uint8Array', 'string');
      return `  readonly ${name}?: ${type};`;
    });
    return `export interface ${this.#names[index]} {\n${lines.join('\n')}\n}`;
  }

  shapes(): string[] {
    return this.#ir.shapes.flatMap((shape, index) => {
      if (!('members' in shape)) return [];
      if (shape.raw) return [this.#raw(index, shape)];
      return [shape.kind === 'union' ? this.#union(index, shape) : this.#structure(index, shape)];
    });
  }

  operations(): string[] {
    return Object.entries(this.#ir.operations).map(([name, { input, output }]) => {
      const given = input === null ? 'Nothing' : this.#names[input];
      const empty = output === null || (this.#ir.shapes[output] as StructureShape).members.length === 0;
      return `    ${name}: { input: ${given}; output: ${empty ? 'Nothing' : this.#names[output]} };`;
    });
  }
}

function faultNames(ir: ServiceIR): string[] {
  const { validation, unknownOperation } = ir.profile;
  return [...new Set([...Object.keys(ir.errors), validation.code, unknownOperation.code])];
}

export function writeTypes(ir: ServiceIR): string {
  const writer = new TypeWriter(ir);
  const model = modelName(ir.id);
  const operations = writer.operations();
  return [
    `// Generated from ${ir.from}: do not edit.`,
    operations.some((line) => /: Nothing\b/.test(line))
      ? `import { bind, type Nothing } from '#core/operation';`
      : `import { bind } from '#core/operation';`,
    '',
    'export type ByteStream = AsyncIterable<Uint8Array>;',
    'export type Document = null | boolean | number | string | Document[] | { [key: string]: Document };',
    '',
    ...writer.shapes(),
    '',
    `export interface ${model} {`,
    '  operations: {',
    ...operations,
    '  };',
    `  faults: ${faultNames(ir)
      .map((name) => `'${name}'`)
      .join(' | ')};`,
    '}',
    '',
    `export const { operation, fault } = bind<${model}>();`,
    '',
  ].join('\n');
}

export function writeIndex(ids: string[]): string {
  return [
    '// Generated: the model of every service, by its id.',
    ...ids.map((id) => `import type { ${modelName(id)} } from './${id}.ts';`),
    '',
    'export interface Models {',
    ...ids.map((id) => `  ${id.includes('-') ? `'${id}'` : id}: ${modelName(id)};`),
    '}',
    '',
  ].join('\n');
}
