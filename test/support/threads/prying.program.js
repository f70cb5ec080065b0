/** Stands in a reader's place and tries what no reader may: it answers, whatever it is asked, how each attempt ended. */
const { once } = require('node:events');
const fs = require('node:fs');
const { dirname } = require('node:path');
const { pathToFileURL } = require('node:url');
const net = require('node:net');

const codeOf = (error) => error.code ?? error.message;
async function ended(work) {
  try {
    await work();
    return 'done';
  } catch (error) {
    return codeOf(error);
  }
}

async function inThread(secret) {
  const { Worker } = require('node:worker_threads');
  const text = `require('node:worker_threads').parentPort.postMessage((() => {
    try { return require('node:fs').readFileSync(${JSON.stringify(secret)}, 'utf8') } catch (error) { return error.code }
  })())`;
  const worker = new Worker(text, { eval: true });
  const [found] = await once(worker, 'message');
  await worker.terminate();
  if (found === 'ERR_ACCESS_DENIED') throw Object.assign(new Error(found), { code: found });
}

async function connect(port) {
  const socket = net.connect({ host: '127.0.0.1', port });
  await once(socket, 'connect');
  socket.destroy();
}

/** @param secret the path of a file; beside it is where something may be written. @param port where somebody listens */
async function pry(secret, port) {
  const around = `${dirname(__filename)}/../../..${'/..'.repeat(20)}${secret}`;
  const attempts = {
    'reads the file': () => fs.readFileSync(secret),
    'reads it by a detour': () => fs.readFileSync(around),
    'reads it by a buffer': () => fs.readFileSync(Buffer.from(secret)),
    'reads it by a URL': () => fs.promises.readFile(pathToFileURL(secret)),
    'reads it as a module': () => require(secret),
    'lists its folder': () => fs.readdirSync(dirname(secret)),
    'links it': () => fs.symlinkSync(secret, `${__dirname}/a-link`),
    'writes beside it': () => fs.writeFileSync(`${secret}.new`, ''),
    'removes it': () => fs.unlinkSync(secret),
    'opens it as a database': () => new (require('node:sqlite').DatabaseSync)(secret),
    'asks the binding': () => process.binding('fs'),
    'starts a program': () => require('node:child_process').execFileSync('true'),
    'starts itself anew': () => require('node:child_process').fork(__filename),
    'reads it in a thread': () => inThread(secret),
    'loads native code': () => process.dlopen({ exports: {} }, secret),
    'finds a setting': () => {
      if (Object.keys(process.env).some((name) => name !== 'NODE_CHANNEL_FD')) return;
      throw Object.assign(new Error(), { code: 'nothing' });
    },
    'opens a socket': () => connect(port),
  };
  const found = {};
  for (const [what, attempt] of Object.entries(attempts)) found[what] = await ended(attempt);
  return found;
}

/** Where the secret is, in whatever a reader is asked. */
function placeIn(asked) {
  const [, secret, port] = /place:([^"]+?):(\d+)/.exec(JSON.stringify(asked)) ?? [];
  return [secret, Number(port)];
}

process.on('disconnect', () => process.exit());
process.on('message', async (message) => {
  if (message.kind === 'begin') process.send({ kind: 'ready' });
  else if (message.kind === 'close') process.exit();
  else
    for (const { id, argument } of message.calls)
      process.send({ kind: 'settled', settled: [{ id, value: await pry(...placeIn(argument)) }] });
});
