// `util.xml`: XML as plain data. Elements that repeat are lists; text beside elements is `content`.
import { parseXml, type XmlElement, XmlText } from '@rgrove/parse-xml';

type Node = string | { [name: string]: Node | Node[] };

/** Limit: characters of XML that a resolver reads. */
const MAX_XML = 1024 * 1024;
/** Limit: levels of XML that a resolver reads. */
const MAX_DEPTH = 100;

/** Texts on both sides, and no errors: the caller is the sandbox. `null` for what is no XML. */
export function xmlToMap(text: string): string {
  try {
    if (text.length > MAX_XML) return 'null';
    const { root } = parseXml(text);
    return JSON.stringify(root ? { [root.name]: contentOf(root, 0) } : null);
  } catch {
    return 'null';
  }
}

function contentOf({ children, attributes }: XmlElement, depth: number): Node {
  if (depth > MAX_DEPTH) throw new Error('The XML is nested too deeply.');
  const map: { [name: string]: Node | Node[] } = Object.create(null) as { [name: string]: Node | Node[] };
  for (const [name, value] of Object.entries(attributes)) map[name] = value;
  let content = '';
  for (const child of children) {
    if (child instanceof XmlText) content += child.text;
    else if (child.type === 'element') {
      const { name } = child as XmlElement;
      const value = contentOf(child as XmlElement, depth + 1);
      const before = map[name];
      map[name] = before === undefined ? value : Array.isArray(before) ? [...before, value] : [before, value];
    }
  }
  const isText = Object.keys(map).length === 0;
  if (isText) return content;
  if (content.trim() !== '') map['content'] = content.trim();
  return map;
}
