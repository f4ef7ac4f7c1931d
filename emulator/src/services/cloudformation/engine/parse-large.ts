// Parses templates. Large ones in YAML take half a second, so a thread of their own parses them while the emulator answers others.

import { nextTurn } from '#lib/next-turn';
import { withoutMark } from '#lib/read-text';
import { answerOfWorker } from '#lib/start-worker';
import type { JsonObject } from '#resources/json';
import { TemplateProblem } from './problem.ts';
import { checkedTemplate, parseText } from './template.ts';

/** A template of this length is parsed in some 30 ms; to start a thread takes about as long. */
const MAX_SMALL_LENGTH = 64 * 1024;
const THREAD_MEMORY_MB = 512;

/** JSON, because it is parsed faster than a copied object is received. */
export type ParsedText = { readonly json: string } | { readonly problem: string };

/** Parses JSON or YAML. @throws TemplateProblem */
export async function parseTemplate(written: string): Promise<JsonObject> {
  const text = withoutMark(written);
  if (text.length <= MAX_SMALL_LENGTH) return parseText(text);
  const own = jsonOf(text);
  const template = own === undefined ? (JSON.parse(await parsedElsewhere(text)) as JsonObject) : checkedTemplate(own);
  // Each walk over the objects of the largest takes 50 ms: what comes next has a turn of its own.
  await nextTurn();
  return template;
}

function jsonOf(text: string): JsonObject | undefined {
  try {
    return text.trimStart().startsWith('{') ? (JSON.parse(text) as JsonObject) : undefined;
  } catch {
    return undefined; // a flow mapping of YAML, or a problem that has a place
  }
}

async function parsedElsewhere(text: string): Promise<string> {
  const parsed = await answerOfWorker<ParsedText>('yaml-worker', import.meta.url, text, THREAD_MEMORY_MB);
  if ('problem' in parsed) throw new TemplateProblem(parsed.problem);
  return parsed.json;
}
