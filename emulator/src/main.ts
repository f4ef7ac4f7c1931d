// The public API: an emulator in this process. Integrations and tests import this and nothing else.

export type { OptionValues } from '#config/options';
export type { UsedAccess } from '#core/authorization/access-log';
export type { PolicyReport, UnusedPermission } from '#core/authorization/policy-report';
export type { PolicyStatementText, PolicyText } from '#core/authorization/used-policy';
export type { FaultEffect, FaultRequest, FaultRule } from '#core/faults/fault-rules';
export type { Level, LogLine, Sink } from '#core/log';
export type { Snapshot } from '#core/records';
export type { Stub } from '#core/stubs/stub-answers';
export { EmulatorError } from '#lib/emulator-error';
export type { Emulator, EmulatorClock, EmulatorFaults, EmulatorStubs, IdentityPolicy, StartOptions, StubOutput } from './api.ts';
export { startEmulator } from './app.ts';
export { runBootScripts } from './boot.ts';
