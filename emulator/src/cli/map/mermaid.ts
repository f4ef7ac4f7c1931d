// The map as a flowchart of Mermaid, which READMEs show. Ways that no request took are dotted.
import type { DrawnMap } from '#gateway/management/drawn-map';

/** Quotes end a text in Mermaid, and entities are read in it. */
const quoted = (text: string): string => `"${text.replace(/[&"<>#]/g, (sign) => `#${sign.charCodeAt(0)};`)}"`;

export function mermaidText({ nodes, edges }: DrawnMap): string {
  const ids = new Map(nodes.map(({ id }, at) => [id, `n${at}`]));
  const failing = nodes.filter(({ failed }) => failed > 0).map(({ id }) => ids.get(id));
  const failedLinks = edges.flatMap(({ failed }, at) => (failed > 0 ? [at] : []));
  return [
    'flowchart LR',
    ...nodes.map((node) => `  ${ids.get(node.id)}[${quoted(node.title)}]`),
    ...edges.map((edge) => `  ${ids.get(edge.from)} ${edge.count === 0 ? '-.->' : '-->'}|${quoted(edge.label)}| ${ids.get(edge.to)}`),
    ...(failing.length > 0 ? ['  classDef failing stroke:#b3261e,stroke-width:2px', `  class ${failing.join(',')} failing`] : []),
    ...(failedLinks.length > 0 ? [`  linkStyle ${failedLinks.join(',')} stroke:#b3261e`] : []),
  ].join('\n');
}
