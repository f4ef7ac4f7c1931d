// The models of all services: read from models/dist on first use, compiled operation by operation.
import assert from 'node:assert';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DocumentAnswer, DocumentRequest, RequestMember } from '#core/document-request';
import type { Fault, FaultFacts } from '#core/fault';
import { EmulatorError } from '#lib/emulator-error';
import { lazy } from '#lib/lazy';
import { PACKAGE_ROOT } from '#lib/package-root';
import { jsonBodies, restOperation, xmlBodies } from './codec-rest.ts';
import { awsCborOperation, cborOperation, jsonOperation, queryOperation, rpcCodecs, type WireCodec } from './codec-rpc.ts';
import { ErrorWriter } from './errors.ts';
import { RestRouter, type RouteMatch } from './http/rest-router.ts';
import { Selectors } from './http/selectors.ts';
import type { OperationCodec, WireRequest, WireResponse } from './http/wire.ts';
import type { OperationIR, ProtocolId, ServiceIR } from './ir.ts';
import { DocumentCodec } from './json/document.ts';
import { DocumentRequests } from './json/document-requests.ts';
import { PLAIN_REQUEST, REST_JSON, SDK_REQUEST } from './json/json.ts';
import { MODELS_MISSING } from './messages.ts';
import { isoDateWhole } from './scalars.ts';
import { Validator } from './validate/validate.ts';
import { XmlReader } from './xml/xml-reader.ts';
import { XmlWriter } from './xml/xml-writer.ts';

export interface CompiledService {
  readonly ir: ServiceIR;
  /** Compiled on first use and kept. The operation must exist. */
  codec(operation: string, protocol: ProtocolId): OperationCodec;
  /**
   * For REST services. The path must be raw, with the bucket in it.
   * @throws Fault where the query names a part of a resource that does not take the method
   */
  route(request: WireRequest): RouteMatch | undefined;
  error(fault: Fault, protocol: ProtocolId, requestId: string): WireResponse;
  hasOperation(name: string): boolean;
  /** The name in a text of its own: a name that was cut out of a request keeps the longer text in memory. Undefined if the operation does not exist. */
  nameOf(operation: string): string | undefined;
  /** Limit for a body that is read whole; undefined where the operation has no limit of its own. */
  maxBodyBytes(operation: string): number | undefined;
  /** For calls that do not come over the wire. */
  validate(operation: string, input: unknown): void;
  faultFacts(fault: Fault): FaultFacts;
  /** Reads a request in the form of SDK_REQUEST. The operation must exist. */
  readRequest(operation: string, document: Readonly<Record<string, unknown>>): DocumentRequest;
  /** The members of such requests. */
  requestMembers(operation: string): readonly RequestMember[];
  /** Writes an answer in the same form. */
  writeAnswer(operation: string, output: object): Readonly<Record<string, unknown>>;
  /** Why a document of the form of SDK_REQUEST cannot be an answer. */
  answerProblem(operation: string, document: unknown, isComplete: boolean): string | undefined;
  /** Reads a request in the form of PLAIN_REQUEST. The operation must exist. */
  readPlain(operation: string, document: Readonly<Record<string, unknown>>): DocumentRequest;
  /** Reads an answer in that form. */
  readPlainAnswer(operation: string, document: Readonly<Record<string, unknown>>): DocumentAnswer;
  plainMembers(operation: string): readonly RequestMember[];
  /** Writes an answer in that form; streams in it must have been read. */
  writePlain(operation: string, output: object): Readonly<Record<string, unknown>>;
}

export interface Models {
  service(id: string): CompiledService;
}

/** Reads a file that the generator made. */
export function readGenerated(name: string): unknown {
  const file = join(PACKAGE_ROOT, 'models/dist', name);
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as unknown;
  } catch (cause) {
    throw new EmulatorError(MODELS_MISSING, `The model ${name} could not be read.`, { hint: 'Run `npm run models`.', cause });
  }
}

/** The codecs of one service, before validation is added. */
function wireCodecs(ir: ServiceIR): (name: string, operation: OperationIR, protocol: ProtocolId) => WireCodec {
  const rpc = lazy(() => rpcCodecs(ir));
  const restJson = lazy(() => jsonBodies(new DocumentCodec(ir, REST_JSON)));
  const restXml = lazy(() => xmlBodies(ir, new XmlReader(ir), new XmlWriter(ir, isoDateWhole)));
  return (name, operation, protocol) => {
    switch (protocol) {
      case 'awsJson1_0':
        return jsonOperation(ir, operation, rpc(), '1.0');
      case 'awsJson1_1':
        return jsonOperation(ir, operation, rpc(), '1.1');
      case 'rpcv2Cbor':
        return cborOperation(ir, operation, rpc());
      case 'awsCbor1_1':
        return awsCborOperation(ir, operation, rpc());
      case 'awsQuery':
      case 'awsQueryJson':
        return queryOperation(ir, name, operation, { codecs: rpc(), asJson: protocol === 'awsQueryJson' });
      case 'restJson1':
        return restOperation(ir, name, operation, restJson());
      case 'restXml':
        return restOperation(ir, name, operation, restXml());
    }
  };
}

export function compileService(ir: ServiceIR): CompiledService {
  const wireCodec = wireCodecs(ir);
  const router = lazy(() => new RestRouter(ir));
  const selectors = lazy(() => (ir.selectors ? new Selectors(ir, ir.selectors) : undefined));
  const errors = lazy(() => new ErrorWriter(ir));
  const validator = lazy(() => new Validator(ir));
  const requests = lazy(() => new DocumentRequests(ir, SDK_REQUEST));
  const plain = lazy(() => new DocumentRequests(ir, PLAIN_REQUEST));
  const codecs = new Map<ProtocolId, Map<string, OperationCodec>>();
  const operations = new Map(Object.entries(ir.operations));
  const names = new Map(Object.keys(ir.operations).map((name) => [name, name]));
  const operationOf = (name: string): OperationIR => {
    const operation = operations.get(name);
    assert(operation, `${ir.id} has no operation ${name}`);
    return operation;
  };
  const validation = (name: string): ((input: unknown) => void) => {
    const { input } = operationOf(name);
    return input === null ? () => {} : validator().input(input);
  };
  return {
    ir,
    codec: (name, protocol) => {
      const ofProtocol = codecs.get(protocol);
      const known = ofProtocol?.get(name);
      if (known) return known;
      const made: OperationCodec = { ...wireCodec(name, operationOf(name), protocol), validate: validation(name) };
      codecs.set(protocol, (ofProtocol ?? new Map<string, OperationCodec>()).set(name, made));
      return made;
    },
    route: (request) => router().match(selectors()?.resolve(request) ?? request),
    error: (fault, protocol, requestId) => errors().write(fault, protocol, requestId),
    faultFacts: (fault) => errors().facts(fault),
    hasOperation: (name) => operations.has(name),
    nameOf: (operation) => names.get(operation),
    maxBodyBytes: (name) => operations.get(name)?.maxBodyBytes,
    validate: (name, input) => validation(name)(input),
    requestMembers: (name) => requests().members(operationOf(name)),
    readRequest: (name, document) => requests().read(operationOf(name), document),
    writeAnswer: (name, output) => requests().write(operationOf(name), output),
    readPlain: (name, document) => plain().read(operationOf(name), document),
    readPlainAnswer: (name, document) => plain().readAnswer(operationOf(name), document),
    plainMembers: (name) => plain().members(operationOf(name)),
    writePlain: (name, output) => plain().write(operationOf(name), output),
    answerProblem: (name, document, isComplete) => requests().problem(operationOf(name), document, isComplete),
  };
}

export function createModels(): Models {
  const services = new Map<string, CompiledService>();
  return {
    service: (id) => {
      const known = services.get(id);
      if (known) return known;
      const made = compileService(readGenerated(`${id}.json`) as ServiceIR);
      services.set(id, made);
      return made;
    },
  };
}
