// Writes models/dist/detection.json: the facts that tell services apart before their models are loaded.
import type { ServiceMarks } from '#protocol/detect';
import type { ServiceIR } from '#protocol/ir';
import type { ServicePatch } from '#protocol/patch';

const firstSegments = (ir: ServiceIR): string[] => [
  ...new Set(Object.values(ir.operations).flatMap(({ http }) => (http ? [http.uri.split(/[/?]/)[1]!] : []))),
];

export function detectionTable(models: ServiceIR[], patches: ReadonlyMap<string, ServicePatch>): ServiceMarks[] {
  return models.map((ir) => {
    const shared = models.some((other) => other.id !== ir.id && other.signingName === ir.signingName);
    const { id, target, signingName, version, protocol, also } = ir;
    const { signingAliases, endpoints, virtualHosts, unversionedActions, fallback } = patches.get(id) ?? {};
    return {
      id,
      target,
      signingName,
      version,
      protocol,
      also,
      ...(signingAliases ? { signingAliases } : {}),
      ...(endpoints ? { endpoints } : {}),
      ...(virtualHosts ? { virtualHosts } : {}),
      ...(unversionedActions ? { unversionedActions } : {}),
      ...(fallback ? { fallback } : {}),
      ...(shared ? { pathSegments: firstSegments(ir) } : {}),
    };
  });
}
