/**
 * Draws units as bars, each beside its name, as SVG that needs no scripts. Names and figures are text of the
 * page, so they are as large on a phone as elsewhere, and no table needs to repeat them.
 */
import { thousands } from '../../../packages/words/src/text/formats.js';
import type { Markup } from './jsx-markup.js';

export interface UnitsBar {
  readonly name: string;
  readonly units: number;
  /** More text beside the figure, such as the cost. */
  readonly detail?: string;
}

/** The bar with the most units comes first. Negative units, which were taken back, have no bar. */
export function UnitsBars({ name, bars }: { name: string; bars: readonly UnitsBar[] }): Markup | null {
  if (bars.length === 0) return null;
  const maxUnits = Math.max(1, ...bars.map(({ units }) => units));
  const sortedBars = [...bars].sort((a, b) => b.units - a.units);
  return (
    <figure class="chart">
      <figcaption>{name}</figcaption>
      <ul class="bars">
        {sortedBars.map(({ name: label, units, detail }) => (
          <li key={label}>
            <span class="what">{label}</span>
            <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
              <rect class="part0" width={(100 * Math.max(0, units)) / maxUnits} height="10" />
            </svg>
            <span class="figure">
              {thousands(units)}
              {detail === undefined ? '' : ` · ${detail}`}
            </span>
          </li>
        ))}
      </ul>
    </figure>
  );
}
