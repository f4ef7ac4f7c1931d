// The command that mends a failure: to copy, and to run, where it is a call of the cloud's API.

import { OPERATIONS, SERVICES } from 'wire:protocols';
import { useState } from 'preact/hooks';
import { wordsOf } from '#api/fault.ts';
import type { Scope } from '#api/model.ts';
import { perform, readOnly, say } from '#shell/session.ts';
import { callOfCommand } from './call-of-command.ts';
import { Command } from './reason.tsx';

/** `To allow it: aws lambda add-permission …` → the sentence before the command, and the command. */
const COMMAND = /^([\s\S]*?)\b(aws [a-z0-9-]+ [a-z0-9-]+ [\s\S]*)$/;

export function Remedy({ text, scope }: { text: string; scope: Scope }) {
  const [done, setDone] = useState(false);
  const [, before = text, command] = COMMAND.exec(text) ?? [];
  const call = command === undefined ? undefined : callOfCommand(command, { services: SERVICES, operations: OPERATIONS });
  const run = async (): Promise<void> => {
    try {
      await perform(scope, call!);
      setDone(true);
      say('Done: try again what failed.');
    } catch (error) {
      say(wordsOf(error), 'bad');
    }
  };
  return (
    <div class="remedy">
      <span>{before.trim() || 'To mend it:'}</span>
      {command && <Command text={command} />}
      {call && !readOnly.value && (
        <button type="button" class="small" disabled={done} onClick={() => void run()}>
          {done ? 'Done' : 'Run it'}
        </button>
      )}
    </div>
  );
}
