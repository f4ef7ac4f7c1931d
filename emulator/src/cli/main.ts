#!/usr/bin/env node
// The command `emulator` as a process of its own.
import { runEmulator } from './run-emulator.ts';

// The reader has closed the pipe (`… | head`).
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE' && process.argv[2] !== 'start') process.exit();
});
void runEmulator(process.argv.slice(2));
