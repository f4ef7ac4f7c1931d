// Payloads for functions behind integrations that are no proxies: they must be JSON, which templates write by hand.
import { isJson } from '#lib/json-structure';

const MAX_SHOWN = 100;

/** A template of an integration: the content type or the key that chose it, and its text. */
export interface MappingTemplate {
  readonly name: string;
  readonly source: string;
}

/** Why a text cannot be sent to a function; undefined for JSON, and for no text at all. `template` is the name of the template that made it. */
export function payloadProblem(text: string, template: string | undefined): string | undefined {
  if (text === '' || isJson(text)) return undefined;
  const made = template === undefined ? 'the body that was passed through is no JSON' : `the template ${template} made what is no JSON`;
  return `${made}: ${text.slice(0, MAX_SHOWN)}${text.length > MAX_SHOWN ? '…' : ''}`;
}
