// Phone numbers as the service takes them.
export const isPhoneNumber = (text: string): boolean => /^\+?[1-9]\d{4,14}$/.test(text);

/** The strict form, which operations about one number ask for. */
export const isE164 = (text: string): boolean => /^\+[1-9]\d{4,14}$/.test(text);
