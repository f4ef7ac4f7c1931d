// Events of the deployment of a project, in the order in which they happen.

export interface ResourceEvent {
  readonly type: 'resource';
  readonly stackId: string;
  readonly stackName: string;
  readonly logicalId: string;
  readonly physicalId: string;
  readonly resourceType: string;
  /** `CREATE_IN_PROGRESS` */
  readonly status: string;
  readonly reason: string | undefined;
  /** Milliseconds since 1970. */
  readonly atMs: number;
}

export type DeployEvent =
  | { readonly type: 'warning' | 'note'; readonly text: string }
  | { readonly type: 'built'; readonly logicalId: string; readonly builder: string; readonly ms: number }
  | { readonly type: 'uploaded'; readonly key: string; readonly source: string; readonly bytes: number }
  /** Every artifact was there already, or is there now. */
  | { readonly type: 'artifacts'; readonly uploaded: number; readonly unchanged: number }
  | ResourceEvent;
