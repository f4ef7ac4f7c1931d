// Every service, one line each.
import type { Service } from '#core/service';

export const SERVICES: readonly Service[] = [];
