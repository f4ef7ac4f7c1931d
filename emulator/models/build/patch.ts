// Merges a service's patch (patches/<service>.ts) into its IR.
import { existsSync } from 'node:fs';
import type { Member, OperationIR, Ref, ServiceIR, Shape, StructureShape } from '#protocol/ir';
import type { ExtraError, ExtraOperation, ServicePatch } from '#protocol/patch';

export async function readPatch(folder: URL, id: string): Promise<ServicePatch> {
  const file = new URL(`${id}.ts`, folder);
  return existsSync(file) ? ((await import(file.href)) as { patch: ServicePatch }).patch : {};
}

const structures = (ir: ServiceIR): StructureShape[] => ir.shapes.filter((shape): shape is StructureShape => 'members' in shape);

function push(ir: ServiceIR, shape: Shape): number {
  ir.shapes.push(shape);
  return ir.shapes.length - 1;
}

const SIMPLE_KINDS = new Set<Ref | string>(['string', 'number', 'boolean', 'timestamp', 'blob', 'stream', 'document']);

/** Resolves a shape's name: patches refer to shapes by name, the IR by number. */
function refByName(ir: ServiceIR, ref: Ref | string): Ref {
  const index = ir.shapes.findIndex((shape) => shape.name === ref);
  if (index < 0 && !SIMPLE_KINDS.has(ref)) throw new Error(`patches/${ir.id}.ts names the unknown shape ${ref}`);
  return index < 0 ? (ref as Ref) : index;
}

const namedMembers = (ir: ServiceIR, members: ExtraOperation['input']['members']): Member[] =>
  members.map(([member, ref, traits]): Member => (traits ? [member, refByName(ir, ref), traits] : [member, refByName(ir, ref)]));

function addOperation(ir: ServiceIR, name: string, extra: ExtraOperation): void {
  const structure = ({ name: shapeName, members }: ExtraOperation['input']): number =>
    push(ir, {
      kind: 'structure',
      name: shapeName,
      members: namedMembers(ir, members),
    });
  const { method, uri, status } = extra;
  ir.operations[name] = {
    input: structure(extra.input),
    output: structure(extra.output),
    http: { method, uri, status },
  };
}

function addError(ir: ServiceIR, name: string, { members = [], ...facts }: ExtraError): void {
  const known = ir.errors[name];
  const shape = known === undefined ? undefined : ir.shapes[known];
  if (shape && 'members' in shape) {
    shape.error = { ...shape.error, ...facts };
    const has = new Set(shape.members.map(([member]) => member));
    shape.members.push(...members.filter((member) => !has.has(member)).map((member): Member => [member, 'string']));
    return;
  }
  const all = ['message', ...members].map((member): Member => [member, 'string']);
  ir.errors[name] = push(ir, { kind: 'error', name, members: all, error: facts });
}

/** Restores `/{Bucket}`, which the package leaves out of its URIs because it goes into the host name. */
function restoreLabel(ir: ServiceIR, operation: OperationIR, label: string): void {
  const input = operation.input === null ? undefined : ir.shapes[operation.input];
  if (!operation.http || !input || !('members' in input)) return;
  const names = input.members.some(([name, , traits]) => name === label && traits?.label);
  if (names && !operation.http.uri.includes(`{${label}}`)) {
    const { uri } = operation.http;
    operation.http.uri = `/{${label}}${uri.startsWith('/?') || uri === '/' ? uri.slice(1) : uri}`;
  }
}

function patchMembers(ir: ServiceIR, patch: ServicePatch): void {
  const dropped = new Set(patch.dropMembers);
  const known = new Set(structures(ir).flatMap((shape) => shape.members.map(([name]) => `${shape.name}.${name}`)));
  const optional = new Set(patch.optional);
  const unknown = [...dropped, ...optional, ...Object.keys(patch.members ?? {})].filter((name) => !known.has(name));
  if (unknown.length > 0) throw new Error(`patches/${ir.id}.ts names unknown members: ${unknown.join(', ')}`);
  for (const shape of structures(ir)) {
    shape.members = shape.members
      .filter(([name]) => !dropped.has(`${shape.name}.${name}`))
      .map(([name, ref, traits]): Member => {
        const path = `${shape.name}.${name}`;
        if (optional.has(path)) delete traits?.required;
        const more = patch.members?.[path];
        return more ? [name, ref, { ...traits, ...more }] : traits ? [name, ref, traits] : [name, ref];
      });
  }
}

function addMembers(ir: ServiceIR, patch: ServicePatch): void {
  for (const [name, members] of Object.entries(patch.addMembers ?? {})) {
    const shape = structures(ir).find((each) => each.name === name);
    if (!shape) throw new Error(`patches/${ir.id}.ts names the unknown structure ${name}`);
    shape.members.push(...namedMembers(ir, members));
  }
}

function orderMembers(ir: ServiceIR, patch: ServicePatch): void {
  for (const [name, order] of Object.entries(patch.order ?? {})) {
    const shape = structures(ir).find((each) => each.name === name);
    const unknown = order.filter((member) => !shape?.members.some(([each]) => each === member));
    if (!shape || unknown.length > 0) throw new Error(`patches/${ir.id}.ts orders unknown members of ${name}: ${unknown.join(', ')}`);
    const place = ([member]: Member): number => order.indexOf(member);
    shape.members.sort((one, other) => place(one) - place(other));
  }
}

export function applyPatch(ir: ServiceIR, patch: ServicePatch): void {
  const { validation, ...profile } = patch.profile ?? {};
  Object.assign(ir.profile.validation, validation);
  Object.assign(ir.profile, profile);
  if (patch.selectors) ir.selectors = patch.selectors;
  if (patch.xmlNamespace) ir.xmlNamespace = patch.xmlNamespace;
  ir.also.push(...(patch.also ?? []));
  patchMembers(ir, patch);
  for (const [name, values] of Object.entries(patch.enums ?? {})) {
    if (!ir.enums[name] || [...ir.enums[name]].sort().join() !== [...values].sort().join())
      throw new Error(`patches/${ir.id}.ts orders an enumeration that the model has otherwise: ${name}`);
    ir.enums[name] = values;
  }
  for (const name of patch.rawShapes ?? []) (ir.shapes[refByName(ir, name) as number] as StructureShape).raw = 1;
  addMembers(ir, patch);
  orderMembers(ir, patch);
  for (const operation of Object.values(ir.operations)) if (patch.uriPrefixLabel) restoreLabel(ir, operation, patch.uriPrefixLabel);
  for (const [name, { status, ...facts }] of Object.entries(patch.operations ?? {})) {
    const operation = ir.operations[name];
    if (!operation) throw new Error(`patches/${ir.id}.ts names the unknown operation ${name}`);
    if (status && operation.http) operation.http.status = status;
    const { unwrapped, rootElement, maxBodyBytes, rootPath } = facts;
    Object.assign(operation, unwrapped ? { unwrapped: 1 } : {}, rootElement ? { rootElement } : {}, maxBodyBytes ? { maxBodyBytes } : {});
    if (rootPath) operation.rootPath = 1;
  }
  for (const [name, extra] of Object.entries(patch.extraOperations ?? {})) addOperation(ir, name, extra);
  for (const [name, error] of Object.entries(patch.errors ?? {})) addError(ir, name, error);
}
