// The code of one function or layer in a template: its runtime and how it is built, with the additions of Globals.
import type { LocalReference } from './local-references.ts';
import { isObject, type PlainObject } from './template-document.ts';

const LAYERS = ['AWS::Serverless::LayerVersion', 'AWS::Lambda::LayerVersion'];
const CODE_TYPES = ['AWS::Serverless::Function', 'AWS::Lambda::Function', ...LAYERS];

export const isCode = ({ resourceType, property }: LocalReference): boolean =>
  CODE_TYPES.includes(resourceType) && ['CodeUri', 'Code', 'ContentUri', 'Content'].includes(property);

export const isLayer = ({ resourceType }: LocalReference): boolean => LAYERS.includes(resourceType);

/** `nodejs22.x`; undefined where it is a function of the template, or not set. */
export function runtimeOf({ resource, resourceType }: LocalReference, template: PlainObject): string | undefined {
  const own = isObject(resource['Properties']) ? resource['Properties']['Runtime'] : undefined;
  const globals = isObject(template['Globals']) ? template['Globals']['Function'] : undefined;
  const shared = resourceType === 'AWS::Serverless::Function' && isObject(globals) ? globals['Runtime'] : undefined;
  const runtime = own ?? shared;
  return typeof runtime === 'string' ? runtime : undefined;
}

export const metadataOf = ({ resource }: LocalReference): PlainObject => (isObject(resource['Metadata']) ? resource['Metadata'] : {});
