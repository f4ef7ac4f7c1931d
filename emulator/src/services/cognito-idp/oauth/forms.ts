// The forms of the login pages: plain HTML, each field once, and who sent them.
import type { RouteResponse } from '#core/route';
import { escaped, formTarget, page } from './answers.ts';

export interface Field {
  readonly name: string;
  readonly label: string;
  readonly type?: 'text' | 'password' | 'email';
  readonly value?: string;
  readonly autocomplete?: string;
  readonly isOptional?: boolean;
}

export interface Form {
  readonly title: string;
  /** Path with query. */
  readonly action: string;
  readonly button: string;
  readonly fields: readonly Field[];
  readonly hidden: Readonly<Record<string, string>>;
  readonly error?: string | undefined;
  readonly note?: string | undefined;
  readonly links?: readonly { readonly to: string; readonly text: string }[];
}

const input = ({ name, label, type = 'text', value = '', autocomplete = 'off', isOptional }: Field): string =>
  `<label for="${escaped(name)}">${escaped(label)}</label><input id="${escaped(name)}" name="${escaped(name)}" type="${type}" value="${escaped(value)}" autocomplete="${autocomplete}"${isOptional ? '' : ' required'}>`;

export const linksOf = (links: NonNullable<Form['links']>): string =>
  links.map(({ to, text }) => `<p><a href="${escaped(to)}">${escaped(text)}</a></p>`).join('');

export function formPage(form: Form, redirectUri: string, cookies: readonly string[]): RouteResponse {
  const hidden = Object.entries(form.hidden).map(
    ([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`,
  );
  const content = [
    form.error === undefined ? '' : `<p class="error" role="alert">${escaped(form.error)}</p>`,
    form.note === undefined ? '' : `<p>${escaped(form.note)}</p>`,
    `<form method="post" action="${escaped(form.action)}">${hidden.join('')}${form.fields.map(input).join('')}<button type="submit">${escaped(form.button)}</button></form>`,
    linksOf(form.links ?? []),
  ];
  return page(form.error === undefined ? 200 : 400, form.title, content.join(''), [formTarget(redirectUri)], cookies);
}
