/** The stand-in as a process of its own: what `bin/register-api-stand-in.js` runs. */
import { parseArgs } from 'node:util';
import { serve } from '../../stand-in-process/src/serve.js';
import { RegisterApiControls } from './controls.js';
import { RegisterApiStandIn } from './stand-in.js';

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '0' },
      responses: { type: 'string', multiple: true, default: [] },
      events: { type: 'string', multiple: true, default: [] },
      accounts: { type: 'string', multiple: true, default: [] },
      key: { type: 'string', default: 'key' },
      'stream-key': { type: 'string', default: 'stream-key' },
      limit: { type: 'string', default: '600' },
      'window-seconds': { type: 'string', default: '300' },
      'heartbeat-ms': { type: 'string', default: '1000' },
    },
  });
  const { responses, events, accounts, key } = values;
  const standIn = await RegisterApiStandIn.start({
    responses,
    events,
    accounts,
    key,
    port: Number(values.port),
    streamKey: values['stream-key'],
    limit: Number(values.limit),
    windowSeconds: Number(values['window-seconds']),
    heartbeatMs: Number(values['heartbeat-ms']),
  });
  serve({ url: standIn.url, controls: new RegisterApiControls(standIn), stop: () => standIn.stop() });
}

void main();
