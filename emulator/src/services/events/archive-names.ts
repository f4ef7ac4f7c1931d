// Names of archives and replays, and of the rule that feeds an archive.
import type { RegionScope } from '#core/region-scope';
import { formatArn } from '#lib/arn';
import { eventsArn } from './arns.ts';

/** The service behind `ManagedBy` of the rules that feed archives, as the real service names it (getmoto/moto, moto/events/models.py). */
export const ARCHIVE_MANAGER = 'prod.vhs.events.aws.internal';

export const archiveArn = (scope: RegionScope, name: string): string => eventsArn(scope, `archive/${name}`);
export const replayArn = (scope: RegionScope, name: string): string => eventsArn(scope, `replay/${name}`);
/** The name of an archive's rule, and the id of its only target. */
export const archiveRuleName = (archive: string): string => `Events-Archive-${archive}`;
/** The target of all archive rules of a region: `arn:aws:events:us-east-1:::`. */
export const archiveTargetArn = ({ region }: RegionScope): string => formatArn({ service: 'events', region, account: '', resource: ':' });
