// The part of each Pod that options add.

import { readFileSync } from 'node:fs';
import type { PodOptions } from './kubernetes-options.ts';
import { type Json, merged, objectIn, parsePairs, parsePodTemplate } from './pod-template.ts';

/** Labels, annotations and the security context have options of their own, too; the template comes last. @throws EmulatorError POD_TEMPLATE_INVALID */
export function templateOf({ labels, annotations, securityContext, template }: PodOptions): Json {
  const ofContainer =
    securityContext === ''
      ? {}
      : {
          spec: { containers: [{ name: 'function', securityContext: objectIn('KUBERNETES_CONTAINER_SECURITY_CONTEXT', securityContext) }] },
        };
  const metadata = { labels: parsePairs('KUBERNETES_LABELS', labels), annotations: parsePairs('KUBERNETES_ANNOTATIONS', annotations) };
  const read = (path: string) => {
    try {
      return readFileSync(path, 'utf8');
    } catch {
      return undefined;
    }
  };
  return merged({ metadata, ...ofContainer }, parsePodTemplate(template, read));
}
