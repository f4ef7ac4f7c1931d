// Reads SAML 2.0 responses, as far as STS needs them. Signatures are not checked. Pure.
import type { XmlElement } from '@rgrove/parse-xml';
import { fault } from '#model/sts';
import { elementsOf, localName, parseXml, textOf } from '#protocol/xml/xml-text';

export interface Assertion {
  readonly issuer: string;
  readonly subject: string;
  readonly subjectType: string;
  readonly audience: string;
  readonly notOnOrAfterMs: number | undefined;
  /** Values by the attribute's full name, in their given order. */
  readonly attributes: ReadonlyMap<string, readonly string[]>;
}

const invalid = (message: string) => fault('InvalidIdentityTokenException', message);

export function readAssertion(encoded: string): Assertion {
  const response = readXml(encoded);
  const assertion = localName(response) === 'Assertion' ? response : child(response, 'Assertion');
  if (!assertion) throw invalid('Response does not contain an assertion');
  const subject = child(assertion, 'Subject');
  const nameId = subject && child(subject, 'NameID');
  const confirmation = subject && child(subject, 'SubjectConfirmation');
  const data = confirmation && child(confirmation, 'SubjectConfirmationData');
  if (!nameId) throw invalid('Response does not contain a subject');
  const until = data?.attributes['NotOnOrAfter'];
  return {
    issuer: text(child(assertion, 'Issuer')),
    subject: text(nameId),
    subjectType: subjectTypeOf(nameId.attributes['Format']),
    audience: data?.attributes['Recipient'] ?? '',
    notOnOrAfterMs: until === undefined ? undefined : Date.parse(until),
    attributes: attributesOf(assertion),
  };
}

function readXml(encoded: string): XmlElement {
  try {
    return parseXml(Buffer.from(encoded, 'base64'));
  } catch {
    throw invalid('Invalid base64 SAMLResponse');
  }
}

const child = (element: XmlElement, name: string): XmlElement | undefined => elementsOf(element).find((item) => localName(item) === name);
const text = (element: XmlElement | undefined): string => (element ? textOf(element).trim() : '');

/** `urn:oasis:names:tc:SAML:2.0:nameid-format:persistent` is answered as `persistent`, other formats in full. */
const subjectTypeOf = (format = ''): string => format.replace(/^urn:oasis:names:tc:SAML:2\.0:nameid-format:/, '') || 'unspecified';

function attributesOf(assertion: XmlElement): Map<string, string[]> {
  const attributes = new Map<string, string[]>();
  for (const statement of elementsOf(assertion).filter((item) => localName(item) === 'AttributeStatement')) {
    for (const attribute of elementsOf(statement).filter((item) => localName(item) === 'Attribute')) {
      const values = elementsOf(attribute)
        .filter((item) => localName(item) === 'AttributeValue')
        .map(text);
      const name = attribute.attributes['Name'] ?? '';
      attributes.set(name, [...(attributes.get(name) ?? []), ...values]);
    }
  }
  return attributes;
}
