// Loaded before wfmap: kills the process, as kill -9 does, at the change of the disk that KILL_AT counts to; a write is half done then.
const fs = require('node:fs');
const { syncBuiltinESMExports } = require('node:module');

let left = Number(process.env['KILL_AT']);

function die() {
  process.kill(process.pid, 'SIGKILL');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

const CHANGES = [
  'mkdirSync',
  'renameSync',
  'linkSync',
  'symlinkSync',
  'rmSync',
  'rmdirSync',
  'unlinkSync',
  'fchmodSync',
  'fsyncSync',
];
for (const name of CHANGES) {
  const real = fs[name];
  fs[name] = (...words) => {
    left -= 1;
    if (left === 0) die();
    return real(...words);
  };
}
for (const name of ['writeSync', 'writeFileSync']) {
  const real = fs[name];
  fs[name] = (file, data, ...rest) => {
    // Standard output is no disk.
    const isDisk = typeof file !== 'number' || file > 2;
    if (isDisk) left -= 1;
    if (isDisk && left === 0) {
      real(file, data.slice(0, data.length / 2));
      die();
    }
    return real(file, data, ...rest);
  };
}
syncBuiltinESMExports();
