/** Reads XML as elements and text. It ignores document types and expands only XHTML's character entities. */
import { SaxesParser } from 'saxes';
import { UnreadableDocument } from './document.js';
import { DOCUMENT_LIMITS } from './limits.js';
import xhtmlCharacters from './xhtml-characters.json';

export type Attributes = Readonly<Record<string, string>>;

export interface XmlHandler {
  /** @param depth from 1 */
  open(name: string, attributes: Attributes, depth: number): void;
  close(depth: number): void;
  text(text: string): void;
}

const PIECE = 1 << 16;
const UNKNOWN_ENTITY = /undefined entity/;
const ENDS_EARLY = /unclosed tag|document must contain a root|unexpected end/;

const HEAD_BYTES = 200;
/** Tab, line feed, carriage return, blank. */
const BLANKS: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0d, 0x20]);

/** The first bytes, one character for each. */
export const beginningOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, HEAD_BYTES)).toString('latin1');

/** The decoder by byte order mark, first bytes or declaration; UTF-8 if these name no known encoding. */
function decoderOf(bytes: Uint8Array): InstanceType<typeof TextDecoder> {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le');
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be');
  const head = beginningOf(bytes);
  if (head.startsWith('<\0')) return new TextDecoder('utf-16le');
  if (head.startsWith('\0<')) return new TextDecoder('utf-16be');
  const label = /^(?:\u00ef\u00bb\u00bf)?\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)/.exec(head)?.[1];
  try {
    // A declaration that is readable with one byte for each character can't be in 16 bits.
    return new TextDecoder(
      label === undefined || /^(?:utf-?16|ucs-?2|iso-10646)/i.test(label) ? 'utf-8' : label,
    );
  } catch {
    return new TextDecoder('utf-8');
  }
}

/** Counts the costs of reading a document. */
class Budget {
  depth = 0;
  private elements = 0;
  private attributes = 0;
  private unknownEntities = 0;

  element(): void {
    this.depth += 1;
    this.elements += 1;
    this.attributes = 0;
    if (this.depth > DOCUMENT_LIMITS.depth || this.elements > DOCUMENT_LIMITS.elements)
      throw new UnreadableDocument('too_costly');
  }

  attribute(): void {
    this.attributes += 1;
    if (this.attributes > DOCUMENT_LIMITS.attributes) throw new UnreadableDocument('too_costly');
  }

  /** @throws UnreadableDocument except for unknown entities, up to their limit */
  fault(message: string): void {
    if (!UNKNOWN_ENTITY.test(message))
      throw new UnreadableDocument(ENDS_EARLY.test(message) ? 'truncated' : 'not_well_formed');
    this.unknownEntities += 1;
    if (this.unknownEntities > DOCUMENT_LIMITS.unknownEntities) throw new UnreadableDocument('too_costly');
  }

  read(bytes: number): void {
    if (this.elements === 0 && bytes > DOCUMENT_LIMITS.prologBytes)
      throw new UnreadableDocument('too_costly');
  }
}

/** The number of blanks before the declaration, a harmless fault of some filers. */
function leadingBlanks(bytes: Uint8Array): number {
  const first = bytes.findIndex((byte) => !BLANKS.has(byte));
  return first < 0 ? bytes.length : first;
}

/** @throws UnreadableDocument */
export function readXml(bytes: Uint8Array, handler: XmlHandler): void {
  const parser = new SaxesParser({ xmlns: false });
  Object.assign(parser.ENTITIES, xhtmlCharacters);
  const budget = new Budget();
  parser.on('error', ({ message }) => budget.fault(message));
  parser.on('attribute', () => budget.attribute());
  parser.on('opentag', ({ name, attributes }) => {
    budget.element();
    handler.open(name, attributes, budget.depth);
  });
  parser.on('closetag', () => {
    handler.close(budget.depth);
    budget.depth -= 1;
  });
  parser.on('text', (text) => handler.text(text));
  parser.on('cdata', (text) => handler.text(text));
  const decoder = decoderOf(bytes);
  const blanks = leadingBlanks(bytes);
  for (let at = blanks; at < bytes.length; at += PIECE) {
    budget.read(at);
    parser.write(decoder.decode(bytes.subarray(at, at + PIECE), { stream: true }));
  }
  parser.write(decoder.decode()).close();
}
