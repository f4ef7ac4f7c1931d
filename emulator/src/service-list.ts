// Every service, one line each.
import type { Service } from '#core/service';
import { iam } from '#services/iam/index';
import { lambda } from '#services/lambda/index';
import { logs } from '#services/logs/index';
import { s3 } from '#services/s3/index';
import { sqs } from '#services/sqs/index';
import { sts } from '#services/sts/index';

export const SERVICES: readonly Service[] = [iam, lambda, logs, s3, sqs, sts];
