// Parts of templates and readers that the cases of event buses share.
import { EventBridge } from '@aws-sdk/client-eventbridge';
import type { TestEmulator } from '../../../support/emulator.ts';

export const key = { Type: 'AWS::KMS::Key', Properties: {} };
export const eventsOf = (emulator: TestEmulator): EventBridge => emulator.client(EventBridge);
