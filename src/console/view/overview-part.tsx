/** Shows the overview of the service's state. The open page fetches it every five seconds. */
import type { ServiceOverview, LaneState } from '../../operator/overview/service-overview.js';
import type { Markup } from './jsx-markup.js';
import { countText, thousands } from '../../../packages/words/src/text/formats.js';
import { ForeignText, Section, Badge, Time } from './parts.js';
import { ListTable } from './sheet.js';
import { cell, joinedCells, type Cell } from '../../../packages/words/src/sheet/sheet.js';

const GIGABYTE = 1_000_000_000;

export function ServiceOverviewPart({ overview }: { overview: ServiceOverview }): Markup {
  return (
    <div class="glance" hx-get="/glance" hx-trigger="every 5s" hx-swap="outerHTML">
      <FindingList overview={overview} />
      <Tiles overview={overview} />
      {overview.pace !== null && <PaceChart minutes={overview.pace.minutes} />}
      <div class="beside">
        <Failures overview={overview} />
        <Lanes lanes={overview.lanes} />
        <Editions overview={overview} />
        <LiveSources overview={overview} />
      </div>
      <p class="soft">
        As of <Time at={overview.at} />. Updated every five seconds.
      </p>
    </div>
  );
}

const CHART_WIDTH = 720;
const CHART_HEIGHT = 72;
const GAP_SHARE = 0.2;

/** Draws the rows of the last hour as bars, one a minute, as SVG that needs no scripts. */
function PaceChart({ minutes }: { minutes: NonNullable<ServiceOverview['pace']>['minutes'] }): Markup {
  const maxRows = Math.max(...minutes.map(({ rows }) => rows));
  const step = CHART_WIDTH / minutes.length;
  const scale = CHART_HEIGHT / Math.max(1, maxRows);
  const name = `Rows a minute in the last hour, ${thousands(maxRows)} at most`;
  return (
    <figure class="chart pace">
      <figcaption>{name}</figcaption>
      <svg
        viewBox={`0 0 ${CHART_WIDTH} ${CHART_HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={name}
      >
        <line class="grid" x1={0} x2={CHART_WIDTH} y1={CHART_HEIGHT - 0.5} y2={CHART_HEIGHT - 0.5} />
        {minutes.map(({ minute, rows }, index) => (
          <rect
            key={minute}
            class="part0"
            x={step * (index + GAP_SHARE / 2)}
            y={CHART_HEIGHT - rows * scale}
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

/** Lists the findings. Each opens to show the command that mends it. */
export const FindingList = ({ overview: { findings } }: { overview: ServiceOverview }): Markup =>
  findings.length === 0 ? (
    <p class="fine">Nothing needs attention.</p>
  ) : (
    <ol class="needs" aria-label="What needs attention, the most serious first">
      {findings.map(({ check, state, detail, fix }) => (
        <li key={`${check} ${detail}`} class={state}>
          <Badge tone={state === 'fail' ? 'bad' : 'plain'}>{state === 'fail' ? 'wrong' : 'check'}</Badge>
          <span>
            <strong>{check}</strong>: <ForeignText text={detail} />
            <details>
              <summary>How to mend it</summary>
              <ForeignText text={fix} />
            </details>
          </span>
        </li>
      ))}
    </ol>
  );

type TileProps = { name: string; value: string | null; detail?: string; to?: string };

/** A single figure with its name; a dash where it is not known. */
const Tile = ({ name, value, detail, to }: TileProps): Markup => (
  <div class="tile">
    <dt>{to === undefined ? name : <a href={to}>{name}</a>}</dt>
    <dd>
      <strong>{value ?? '–'}</strong>
      {detail !== undefined && <span class="soft">{detail}</span>}
    </dd>
  </div>
);

function Tiles({ overview }: { overview: ServiceOverview }): Markup {
  const { work, pace, lanes, invariants, free_bytes } = overview;
  const failed = pace?.failed.reduce((sum, { rows }) => sum + rows, 0) ?? 0;
  const maxLag = lanes === null ? null : Math.max(...lanes.map(({ lag_seconds }) => lag_seconds));
  const brokenCount = invariants?.broken.length ?? 0;
  return (
    <dl class="tiles">
      <Tile
        name="Open jobs"
        value={work && thousands(work.jobs)}
        {...(work !== null && { detail: `${countText(work.rows, 'row')} waiting` })}
      />
      <Tile name="Rows a second" value={pace && rateText(pace.rows_per_second)} detail="over five minutes" />
      <Tile
        name="Rows in a day"
        value={pace && thousands(pace.rows)}
        {...(pace !== null && { detail: `${thousands(failed)} failed` })}
      />
      <Tile
        name="Behind the log"
        value={maxLag === null ? null : `${maxLag.toFixed(1)} s`}
        detail="the furthest lane"
        to="/projections"
      />
      <Tile
        name="Invariants"
        value={invariants && (brokenCount === 0 ? 'hold' : `${brokenCount} broken`)}
        detail={invariants === null ? 'not checked yet' : `${thousands(invariants.behind)} positions behind`}
        to="/invariants"
      />
      <Tile name="Disk" value={`${(free_bytes / GIGABYTE).toFixed(1)} GB`} detail="free for DATA_DIR" />
    </dl>
  );
}

const rateText = (rows: number): string => (rows >= 10 ? thousands(Math.round(rows)) : rows.toFixed(1));

const Failures = ({ overview: { pace } }: { overview: ServiceOverview }): Markup => (
  <Section title="Rows that failed">
    <ListTable
      name="In the last day, by reason"
      items={pace?.failed ?? []}
      columns={{ reason: ({ reason }) => cell.code(reason), rows: ({ rows }) => rows }}
      none={pace === null ? 'Not known now.' : 'None in the last day.'}
    />
  </Section>
);

const laneStates = ({ states }: LaneState): Cell =>
  joinedCells(
    states.map((state) =>
      cell.badge(state, state === 'live' ? 'good' : state === 'stopped' ? 'bad' : 'plain'),
    ),
  );

const Lanes = ({ lanes }: { lanes: ServiceOverview['lanes'] }): Markup => (
  <Section title="Lanes">
    <ListTable
      name="How far each is behind the log"
      items={lanes ?? []}
      columns={{
        lane: ({ lane }) => lane,
        state: laneStates,
        seconds: ({ lag_seconds }) => lag_seconds.toFixed(1),
      }}
      none="Not known now."
    />
  </Section>
);

const Editions = ({ overview: { editions } }: { overview: ServiceOverview }): Markup => (
  <Section title="Editions in force">
    <ListTable
      name="By source"
      items={editions}
      columns={{
        source: ({ source }) => source,
        state: ({ stale }) => (stale ? cell.badge('stale', 'bad') : cell.badge('current', 'good')),
        'days old': ({ age_days }) => age_days,
      }}
      none="No register is loaded yet."
    />
    <p>
      <a href="/editions">All editions and imports</a>
    </p>
  </Section>
);

/** Tells whether the source's last request succeeded. */
const hasSucceededLast = (last_success: string | null | undefined, failed_at: string | undefined): boolean =>
  failed_at === undefined || (last_success != null && last_success >= failed_at);

type LiveSource = NonNullable<ServiceOverview['live']>[number];
const liveState = ({ on, last_success, last_failure }: LiveSource): Cell => {
  if (!on) return cell.badge('off');
  return hasSucceededLast(last_success, last_failure?.at)
    ? cell.badge('on', 'good')
    : cell.badge('failed last', 'bad');
};

const LiveSources = ({ overview: { live } }: { overview: ServiceOverview }): Markup => (
  <Section title="Live lookups">
    <ListTable
      name="Sources of live lookups"
      items={live ?? []}
      columns={{
        source: ({ source }) => source,
        state: liveState,
        'requests left': ({ allowance_left }) => allowance_left,
        'answered last': ({ last_success }) => cell.time(last_success ?? null),
      }}
      none="Not known now."
    />
  </Section>
);
