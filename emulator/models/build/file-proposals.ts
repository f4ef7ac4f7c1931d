// Proposes the files of a new service: its operations by the resource in their names.

const VERBS =
  `Accept Add Apply Associate Attach Batch BatchCreate BatchDelete BatchExecute BatchGet BatchPut BatchUpdate BatchWrite Cancel Change Check
Complete Confirm Connect Copy Create Decrease Decrypt Delete Deregister Describe Detach Disable Disassociate Disconnect Enable Encrypt
Execute Export Filter Generate Get Import Increase Initiate Invoke Label List Lookup Merge Modify Move OptIn Purge Put Query Receive
Register Reject Remove Replace Replicate Request Reset Restore Resume Retire Retry Revoke Rotate Scan Schedule Search Send Set Split Start
Stop Subscribe Tag Terminate Test Unlabel Unsubscribe Untag Update Upload Validate Verify`.split(/\s+/);
/** The longest verb first: BatchGet before Batch. */
const BY_LENGTH = [...VERBS].sort((a, b) => b.length - a.length);
/** Things that are not counted: two operations on MetricData are still in metric-data.ts. */
const UNCOUNTED = /(?:Data|Metadata|Info|Information|History|Status|Health|Access|Encryption|Protection|Progress|Throughput|Usage)$/;

const isOfTags = (operation: string): boolean => /^(?:Tag|Untag)[A-Z]|Tags(?:For|Of|To|From|$)|^ListTags/.test(operation);

function withoutVerb(operation: string): string {
  const verb = BY_LENGTH.find((each) => operation.startsWith(each) && /^[A-Z]/.test(operation.slice(each.length))) ?? '';
  return operation.slice(verb.length);
}

/** The words of an operation without its verb, and without the words that narrow it: `Topics` of `ListTopicsByOwner`. */
const wordsOf = (operation: string): string =>
  withoutVerb(operation).replace(/^To(?=[A-Z])|(?<=[a-z])(?:By|For|From|In|Of|On|To|With|Without)[A-Z].*$/g, '');

const singular = (words: string): string =>
  UNCOUNTED.test(words)
    ? words
    : words
        .replace(/ies$/, 'y')
        .replace(/(?<=ch|sh|ss|x|ias)es$/, '')
        .replace(/(?<=[a-rtv-z])(?<!ia)s$/, '');

const plural = (thing: string): string =>
  UNCOUNTED.test(thing)
    ? thing
    : thing
        .replace(/(?<=[^aeiou])y$/, 'ie')
        .replace(/(?<=ch|sh|s|x)$/, 'e')
        .replace(/$/, 's');

/** A single capital belongs to the word behind it: `otel-enrichment` for `OTelEnrichment`. */
const fileName = (words: string): string => words.replace(/(?<=[A-Za-z0-9]{2})(?=[A-Z][a-z])|(?<=[a-z0-9])(?=[A-Z]+$)/g, '-').toLowerCase();

export interface FileProposal {
  readonly file: string;
  readonly operations: readonly string[];
}

/** A resource with several operations, or listed by one, has a file named in the plural: `topics.ts`. */
export function proposedFiles(operations: readonly string[]): FileProposal[] {
  const byThing = new Map<string, string[]>();
  for (const name of operations) {
    const thing = isOfTags(name) ? 'Tag' : singular(wordsOf(name));
    byThing.set(thing, [...(byThing.get(thing) ?? []), name]);
  }
  return [...byThing].map(([thing, names]) => {
    const isMany = names.length > 1 || wordsOf(names[0]!) !== thing;
    return { file: `${fileName(isMany ? plural(thing) : thing)}.ts`, operations: names };
  });
}
