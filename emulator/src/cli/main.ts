#!/usr/bin/env node
// The command `emulator` as a process of its own.
import { runEmulator } from './run-emulator.ts';

const isStart = process.argv[2] === 'start';
// The reader has closed the pipe (`… | head`). An emulator serves on without a console.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE' && !isStart) process.exit();
});
// Without a listener, an error would be told there, too, without end.
process.stderr.on('error', () => undefined);
void runEmulator(process.argv.slice(2));
