// YAML, without aliases: they let a small document stand for a huge one.
const MAX_DEPTH = 100;

/** A text that is no YAML, or has aliases; the message says which. */
export class YamlProblem extends Error {}

/** Texts that look like numbers and the like are read as JSON has them. @throws YamlProblem */
export async function loadYaml(text: string): Promise<unknown> {
  const { EVENT_ID, JSON_SCHEMA, load, parseEvents } = await import('js-yaml');
  try {
    if (parseEvents(text, { maxDepth: MAX_DEPTH }).some(({ type }) => type === EVENT_ID.ALIAS))
      throw new YamlProblem('the document has YAML aliases, which are not supported');
    return load(text, { maxDepth: MAX_DEPTH, schema: JSON_SCHEMA });
  } catch (error) {
    if (error instanceof YamlProblem) throw error;
    throw new YamlProblem(`the document cannot be read: ${(error as Error).message.split('\n', 1)[0]}`);
  }
}
