// Runs a WASI program in Node.js, as the runner of `cargo test --target wasm32-wasip1`:
//
//   CARGO_TARGET_WASM32_WASIP1_RUNNER='node --no-warnings testdata/wasi.mjs'
//
// The program sees the whole file system, because the tests read the puzzle sets and their own
// data by absolute paths, and the environment. With WASI_CLOCK=cpu its clock is processor time.
import { readFile } from 'node:fs/promises';
import { argv, cpuUsage, env, exit } from 'node:process';
import { WASI } from 'node:wasi';

const [program, ...rest] = argv.slice(2);
const wasi = new WASI({ version: 'preview1', args: [program, ...rest], env, preopens: { '/': '/' } });
const module = await WebAssembly.compile(await readFile(program));

// An old wasi-libc leaves functions of threads open, which a program without threads never calls.
const absent = WebAssembly.Module.imports(module)
  .filter((wanted) => wanted.module === 'env' && wanted.kind === 'function')
  .map(({ name }) => [name, () => { throw new Error(`${name} is not there`); }]);

const imports = { ...wasi.getImportObject(), env: Object.fromEntries(absent) };

// On a busy machine the time that this process had is worth more than the time that went by.
if (env.WASI_CLOCK === 'cpu') {
  imports.wasi_snapshot_preview1.clock_time_get = (clock, precision, address) => {
    const { user, system } = cpuUsage();
    const memory = new DataView(instance.exports.memory.buffer);
    memory.setBigUint64(address, BigInt(user + system) * 1000n, true);
    return 0;
  };
}

const instance = await WebAssembly.instantiate(module, imports);
exit(wasi.start(instance));
