// The public API for tests, `cloud-emulator/testing`: for every test runner, or none.

export type { EventRecorder, RecordedEvent, RecorderOptions } from './event-recorder.ts';
export type { EventuallyOptions } from './eventually.ts';
export type { ClientClass } from './sdk-clients.ts';
export { startTestEmulator, type TestEmulator, type TestOptions } from './test-emulator.ts';
export { type TestHooks, useEmulator } from './use-emulator.ts';
