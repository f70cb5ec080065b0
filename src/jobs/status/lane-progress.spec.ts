import type { Position } from '../../../packages/platform/src/event-store/event-store.js';
import { LaneProgress } from './lane-progress.js';

const END = '07' as Position;
const TROUBLE = {
  lane: 'billing',
  position: END,
  stream: 'job-1',
  event_id: '1',
  event_type: 'JobSubmitted',
  reason: 'a fault',
};

const progress = (pages: string | null, billing: string | null, isStopped: boolean): LaneProgress =>
  new LaneProgress({
    lanePosition: async (lane) => (lane === 'pages' ? pages : billing) as Position | null,
    troubleOf: async () => (isStopped ? TROUBLE : undefined),
  });

describe('a job is shown as ended', () => {
  it.each([
    ['not while both lanes are short of its end', '06', '06', false, false],
    ['not while its usage is missing', '07', '06', false, false],
    ['not while its pages are missing', '06', '07', false, false],
    ['with both lanes at its end', '07', '07', false, true],
    ['with both lanes past it', '10', '08', false, true],
    ['not before a lane has begun', null, null, false, false],
    ['with a stopped billing lane, which holds nothing back', '07', '06', true, true],
    ['not without its pages, whether billing is stopped or not', '06', '06', true, false],
  ])('%s', async (_name, pages, billing, isStopped, isShown) => {
    const lanes = progress(pages, billing, isStopped);
    expect(await lanes.isShownEnded({ ended_position: END })).toBe(isShown);
    expect(await lanes.isShownEnded({ ended_position: null })).toBe(false);
  });
});
