/**
 * Draws units by day as bars, stacked by block. The server draws the SVG: it needs no scripts, can be
 * printed, and takes its colours from the style sheet. The table beside it shows the same figures.
 */
import type { Markup } from './jsx-markup.js';
import { countText } from '../../../packages/words/src/text/formats.js';

export interface UsageBar {
  readonly date: string;
  readonly units: number;
  readonly blocks: Readonly<Partial<Record<string, number>>>;
  /** The page that explains the figure. Customers' charts leave it out: only operators may open that page. */
  readonly href?: string;
}

const WIDTH = 720;
const HEIGHT = 200;
const LEFT = 56;
const BOTTOM = 22;
const TOP = 14;
/** The number of blocks with their own colours. All other blocks share one part. */
const MAX_PARTS = 5;
const OTHERS = 'all others';

/** Returns the blocks with the most units, most first, and `OTHERS` for the rest. */
function partsOf(bars: readonly UsageBar[]): readonly string[] {
  const sums = new Map<string, number>();
  for (const { blocks } of bars)
    for (const [block, units = 0] of Object.entries(blocks)) sums.set(block, (sums.get(block) ?? 0) + units);
  const names = [...sums].sort(([, a], [, b]) => b - a).map(([block]) => block);
  return names.length <= MAX_PARTS ? names : [...names.slice(0, MAX_PARTS), OTHERS];
}

function unitsOf(bar: UsageBar, part: string, parts: readonly string[]): number {
  if (part !== OTHERS) return bar.blocks[part] ?? 0;
  return bar.units - parts.reduce((sum, name) => sum + (bar.blocks[name] ?? 0), 0);
}

/** Rounds up to one digit followed by zeros. */
function roundedUp(maximum: number): number {
  const unit = 10 ** Math.floor(Math.log10(Math.max(1, maximum)));
  return Math.max(1, Math.ceil(maximum / unit) * unit);
}

/** The width of a date below a bar. */
const LABEL_WIDTH = 90;
const SHORT_NUMBER = new Intl.NumberFormat('en-GB', { notation: 'compact' });

/** Places a date below its bar; the first and the last date stay within the chart. */
function labelPlace(barIndex: number, step: number, barCount: number): { class: string; x: number } {
  if (step < LABEL_WIDTH && barIndex === 0) return { class: 'axis', x: LEFT };
  if (step < LABEL_WIDTH && barIndex === barCount - 1) return { class: 'axis end', x: WIDTH };
  return { class: 'axis middle', x: LEFT + step * (barIndex + 0.5) };
}

interface Scale {
  /** The units at the upper end of the axis. */
  readonly end: number;
  /** The distance from bar to bar. */
  readonly step: number;
  readonly parts: readonly string[];
}

const yOf = (units: number, end: number): number => TOP + (HEIGHT - TOP - BOTTOM) * (1 - units / end);

type BarProps = { bar: UsageBar; barIndex: number; scale: Scale };

function Bar({ bar, barIndex, scale: { end, step, parts } }: BarProps): Markup {
  let stackedUnits = 0;
  const width = Math.min(48, step * 0.8);
  const left = LEFT + step * barIndex + (step - width) / 2;
  const shapes = (
    <>
      <title>{`${bar.date}: ${countText(bar.units, 'unit')}`}</title>
      {parts.map((part, index) => {
        const units = unitsOf(bar, part, parts);
        const top = yOf(stackedUnits + units, end);
        const height = yOf(stackedUnits, end) - top;
        stackedUnits += units;
        return <rect key={part} class={`part${index}`} x={left} y={top} width={width} height={height} />;
      })}
      <rect class="hit" x={left} y={TOP} width={width} height={HEIGHT - TOP - BOTTOM} />
    </>
  );
  if (bar.href === undefined) return <g>{shapes}</g>;
  return (
    <a href={bar.href} aria-label={`${bar.date}: ${countText(bar.units, 'unit')}`}>
      {shapes}
    </a>
  );
}

export function UsageChart({ name, bars }: { name: string; bars: readonly UsageBar[] }): Markup | null {
  if (bars.length === 0) return null;
  const parts = partsOf(bars);
  const end = roundedUp(Math.max(...bars.map(({ units }) => units)));
  const scale = { end, step: (WIDTH - LEFT) / bars.length, parts };
  const labelledBars = [0, Math.floor((bars.length - 1) / 2), bars.length - 1];
  return (
    <figure class="chart">
      <figcaption>{name}</figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="group" aria-label={name}>
        {[0, 0.5, 1].map((share) => (
          <g key={share}>
            <line class="grid" x1={LEFT} x2={WIDTH} y1={yOf(end * share, end)} y2={yOf(end * share, end)} />
            <text class="axis end" x={LEFT - 6} y={yOf(end * share, end) + 4}>
              {SHORT_NUMBER.format(end * share)}
            </text>
          </g>
        ))}
        {bars.map((bar, barIndex) => (
          <Bar key={bar.date} bar={bar} barIndex={barIndex} scale={scale} />
        ))}
        {[...new Set(labelledBars)].map((barIndex) => (
          <text key={barIndex} {...labelPlace(barIndex, scale.step, bars.length)} y={HEIGHT - 6}>
            {bars[barIndex]?.date}
          </text>
        ))}
      </svg>
      <ul class="legend">
        {parts.map((part, index) => (
          <li key={part}>
            <svg viewBox="0 0 10 10" aria-hidden="true">
              <rect class={`part${index}`} width="10" height="10" />
            </svg>{' '}
            {part}
          </li>
        ))}
      </ul>
    </figure>
  );
}
