// The public API: an emulator in this process. Integrations and tests import this and nothing else.

export { EmulatorError } from '#lib/emulator-error';
export { type Emulator, type StartOptions, startEmulator } from './app.ts';
export { runBootScripts } from './boot.ts';
