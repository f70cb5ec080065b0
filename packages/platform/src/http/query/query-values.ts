/** Query parameters as JSON values. A text that stands for none stays a text, for the field's own check. */
export type ValueReader = (text: string) => unknown;

export const asText: ValueReader = (text) => text;

export const asFlag: ValueReader = (text) => (text === 'true' ? true : text === 'false' ? false : text);

const NUMBER = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

export const asNumber: ValueReader = (text) => (NUMBER.test(text) ? Number(text) : text);

/** `a,b , c`; an empty text is an empty list. */
export const asList: ValueReader = (text) =>
  text.trim() === '' ? [] : text.split(',').map((entry) => entry.trim());

/** The values of these parameters, each by its reader. */
export const valuesOf = (
  parameters: ReadonlyMap<string, string>,
  readers: Readonly<Record<string, ValueReader>>,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries([...parameters].map(([name, text]) => [name, readers[name]?.(text)]));
