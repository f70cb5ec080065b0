/** The sources that are asked live: whether they are on, and what is left of their limits. */
export { oldestKept } from '../live/readings/kept-readings.js';
export { LiveSourceGauges } from '../live/readings/live-source-gauges.js';
export { liveSourceStatus, type LiveSourceStatus } from '../live/readings/live-sources.js';
export { readingCounters, type ReadingMetrics } from '../live/readings/reading-metrics.js';
