/**
 * Units of things as bars beside one another's names: drawn here as SVG. Names and figures are text of the page, so that they
 * are as large on a phone as elsewhere, and are the table too.
 */
import { thousands } from '../../shared/text/formats.js';
import type { Markup } from './markup.js';

export interface UnitsOf {
  readonly name: string;
  readonly units: number;
  /** What else is said of it, such as what it costs. */
  readonly more?: string;
}

/** The most units first; taken back ones, which are below zero, have no bar. */
export function UnitsBars({ name, of }: { name: string; of: readonly UnitsOf[] }): Markup | null {
  if (of.length === 0) return null;
  const most = Math.max(1, ...of.map(({ units }) => units));
  const sorted = [...of].sort((a, b) => b.units - a.units);
  return (
    <figure class="chart">
      <figcaption>{name}</figcaption>
      <ul class="bars">
        {sorted.map(({ name: what, units, more }) => (
          <li key={what}>
            <span class="what">{what}</span>
            <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
              <rect class="part0" width={(100 * Math.max(0, units)) / most} height="10" />
            </svg>
            <span class="figure">
              {thousands(units)}
              {more === undefined ? '' : ` · ${more}`}
            </span>
          </li>
        ))}
      </ul>
    </figure>
  );
}
