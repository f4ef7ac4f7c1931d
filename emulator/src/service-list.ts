// Every service, one line each.
import type { Service } from '#core/service';
import { sqs } from '#services/sqs/index';

export const SERVICES: readonly Service[] = [sqs];
