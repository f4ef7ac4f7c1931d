// Messages of the event bus service.
import { defineMessage } from '#lib/message';

export const BUS_MISSING = defineMessage({
  code: 'BUS_MISSING',
  level: 'warn',
  description: 'An event was sent to a bus that does not exist in this account and region. The cloud accepts and drops it, too.',
  hint: 'Compare the name and the region of the bus with those of the client.',
  text: ({ eventId, bus, account, region }: { eventId: string; bus: string; account: string; region: string }) =>
    `event ${eventId} is lost: there is no event bus ${bus} in ${account} ${region}`,
});

export const EVENT_UNMATCHED = defineMessage({
  code: 'EVENT_UNMATCHED',
  level: 'info',
  tone: 'notice',
  description:
    'No rule of the bus took an event. The line gives the reasons of the nearest rules; many events of one kind have one line a second.',
  hint: '`emulator events explain <id>` gives the reasons of all rules; `emulator events test` tries a pattern.',
  text: ({ eventId, source, detailType, bus, rules, reasons, earlier }: UnmatchedFacts) => {
    const event = `event ${eventId} (${source}, ${detailType}) on bus ${bus}`;
    const more = earlier === 0 ? '' : ` (and ${earlier} more of this kind since)`;
    if (rules === 0) return `${event} went nowhere: the bus has no rule with a pattern${more}`;
    const why = reasons.map((reason) => `; not ${reason}`).join('');
    return `${event}: ${rules} rule${rules === 1 ? '' : 's'} tried, matched none${why}${more}`;
  },
});

interface UnmatchedFacts {
  readonly eventId: string;
  readonly source: string;
  readonly detailType: string;
  readonly bus: string;
  /** Number of rules with a pattern. */
  readonly rules: number;
  /** `rule: why it did not take the event`, the nearest first. */
  readonly reasons: readonly string[];
  /** How many events of the kind have come since the last line. */
  readonly earlier: number;
}

export const INPUT_NOT_JSON = defineMessage({
  code: 'INPUT_NOT_JSON',
  level: 'warn',
  description: 'The input transformer of a target made no JSON of an event, so nothing was delivered, as in the cloud.',
  hint: 'In a template that is an object, leave out the quotes around variables that stand for objects or lists.',
  text: ({ eventId, rule, targetArn }: { eventId: string; rule: string; targetArn: string }) =>
    `event ${eventId} is not delivered to ${targetArn}: the input transformer of ${rule} makes no JSON of it`,
});

export const CONNECTION_UNAUTHORIZED = defineMessage({
  code: 'CONNECTION_UNAUTHORIZED',
  level: 'warn',
  description: 'A connection with OAuth got no token, so its API destinations take no events.',
  hint: 'Mend the authorization endpoint or the credentials, then update the connection: it is authorized again.',
  text: ({ connection, reason }: { connection: string; reason: string }) => `The connection ${connection} is not authorized: ${reason}`,
});

export const PATTERN_KEY_UNKNOWN = defineMessage({
  code: 'PATTERN_KEY_UNKNOWN',
  level: 'warn',
  description: 'The pattern of a rule asks for a key that no event has, so the rule takes no event.',
  hint: 'Keys of the event itself are `source`, `detail-type`, `account`, `region`, `resources`, `time`, `id`, `version`; all else is below `detail`.',
  text: ({ rule, key, meant }: { rule: string; key: string; meant: string | undefined }) =>
    `The pattern of rule ${rule} has the key "${key}", which no event has: the rule takes none. ${meant === undefined ? 'Keys of your own are below "detail".' : `Was "${meant}" meant?`}`,
});
