// YAML, without aliases: they let a small document stand for a huge one.
import { EVENT_ID, JSON_SCHEMA, load, parseEvents } from 'js-yaml';
import { YamlProblem } from './yaml-problem.ts';

const MAX_DEPTH = 100;

/** Texts that look like numbers and the like are read as JSON has them. @throws YamlProblem */
export function readYaml(text: string): unknown {
  try {
    if (parseEvents(text, { maxDepth: MAX_DEPTH }).some(({ type }) => type === EVENT_ID.ALIAS))
      throw new YamlProblem('the document has YAML aliases, which are not supported');
    return load(text, { maxDepth: MAX_DEPTH, schema: JSON_SCHEMA });
  } catch (error) {
    if (error instanceof YamlProblem) throw error;
    throw new YamlProblem(`the document cannot be read: ${(error as Error).message.split('\n', 1)[0]}`);
  }
}
