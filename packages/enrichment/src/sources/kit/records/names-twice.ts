/** Refuses JSON objects with a repeated name (RFC 8259 section 4): parsers differ in which value counts. */
import { UnreadableRecord } from './form.js';

function countNames(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let names = 0;
  if (Array.isArray(value)) for (const item of value as readonly unknown[]) names += countNames(item);
  else
    for (const name in value) {
      const member: unknown = Reflect.get(value, name);
      names += typeof member === 'object' && member !== null ? 1 + countNames(member) : 1;
    }
  return names;
}

/** The number of colons after a quote: of all names, and perhaps of some colons inside texts. */
function countColons(text: string): number {
  let count = 0;
  for (let at = text.indexOf(':'); at >= 0; at = text.indexOf(':', at + 1)) {
    let before = at - 1;
    while (text.charCodeAt(before) <= 0x20) before -= 1;
    if (text[before] === '"') count += 1;
  }
  return count;
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:]/g;

/** @param text valid JSON @returns the first name that an object has twice */
function nameTwice(text: string): string | null {
  const open: Set<string>[] = [];
  let string = '';
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '{' || token === '[') open.push(new Set());
    else if (token === '}' || token === ']') open.pop();
    else if (token !== ':') string = token;
    else {
      const name = JSON.parse(string) as string;
      const names = open.at(-1);
      if (names?.has(name) === true) return name;
      names?.add(name);
    }
  }
  return null;
}

/** @param text the JSON of the document @throws UnreadableRecord */
export function refuseNamesTwice(text: string, document: unknown): void {
  // Equal counts exclude a repeated name, and are the usual case.
  if (countColons(text) === countNames(document)) return;
  const name = nameTwice(text);
  if (name !== null) throw new UnreadableRecord(`the name "${name.slice(0, 50)}" stands twice in one object`);
}
