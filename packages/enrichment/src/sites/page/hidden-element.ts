/**
 * Decides which elements are hidden by their own markup, since hidden text proves nothing. Style sheets
 * aren't read. Elements that scripts show later (`opacity`) count as visible.
 */

/** The colours of an element's text and background; null: unknown. */
export interface Paint {
  readonly color: string | null;
  readonly background: string | null;
}

export const NO_PAINT: Paint = { color: null, background: null };

const LONGEST_STYLE = 1_000;
const FAR_OFFSET = /^-(?:999px|\d{4,}(?:\.\d+)?px|\d{3,}(?:\.\d+)?(?:em|rem|%|vw|vh))$/;
const NOTHING = /^0(?:\.0*)?(?:px|pt|em|rem|%)?$/;
const WHITE = new Set(['#fff', '#ffffff', 'white', 'rgb(255,255,255)', 'rgba(255,255,255,1)']);

type Style = ReadonlyMap<string, string>;
const NO_STYLE: Style = new Map();

/** Parses the style of an element. The last value of a repeated property counts. */
function styleOf(text: string | undefined): Style {
  if (text === undefined) return NO_STYLE;
  const declarations = text
    .slice(0, LONGEST_STYLE)
    .toLowerCase()
    .split(';')
    .flatMap((declaration): [string, string][] => {
      const colon = declaration.indexOf(':');
      if (colon < 0) return [];
      const value = declaration.slice(colon + 1).replace(/!\s*important/, '');
      return [[declaration.slice(0, colon).trim(), value.trim()]];
    });
  return new Map(declarations);
}

const isOutside = (style: Style): boolean =>
  ['left', 'top', 'right', 'text-indent'].some((property) => FAR_OFFSET.test(style.get(property) ?? ''));

/** Returns true if the element's box has no width or height and hides overflow. */
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

/** Returns true if style sheets may select the element. Then only its own style is known. */
const isSelectable = (attributes: ReadonlyMap<string, string>): boolean =>
  attributes.has('class') || attributes.has('id');

function paintOf(attributes: ReadonlyMap<string, string>, style: Style, around: Paint): Paint {
  const paint = isSelectable(attributes) ? NO_PAINT : around;
  return {
    color: colourOf(style.get('color'), attributes.get('color'), attributes.get('text')) ?? paint.color,
    background:
      colourOf(style.get('background-color'), style.get('background'), attributes.get('bgcolor')) ??
      paint.background,
  };
}

/** Returns true if the text has the colour of its background. */
const isPaintedOver = ({ color, background }: Paint): boolean => color !== null && color === background;

/** The elements of a whole page. A page that hides them shows itself later by script. */
const WHOLE = new Set(['html', 'body']);

const isMarked = (attributes: ReadonlyMap<string, string>): boolean =>
  (attributes.get('hidden') ?? 'until-found').toLowerCase() !== 'until-found';

/** Returns whether an element's text is hidden, and the element's colours. */
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
