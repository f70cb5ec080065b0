/** Draws the rows of the last hour as bars, one a minute, as SVG that needs no scripts. */
import type { ServiceOverview } from '../../operator/overview/service-overview.js';
import { thousands } from '../../../packages/words/src/text/formats.js';
import type { Markup } from './jsx-markup.js';

const WIDTH = 720;
const HEIGHT = 72;
const GAP_SHARE = 0.2;

export function PaceChart({ minutes }: { minutes: NonNullable<ServiceOverview['pace']>['minutes'] }): Markup {
  const maxRows = Math.max(...minutes.map(({ rows }) => rows));
  const step = WIDTH / minutes.length;
  const scale = HEIGHT / Math.max(1, maxRows);
  const name = `Rows a minute in the last hour, ${thousands(maxRows)} at most`;
  return (
    <figure class="chart pace">
      <figcaption>{name}</figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={name}>
        <line class="grid" x1={0} x2={WIDTH} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} />
        {minutes.map(({ minute, rows }, index) => (
          <rect
            key={minute}
            class="part0"
            x={step * (index + GAP_SHARE / 2)}
            y={HEIGHT - rows * scale}
            width={step * (1 - GAP_SHARE)}
            height={rows * scale}
          >
            <title>{`${minute.slice(-5)}: ${thousands(rows)}`}</title>
          </rect>
        ))}
      </svg>
    </figure>
  );
}
