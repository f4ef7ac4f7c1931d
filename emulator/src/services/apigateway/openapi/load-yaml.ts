// YAML, without aliases: they let a small document stand for a huge one.
import { DocumentError } from './document-error.ts';

const MAX_DEPTH = 100;

/** @throws DocumentError */
export async function loadYaml(text: string): Promise<unknown> {
  const { EVENT_ID, JSON_SCHEMA, load, parseEvents } = await import('js-yaml');
  try {
    if (parseEvents(text, { maxDepth: MAX_DEPTH }).some(({ type }) => type === EVENT_ID.ALIAS))
      throw new DocumentError('the document has YAML aliases, which are not supported');
    return load(text, { maxDepth: MAX_DEPTH, schema: JSON_SCHEMA });
  } catch (error) {
    if (error instanceof DocumentError) throw error;
    throw new DocumentError(`the document cannot be read: ${(error as Error).message.split('\n', 1)[0]}`);
  }
}
