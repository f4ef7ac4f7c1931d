// Message attributes from texts that the emulator itself makes.
import type { MessageAttribute } from './destination.ts';

/** Characters that no message may hold. https://www.w3.org/TR/REC-xml/#charsets */
const FORBIDDEN = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** For texts that nothing has checked, such as an error's message: each forbidden character becomes U+FFFD. */
export const textAttribute = (text: string): MessageAttribute => ({ type: 'String', value: text.replaceAll(FORBIDDEN, '\uFFFD') });
