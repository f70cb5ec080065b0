/**
 * Loaded into a command before it starts (`--require`): before the move or removal of a file with this number (`DIE_AT`,
 * from 1) the process is killed, as `kill -9` or a power cut would.
 */
const fs = require('node:fs');

const dieAt = Number(process.env.DIE_AT);
let moves = 0;

for (const name of ['renameSync', 'rmSync']) {
  const move = fs[name];
  fs[name] = (...parts) => {
    moves += 1;
    if (moves === dieAt) process.kill(process.pid, 'SIGKILL');
    return move(...parts);
  };
}
