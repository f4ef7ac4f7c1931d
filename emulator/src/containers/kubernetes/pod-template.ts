// The user's overlay of Pods: merged as the cluster merges patches, lists with names by these names (strategic merge), everything else as in
// RFC 7386. Keys of lists: https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.32/#podspec-v1-core (patch merge key). Pure.

import { EmulatorError } from '#lib/emulator-error';
import { isObject, readObject } from '#lib/json-object';
import { table } from '#lib/table';
import { POD_TEMPLATE_INVALID } from './messages.ts';

export type Json = Readonly<Record<string, unknown>>;

/** Lists whose entries are merged by a member; entries of other lists replace each other, as the cluster does it. */
const MERGE_KEYS = table<string>({
  containers: 'name',
  initContainers: 'name',
  volumes: 'name',
  env: 'name',
  imagePullSecrets: 'name',
  volumeMounts: 'mountPath',
  ports: 'containerPort',
  hostAliases: 'ip',
  topologySpreadConstraints: 'topologyKey',
});
const FIELDS = new Set(['apiVersion', 'kind', 'metadata', 'spec']);
/** Fields by which Pods of functions are found again and end. */
const OWN = ['metadata.name', 'metadata.namespace', 'metadata.generateName', 'spec.restartPolicy'];

const invalid = (option: string, why: string): EmulatorError =>
  new EmulatorError(POD_TEMPLATE_INVALID, `${option} is not understood: ${why}.`, { hint: POD_TEMPLATE_INVALID.remedy });

/** `read`: for a value that is the path of a file. @throws EmulatorError POD_TEMPLATE_INVALID */
export function parsePodTemplate(text: string, read: (path: string) => string | undefined): Json {
  const option = 'KUBERNETES_POD_TEMPLATE';
  const trimmed = text.trim();
  if (trimmed === '') return {};
  const isJson = trimmed.startsWith('{');
  const content = isJson ? trimmed : read(trimmed);
  if (content === undefined) throw invalid(option, `there is no file ${trimmed}, and it is no JSON object`);
  const template = objectIn(option, content);
  for (const name of Object.keys(template))
    if (!FIELDS.has(name)) throw invalid(option, `${name} is no field of a Pod; labels belong to metadata, everything else to spec`);
  for (const name of ['metadata', 'spec'] as const)
    if (template[name] !== undefined && !isObject(template[name])) throw invalid(option, `${name} is no object`);
  for (const path of OWN) {
    const [parent = '', child = ''] = path.split('.');
    if (isObject(template[parent]) && Object.hasOwn(template[parent], child)) throw invalid(option, `${path} is the emulator's own`);
  }
  for (const list of ['containers', 'initContainers', 'volumes'] as const) checkNames(option, list, template);
  return template;
}

function checkNames(option: string, list: string, template: Json): void {
  const given = isObject(template['spec']) ? template['spec'][list] : undefined;
  if (given === undefined) return;
  if (!Array.isArray(given)) throw invalid(option, `spec.${list} is no list`);
  for (const each of given as unknown[])
    if (!isObject(each) || typeof each['name'] !== 'string')
      throw invalid(option, `an entry of spec.${list} has no name (the container of the function is called function)`);
}

export function objectIn(option: string, text: string): Json {
  const object = readObject(text);
  if (object) return object;
  try {
    JSON.parse(text);
  } catch (error) {
    throw invalid(option, (error as Error).message);
  }
  throw invalid(option, 'it is no JSON object');
}

/** `name=value,other=value`. @throws EmulatorError POD_TEMPLATE_INVALID */
export function parsePairs(option: string, text: string): Readonly<Record<string, string>> {
  const pairs = text
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean);
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=');
      if (at <= 0) throw invalid(option, `${pair} is no name=value`);
      return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
    }),
  );
}

/** `null` removes; `$patch: replace` or `delete` within an entry of a list, and `$patch: replace` in an object, do what they do in the cluster. */
export function merged(base: Json, overlay: Json): Json {
  if (overlay['$patch'] === 'replace') return without(overlay, '$patch');
  const result = new Map(Object.entries(base));
  for (const [name, value] of Object.entries(overlay)) {
    const before = result.get(name);
    if (value === null) result.delete(name);
    else if (isObject(value)) result.set(name, merged(isObject(before) ? before : {}, value));
    else if (Array.isArray(value) && Array.isArray(before) && MERGE_KEYS[name] !== undefined)
      result.set(name, mergedList(before, value, MERGE_KEYS[name]));
    else result.set(name, value);
  }
  return Object.fromEntries(result);
}

function mergedList(base: readonly unknown[], overlay: readonly unknown[], key: string): readonly unknown[] {
  if (overlay.some((each) => isObject(each) && each['$patch'] === 'replace' && Object.keys(each).length === 1))
    return overlay.filter((each) => !(isObject(each) && each['$patch'] === 'replace'));
  const result = [...base];
  for (const entry of overlay) {
    const at = result.findIndex((each) => isObject(each) && isObject(entry) && each[key] === entry[key]);
    const isGone = isObject(entry) && entry['$patch'] === 'delete';
    if (at >= 0 && isGone) result.splice(at, 1);
    else if (at >= 0) result[at] = merged(result[at] as Json, entry as Json);
    else if (!isGone) result.push(entry);
  }
  return result;
}

const without = (object: Json, name: string): Json => Object.fromEntries(Object.entries(object).filter(([each]) => each !== name));
