/** The stand-in as a process of its own: what `bin/publishers-stand-in.js` runs. */
import { parseArgs } from 'node:util';
import { serve } from '../../stand-in-process/src/serve.js';
import { PublishersControls } from './controls.js';
import { PublishersStandIn } from './stand-in.js';

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '0' },
      files: { type: 'string', default: '.' },
      key: { type: 'string', default: 'key' },
    },
  });
  const { files, key } = values;
  const standIn = await PublishersStandIn.start({ files, key, port: Number(values.port) });
  serve({ url: standIn.url, controls: new PublishersControls(standIn), stop: () => standIn.stop() });
}

void main();
