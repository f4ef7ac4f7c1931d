// Mapping templates as the cloud's API gateway was recorded to render them, byte for byte.
// Velocity: from the recorded cases of localstack/airspeed (Apache-2.0). Variables of the gateway: from those of localstack/localstack (Apache-2.0).
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compileTemplate } from '../../../emulator/src/lib/vtl/compile.ts';
import { toValue, type Value } from '../../../emulator/src/lib/vtl/values.ts';
import { InputVariable } from '../../../emulator/src/services/apigateway/variables/input-variable.ts';
import { UTIL } from '../../../emulator/src/services/apigateway/variables/util-variable.ts';
import { GATEWAY_CASES } from './gateway-cases.ts';

interface VelocityCase {
  readonly title: string;
  readonly template: string;
  /** Set before the template runs, from a JSON text. */
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly ignoresBlanks?: boolean;
  readonly printed?: string;
  readonly printedJson?: unknown;
  /** Year and month. */
  readonly recorded: string;
}

const velocity = JSON.parse(readFileSync(new URL('./velocity.json', import.meta.url), 'utf8')) as VelocityCase[];
const squeezed = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** The recordings passed the variables in a path parameter, and set each of them in front of the template. */
function recordedTemplate({ template, variables = {} }: VelocityCase): string {
  const sets = Object.keys(variables).map((name) => `#set($${name} = $bodyJSON.${name})`);
  return `#set($body = $context.requestOverride.path.body)\n#set($bodyJSON = $util.parseJson($body)) ${sets.join(' ')}\n${template}`;
}

function render(template: string, body: string, context: unknown): string {
  const variables = new Map<string, Value>([
    ['input', new InputVariable(body)],
    ['util', UTIL],
    ['context', toValue(context)],
    ['stageVariables', new Map()],
  ]);
  return compileTemplate(template)(variables);
}

describe('Velocity', () => {
  it.each(velocity.map((each) => [each.title, each] as const))('%s', (_, recorded) => {
    const body = JSON.stringify(recorded.variables ?? {});
    const printed = render(recordedTemplate(recorded), body, { requestOverride: { path: { body } } });
    if (recorded.printed === undefined) expect(JSON.parse(printed)).toEqual(recorded.printedJson);
    else if (recorded.ignoresBlanks) expect(squeezed(printed)).toBe(squeezed(recorded.printed));
    else expect(printed).toBe(recorded.printed);
  });
});

describe('the gateway', () => {
  it.each(GATEWAY_CASES)('$title', ({ template, body, printed }) => {
    expect(render(template, body, {})).toBe(printed);
  });
});
