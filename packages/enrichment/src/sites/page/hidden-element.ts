/**
 * Decides which elements their own markup hides: their text proves nothing. Style sheets aren't followed;
 * elements that pages show later by script (`opacity`) count as shown.
 */

/** Colours that hold where an element stands; null: not known. */
export interface Paint {
  readonly color: string | null;
  readonly background: string | null;
}

export const NO_PAINT: Paint = { color: null, background: null };

const LONGEST_STYLE = 1_000;
const FAR_OUT = /^-(?:999px|\d{4,}(?:\.\d+)?px|\d{3,}(?:\.\d+)?(?:em|rem|%|vw|vh))$/;
const NOTHING = /^0(?:\.0*)?(?:px|pt|em|rem|%)?$/;
const WHITE = new Set(['#fff', '#ffffff', 'white', 'rgb(255,255,255)', 'rgba(255,255,255,1)']);

type Style = ReadonlyMap<string, string>;
const NO_STYLE: Style = new Map();

/** The style of an element; the last value of a repeated property counts. */
function styleOf(text: string | undefined): Style {
  if (text === undefined) return NO_STYLE;
  const declared = text
    .slice(0, LONGEST_STYLE)
    .toLowerCase()
    .split(';')
    .flatMap((declaration): [string, string][] => {
      const colon = declaration.indexOf(':');
      if (colon < 0) return [];
      const value = declaration.slice(colon + 1).replace(/!\s*important/, '');
      return [[declaration.slice(0, colon).trim(), value.trim()]];
    });
  return new Map(declared);
}

const isOutside = (style: Style): boolean =>
  ['left', 'top', 'right', 'text-indent'].some((property) => FAR_OUT.test(style.get(property) ?? ''));

/** Tells whether the element's box has no width or no height, and nothing stands out of it. */
const isFolded = (style: Style): boolean =>
  style.get('overflow') === 'hidden' &&
  ['width', 'height', 'max-height', 'max-width'].some((property) =>
    /^[01](?:px)?$/.test(style.get(property) ?? ''),
  );

const isStyledAway = (style: Style): boolean =>
  style.get('display') === 'none' ||
  /^(?:hidden|collapse)$/.test(style.get('visibility') ?? '') ||
  NOTHING.test(style.get('font-size') ?? '') ||
  style.get('color') === 'transparent' ||
  isOutside(style) ||
  isFolded(style);

function colourOf(...values: readonly (string | undefined)[]): string | null {
  const first = values
    .find((value) => value !== undefined)
    ?.toLowerCase()
    .replaceAll(/\s/g, '');
  if (first === undefined || !/^(?:#[\da-f]{3,8}|[a-z]{3,30}|rgba?\([\d.,%]+\))$/.test(first)) return null;
  return WHITE.has(first) ? 'white' : first;
}

/** Tells whether style sheets may name the element. Only its own style is then known. */
const isNamed = (attributes: ReadonlyMap<string, string>): boolean =>
  attributes.has('class') || attributes.has('id');

function paintOf(attributes: ReadonlyMap<string, string>, style: Style, around: Paint): Paint {
  const paint = isNamed(attributes) ? NO_PAINT : around;
  return {
    color: colourOf(style.get('color'), attributes.get('color'), attributes.get('text')) ?? paint.color,
    background:
      colourOf(style.get('background-color'), style.get('background'), attributes.get('bgcolor')) ??
      paint.background,
  };
}

/** Tells whether the text has the colour behind it. */
const isPaintedOver = ({ color, background }: Paint): boolean => color !== null && color === background;

/** Elements that hide a whole page. Such a page shows itself later by script. */
const WHOLE = new Set(['html', 'body']);

const isMarked = (attributes: ReadonlyMap<string, string>): boolean =>
  (attributes.get('hidden') ?? 'until-found').toLowerCase() !== 'until-found';

/** Tells whether an element's text is out of sight, and the colours that hold in it. */
export function sightOf(
  name: string,
  attributes: ReadonlyMap<string, string>,
  around: Paint,
): { readonly hidden: boolean; readonly paint: Paint } {
  if (attributes.size === 0) return { hidden: false, paint: around };
  const style = styleOf(attributes.get('style'));
  const paint = paintOf(attributes, style, around);
  const hidden = isMarked(attributes) || isStyledAway(style) || isPaintedOver(paint);
  return { hidden: hidden && !WHOLE.has(name), paint };
}
