// An event as rules and targets see it: the envelope around the detail, which stays as it was written.

/** What all events of one kind have in common. */
export interface KindFacts {
  readonly detailType: string;
  readonly source: string;
  readonly account: string;
  readonly time: string;
  readonly region: string;
  readonly resources: readonly string[];
}

/** Of the object around the detail; more of them in what was read means that the detail was not one value. */
export const ENVELOPE_MEMBERS = 9;

/** `kind` is the text of `kindText`, `detail` JSON of an object. */
export const envelope = (id: string, kind: string, detail: string): string => `{"version":"0","id":"${id}${kind}${detail}}`;

export function kindText({ detailType, source, account, time, region, resources }: KindFacts): string {
  const list = resources.length === 0 ? '[]' : JSON.stringify(resources);
  return `","detail-type":${JSON.stringify(detailType)},"source":${JSON.stringify(source)},"account":"${account}","time":"${time}","region":"${region}","resources":${list},"detail":`;
}
