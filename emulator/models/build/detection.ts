// What tells services apart before their models are loaded: written to models/dist/detection.json.
import type { ProtocolId, ServiceIR } from '#protocol/ir';

export interface ServiceMarks {
  id: string;
  target: string;
  signingName: string;
  version: string;
  protocol: ProtocolId;
  also: ProtocolId[];
  /** First segments of its REST paths, where another service signs with the same name. */
  pathSegments?: string[];
}

const firstSegments = (ir: ServiceIR): string[] => [
  ...new Set(Object.values(ir.operations).flatMap(({ http }) => (http ? [http.uri.split(/[/?]/)[1]!] : []))),
];

export function detectionTable(models: ServiceIR[]): ServiceMarks[] {
  return models.map((ir) => {
    const shared = models.some((other) => other.id !== ir.id && other.signingName === ir.signingName && other.protocol === ir.protocol);
    const { id, target, signingName, version, protocol, also } = ir;
    return { id, target, signingName, version, protocol, also, ...(shared ? { pathSegments: firstSegments(ir) } : {}) };
  });
}
