// Recorded histories of state machines, one for each order of events that was recorded: tasks and map runs have the recorded outcome, and the
// interpreter writes each event with the same number, cause and details. A file holds blocks of lines: the recording (localstack/localstack, below
// tests/aws/services/stepfunctions), the machine, the input, and the events; `<…>` stands for anything.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Json } from '#services/states/language/json';
import type { Machine } from '#services/states/language/machine';
import { historyDifference } from '../oracles/states/compare.ts';
import { detailsOf, isLike, type RecordedEvent } from '../oracles/states/recorded-case.ts';
import { Replay } from '../oracles/states/replay.ts';

const FOLDER = new URL('./histories/', import.meta.url);

const after = (line: string, word: string): unknown => JSON.parse(line.slice(word.length));

function readEvent(line: string): RecordedEvent {
  const [, id, previous, type, details = '{}'] = /^(\d+) after (\d+) (\w+)(?: (.*))?$/.exec(line)!;
  return { id: Number(id), previousEventId: Number(previous), type: type!, details: JSON.parse(details) as unknown };
}

function readBlock(block: string) {
  const [recording = '', machine = '', input = '', ...events] = block.trim().split('\n');
  return {
    recording: recording.slice('# '.length),
    machine: after(machine, 'machine') as Machine,
    input: after(input, 'input') as Json,
    events: events.map(readEvent),
  };
}

describe.each(readdirSync(FOLDER))('%s', (file) => {
  const blocks = readFileSync(new URL(file, FOLDER), 'utf8').split('\n\n').map(readBlock);
  it.each(blocks.map((block) => [block.recording, block] as const))('%s', (_recording, { machine, input, events }) => {
    const started = detailsOf(events[0]!)['input'] as Json;
    // The recording has placeholders for some values, and the case for others.
    const replay = new Replay(machine, isLike(started, input) ? input : started, events, false);
    replay.run();
    expect(historyDifference(replay.events, events)).toBeUndefined();
  });
});
