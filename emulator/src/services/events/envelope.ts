// The envelope around the detail of an event. Rules see the detail as it was written, targets without its blanks.

/** The fields that all events of one kind share. */
export interface KindFacts {
  readonly detailType: string;
  readonly source: string;
  readonly account: string;
  readonly time: string;
  readonly region: string;
  readonly resources: readonly string[];
}

/** The number of members in an envelope. If an event has more, its detail was not a single JSON value. */
export const ENVELOPE_MEMBERS = 9;

/** `kind` is a result of `kindText`, `detail` the JSON of an object. */
export const envelope = (id: string, kind: string, detail: string): string => `{"version":"0","id":"${id}${kind}${detail}}`;

export function kindText({ detailType, source, account, time, region, resources }: KindFacts): string {
  const list = resources.length === 0 ? '[]' : JSON.stringify(resources);
  return `","detail-type":${JSON.stringify(detailType)},"source":${JSON.stringify(source)},"account":"${account}","time":"${time}","region":"${region}","resources":${list},"detail":`;
}
