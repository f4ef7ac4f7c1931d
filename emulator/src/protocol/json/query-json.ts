// Writes answers of the query protocol as JSON, which `Accept: application/json` asks for. A member that is absent is null, a map is the list of
// its entries; names are those of the service's older interface. Recorded for SQS, known of STS.
// https://docs.aws.amazon.com/apigateway/latest/developerguide/integrating-api-with-aws-services-sqs.html
import type { MapShape, Ref, ServiceIR, StructureShape } from '#protocol/ir';
import { REST_JSON } from './json.ts';

type Write = (value: unknown) => unknown;
type Plain = Readonly<Record<string, unknown>>;

export class QueryJsonWriter {
  readonly #ir: ServiceIR;
  readonly #structures: (Write | undefined)[] = [];

  constructor(ir: ServiceIR) {
    this.#ir = ir;
  }

  writer(ref: Ref): Write {
    if (typeof ref !== 'number') return REST_JSON.write[ref];
    const shape = this.#ir.shapes[ref]!;
    if (shape.kind === 'map') return this.#map(shape);
    if (shape.kind === 'list') {
      const item = this.writer(shape.item);
      return (value) => [...(value as Iterable<unknown>)].map(item);
    }
    return this.#structure(ref, shape);
  }

  #map(shape: MapShape): Write {
    const part = this.writer(shape.value);
    const key = shape.keyTraits?.xmlName ?? 'key';
    const name = shape.valueTraits?.xmlName ?? 'value';
    return (value) => Object.entries(value as Plain).map(([entry, given]) => ({ [key]: entry, [name]: part(given) }));
  }

  /** A structure may contain itself: while it is being compiled, its users get a closure that looks it up later. */
  #structure(index: number, { members }: StructureShape): Write {
    const known = this.#structures[index];
    if (known) return known;
    let made: Write | undefined;
    this.#structures[index] = (value) => made!(value);
    const parts = members.map(([name, ref, traits]) => ({ name, as: traits?.jsonName ?? name, write: this.writer(ref) }));
    made = (value) =>
      Object.fromEntries(
        parts.map(({ name, as, write }) => {
          const given = (value as Plain)[name];
          return [as, given === undefined || given === null ? null : write(given)];
        }),
      );
    this.#structures[index] = made;
    return made;
  }
}
