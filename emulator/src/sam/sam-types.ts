// The types whose properties can be shared by `Globals`, and the check of the resources before the transform.
import { expectMap, InvalidDocument, invalidDocument, ofAttribute, SamProblem } from './problems.ts';
import { type Block, filled, get, has, isBlock, isText, type Value } from './values.ts';

const TYPES = new Set(
  ['Api', 'Function', 'SimpleTable', 'Application', 'LayerVersion', 'HttpApi', 'WebSocketApi', 'StateMachine', 'CapacityProvider'].map(
    (name) => `AWS::Serverless::${name}`,
  ),
);
export const isSamType = (type: Value | undefined): boolean => isText(type) && TYPES.has(type);

/** Limit: events of a serverless template. It is the emulator's own: nearly every event makes a resource, and a stack has at most 500. */
const MAX_EVENTS = 1000;
/** Limit: destinations of connectors in a serverless template. It is the emulator's own. */
const MAX_DESTINATIONS = 500;

const sizeOf = (value: Value | undefined): number => (isBlock(value) || Array.isArray(value) ? Object.keys(value).length : 0);

function checkSizes(resources: Block): void {
  const sum = (count: (properties: Value | undefined) => number): number =>
    Object.values(resources).reduce<number>((total, each) => total + count(get(each, 'Properties')), 0);
  const events = sum((properties) => sizeOf(get(properties, 'Events')));
  if (events > MAX_EVENTS) throw invalidDocument(`The emulator transforms at most ${MAX_EVENTS} events of a template, not ${events}.`);
  const destinations = sum((properties) => (Array.isArray(get(properties, 'Destination')) ? sizeOf(get(properties, 'Destination')) : 0));
  if (destinations > MAX_DESTINATIONS)
    throw invalidDocument(`The emulator transforms at most ${MAX_DESTINATIONS} destinations of connectors, not ${destinations}.`);
}

/** @throws InvalidDocument for resources that are no objects */
export function checkResources(template: Block): void {
  const resources = get(template, 'Resources');
  if (!isBlock(resources) || !filled(resources)) throw invalidDocument("'Resources' section is required");
  if (!Object.values(resources).every(isBlock))
    throw invalidDocument("All 'Resources' must be Objects. If you're using YAML, this may be an indentation issue.");
  checkSizes(resources);
  for (const [id, resource] of Object.entries(resources)) {
    const condition = get(resource, 'Condition');
    if (filled(condition) && !isText(condition)) throw invalidDocument('Every Condition member must be a string.');
    if (!isSamType(get(resource, 'Type'))) continue;
    try {
      expectMap(has(resource, 'Properties') ? get(resource, 'Properties') : {}, 'Properties', ofAttribute(id));
    } catch (error) {
      throw error instanceof SamProblem ? new InvalidDocument([error]) : error;
    }
  }
}
