/** A client's preferences in `Accept` and `Accept-Encoding` (RFC 9110, 12.4.2). */

const quality = (parameters: readonly string[]): number => {
  const q = parameters.find((parameter) => /^q\s*=/i.test(parameter.trim()));
  const weight = q === undefined ? 1 : Number(q.slice(q.indexOf('=') + 1));
  return weight > 0 ? weight : 0;
};

/** Each word of the list in small letters, with its weight. Weight 0: the client doesn't take it. */
export function weightsIn(header: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const entry of header.split(',')) {
    const [word = '', ...parameters] = entry.split(';');
    const name = word.trim().toLowerCase();
    if (name !== '') weights.set(name, Math.max(quality(parameters), weights.get(name) ?? 0));
  }
  return weights;
}

const JSON_RANGES = ['application/json', 'application/*', '*/*'];
const HTML_RANGES = ['text/html', 'text/*', '*/*'];

/** The weight of a type by its most specific range; undefined where no range fits. */
function weightOf(weights: ReadonlyMap<string, number>, ranges: readonly string[]): number | undefined {
  const fitting = ranges.find((range) => weights.has(range));
  return fitting === undefined ? undefined : weights.get(fitting);
}

/** True if `Accept` takes JSON, by its most specific range. Without any range it does (RFC 9110, 12.5.1). */
export function takesJson(header: string | undefined): boolean {
  const weights = weightsIn(header ?? '');
  const weight = weightOf(weights, JSON_RANGES);
  return weight === undefined ? ![...weights.keys()].some((range) => range.includes('/')) : weight > 0;
}

/** True if `Accept` would rather have HTML than JSON, as browsers do. */
export function prefersHtml(header: string | undefined): boolean {
  const weights = weightsIn(header ?? '');
  return (weightOf(weights, HTML_RANGES) ?? 0) > (weightOf(weights, JSON_RANGES) ?? 0);
}
