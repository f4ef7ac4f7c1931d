// Reads documents in YAML. Large ones take seconds, so a thread of their own reads them while the emulator answers others.
import { withoutMark } from '#lib/read-text';
import { answerOfWorker } from '#lib/start-worker';
import { YamlProblem } from './yaml-problem.ts';

export { YamlProblem };

/** A document of this length is read in some 30 ms; to start a thread takes about as long. */
const MAX_SMALL_LENGTH = 64 * 1024;
const THREAD_MEMORY_MB = 1_024;

/** JSON, because it is parsed faster than a copied object is received. */
export type ReadDocument = { readonly json: string } | { readonly problem: string };

/** Texts that look like numbers and the like are read as JSON has them. @throws YamlProblem, also for aliases */
export async function loadYaml(written: string): Promise<unknown> {
  const text = withoutMark(written);
  if (text.length <= MAX_SMALL_LENGTH) return (await import('./read-yaml.ts')).readYaml(text);
  const read = await answerOfWorker<ReadDocument>('document-worker', import.meta.url, text, THREAD_MEMORY_MB);
  if ('problem' in read) throw new YamlProblem(read.problem);
  return JSON.parse(read.json) as unknown;
}
