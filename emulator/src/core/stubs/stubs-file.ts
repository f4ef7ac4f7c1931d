// A file of stubs: a JSON object from calls to answers.
import { readFileSync } from 'node:fs';
import { STUB_INVALID } from '#core/messages';
import { EmulatorError } from '#lib/emulator-error';
import { readObject } from '#lib/json-object';
import type { StubRequest } from './stub-answers.ts';

/** @throws EmulatorError STUB_INVALID */
export function readStubs(file: string): readonly StubRequest[] {
  const document = readObject(textOf(file));
  if (document) return Object.entries(document).map(([call, answer]) => ({ call, answer: answer as StubRequest['answer'] }));
  throw new EmulatorError(STUB_INVALID, `${file} is no JSON object of calls and answers.`, { hint: HINT });
}

const HINT = 'Write {"rekognition.DetectLabels": {"Labels": []}}.';

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new EmulatorError(STUB_INVALID, `The stubs ${file} cannot be read: ${(cause as Error).message}`, { hint: HINT, cause });
  }
}
