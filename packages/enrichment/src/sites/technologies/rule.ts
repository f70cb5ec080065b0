/**
 * A technology and what shows it. Patterns are plain text, found in what a site's answers and markup hold,
 * never in its words:
 *
 * - `script x`, `link x`, `address x`: the address of a script, of a style sheet or the like, of either,
 *   contains x;
 * - `meta name=x`: the content of that element begins with x; `meta name-` is any element whose name begins
 *   so;
 * - `header name=x`: the header contains x; `header name`: it is there; `cookie x`: a cookie's name begins
 *   with x;
 * - `mx x`, `ns x`: the host that takes its mail, or serves its names, is x or lies under it; `awsdns-.com`
 *   allows digits after the dash; `txt x`: a record begins with x; `txt spf=x`: its sender policy includes x.
 *
 * `{v}`: where the version is printed. Case doesn't count.
 */
export type PatternKind = 'script' | 'link' | 'address' | 'meta' | 'header' | 'cookie' | 'mx' | 'ns' | 'txt';

export interface Pattern {
  readonly kind: PatternKind;
  /** The name of a header or meta element, else empty. Lower case, like `text`. */
  readonly name: string;
  readonly text: string;
  /** Whether a version follows the text. */
  readonly versioned: boolean;
}

export interface TechnologyRule {
  readonly name: string;
  readonly category: string;
  readonly patterns: readonly Pattern[];
  /** A mark that shows it. */
  readonly example: string;
}

const NAMED: ReadonlySet<string> = new Set(['meta', 'header']);

function patternOf(written: string): Pattern {
  const [kind = '', ...rest] = written.split(' ');
  const whole = rest.join(' ').toLowerCase();
  const versioned = whole.endsWith('{v}');
  const plain = versioned ? whole.slice(0, -3) : whole;
  const at = NAMED.has(kind) ? plain.indexOf('=') : -1;
  const named = NAMED.has(kind);
  return {
    // The spec of the rules holds each to these kinds.
    kind: kind as PatternKind,
    name: !named ? '' : at < 0 ? plain : plain.slice(0, at),
    text: !named ? plain : at < 0 ? '' : plain.slice(at + 1),
    versioned,
  };
}

/** @param lines `name | category | pattern ; pattern | example`, a line each */
export const rulesOf = (lines: string): TechnologyRule[] =>
  lines
    .trim()
    .split('\n')
    .map((line) => {
      const [name = '', category = '', patterns = '', example = ''] = line.split(' | ');
      return { name, category, patterns: patterns.split(' ; ').map(patternOf), example };
    });
