/** Resolves the names of XML elements to namespaces by the declarations in scope. */
import { UnreadableDocument } from './document.js';
import { DOCUMENT_LIMITS } from './limits.js';

export interface XmlName {
  readonly namespace: string;
  readonly local: string;
}

/** The maximum number of cached names of a scope. Documents use few. */
const MAX_CACHED = 5_000;

const X = 'x'.charCodeAt(0);

type Bindings = ReadonlyMap<string, string>;

/** The namespaces by prefix ('' is the default). Few elements declare any, so names are cached by scope. */
export class Namespaces {
  private scopes: { readonly depth: number; readonly bindings: Bindings }[] = [
    { depth: 0, bindings: new Map([['xml', 'http://www.w3.org/XML/1998/namespace']]) },
  ];
  private cache = new Map<string, XmlName>();
  private declared = 0;

  /** Begins an element. @param depth its depth, from 1 */
  open(depth: number, attributes: Readonly<Record<string, string>>): void {
    let bindings: Map<string, string> | undefined;
    for (const name in attributes) {
      // The first character excludes most of some hundred thousand attributes.
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
    this.cache = new Map();
  }

  close(depth: number): void {
    if (this.scopes.at(-1)?.depth !== depth) return;
    this.scopes.pop();
    this.cache = new Map();
  }

  /** Returns true if the name has a prefix that is undeclared in this scope. */
  isUndeclared(name: string): boolean {
    const at = name.indexOf(':');
    return at > 0 && this.scopes.at(-1)?.bindings.has(name.slice(0, at)) !== true;
  }

  /** @param name a name with or without a prefix, also from the value of an attribute */
  nameOf(name: string): XmlName {
    const cachedName = this.cache.get(name);
    if (cachedName !== undefined) return cachedName;
    const at = name.indexOf(':');
    const [prefix, local] = at < 0 ? ['', name] : [name.slice(0, at), name.slice(at + 1)];
    const foundName = { namespace: this.scopes.at(-1)?.bindings.get(prefix) ?? '', local };
    if (this.cache.size < MAX_CACHED) this.cache.set(name, foundName);
    return foundName;
  }
}
