/** Resolves the names of XML elements to their namespaces, as the declarations in scope say. */
import { UnreadableDocument } from './document.js';
import { DOCUMENT_LIMITS } from './limits.js';

export interface XmlName {
  readonly namespace: string;
  readonly local: string;
}

/** The maximum number of known names of one scope; documents use few. */
const MAX_KNOWN = 5_000;

const X = 'x'.charCodeAt(0);

type Bindings = ReadonlyMap<string, string>;

/** The namespaces by prefix ('' is the default). Few elements declare any, so names are kept by scope. */
export class Namespaces {
  private scopes: { readonly depth: number; readonly bindings: Bindings }[] = [
    { depth: 0, bindings: new Map([['xml', 'http://www.w3.org/XML/1998/namespace']]) },
  ];
  private known = new Map<string, XmlName>();
  private declared = 0;

  /** An element at this depth (from 1) begins. */
  open(depth: number, attributes: Readonly<Record<string, string>>): void {
    let bindings: Map<string, string> | undefined;
    for (const name in attributes) {
      // Few of some hundred thousand attributes begin so; the first character rules out most.
      if (name.charCodeAt(0) !== X || !/^xmlns(?::|$)/.test(name)) continue;
      const [prefix, namespace] = [name.slice(6), attributes[name] ?? ''];
      const inScope = this.scopes.at(-1)?.bindings;
      if (bindings === undefined && inScope?.get(prefix) === namespace) continue;
      bindings ??= new Map(inScope);
      bindings.set(prefix, namespace);
    }
    if (bindings === undefined) return;
    this.declared += bindings.size;
    if (this.declared > DOCUMENT_LIMITS.namespaces) throw new UnreadableDocument('too_costly');
    this.scopes.push({ depth, bindings });
    this.known = new Map();
  }

  close(depth: number): void {
    if (this.scopes.at(-1)?.depth !== depth) return;
    this.scopes.pop();
    this.known = new Map();
  }

  /** Tells whether the name has a prefix that nothing in scope declares. */
  isUndeclared(name: string): boolean {
    const at = name.indexOf(':');
    return at > 0 && this.scopes.at(-1)?.bindings.has(name.slice(0, at)) !== true;
  }

  /** @param name with or without a prefix; an attribute's value too, where it holds such a name */
  nameOf(name: string): XmlName {
    const knownName = this.known.get(name);
    if (knownName !== undefined) return knownName;
    const at = name.indexOf(':');
    const [prefix, local] = at < 0 ? ['', name] : [name.slice(0, at), name.slice(at + 1)];
    const foundName = { namespace: this.scopes.at(-1)?.bindings.get(prefix) ?? '', local };
    if (this.known.size < MAX_KNOWN) this.known.set(name, foundName);
    return foundName;
  }
}
