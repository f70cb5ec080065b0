/** The embedded files of a data directory, and the stamp of each. */
import { join } from 'node:path';
import { COORDINATION_FILE } from '../coordination/sqlite/coordination-file.js';
import { LOG_START, type Position } from '../event-store/event-store.js';
import { LOG_FILE, positionText } from '../event-store/sqlite/log-file.js';
import { LANE_RANGE, positionOfCheckpoint } from '../projector/lane-checkpoint.js';
import { READ_MODELS_FILE } from '../read-models/sqlite/read-models-file.js';
import { READINGS_FILE } from '../readings/sqlite/readings-file.js';
import { FileStamp, type Reach } from '../sqlite/file-stamp.js';
import type { LogStamp, StampPlace } from './stamp.js';

/** The files by what they hold. */
export const STORE_FILES = {
  eventStore: 'events.db',
  readModels: 'read-models.db',
  coordination: 'coordination.db',
  readings: 'readings.db',
} as const;

const NOWHERE: Reach = { query: ['NULL', '(SELECT 1)'], position: () => LOG_START };

const ofLog: Reach = {
  query: ['max(position)', 'events'],
  position: (last) => positionText(Number(last ?? 0)),
};

const ofReadModels: Reach = {
  query: ['max(position)', `checkpoints WHERE name >= '${LANE_RANGE.from}' AND name < '${LANE_RANGE.to}'`],
  position: (last) =>
    typeof last === 'string' ? positionOfCheckpoint(LANE_RANGE.from, last as Position) : LOG_START,
};

export const logFileStamp = (dataDir: string): LogStamp =>
  new FileStamp(join(dataDir, STORE_FILES.eventStore), LOG_FILE, ofLog);

/** The stamps of the files that aren't the log. */
export const documentFileStamps = (dataDir: string): readonly StampPlace[] => [
  new FileStamp(join(dataDir, STORE_FILES.readModels), READ_MODELS_FILE, ofReadModels),
  new FileStamp(join(dataDir, STORE_FILES.coordination), COORDINATION_FILE, NOWHERE),
  new FileStamp(join(dataDir, STORE_FILES.readings), READINGS_FILE, NOWHERE),
];
