// An event as rules and targets see it: the envelope around the detail, which stays as it was written.

export interface EventFacts {
  readonly id: string;
  readonly detailType: string;
  readonly source: string;
  readonly account: string;
  readonly time: string;
  readonly region: string;
  readonly resources: readonly string[];
  /** JSON of an object. */
  readonly detail: string;
}

/** Of the object around the detail; more of them in what was read means that the detail was not one value. */
export const ENVELOPE_MEMBERS = 9;

export function envelope({ id, detailType, source, account, time, region, resources, detail }: EventFacts): string {
  const list = resources.length === 0 ? '[]' : JSON.stringify(resources);
  return `{"version":"0","id":"${id}","detail-type":${JSON.stringify(detailType)},"source":${JSON.stringify(source)},"account":"${account}","time":"${time}","region":"${region}","resources":${list},"detail":${detail}}`;
}
