// Runs a WASI program in Node.js. Serves as the runner of `cargo test --target wasm32-wasip1`:
//
//   CARGO_TARGET_WASM32_WASIP1_RUNNER='node --no-warnings testdata/wasi.mjs'
//
// The program has access to the environment and to the whole file system, because the tests read the
// puzzle sets and their own data by absolute path. With WASI_CLOCK=cpu, its clock reports CPU time.
import { readFile } from 'node:fs/promises';
import { argv, cpuUsage, env, exit } from 'node:process';
import { WASI } from 'node:wasi';

const [program, ...rest] = argv.slice(2);
const wasi = new WASI({ version: 'preview1', args: [program, ...rest], env, preopens: { '/': '/' } });
const module = await WebAssembly.compile(await readFile(program));

// Old versions of wasi-libc import thread functions that a single-threaded program never calls.
// Define them as stubs that throw.
const stubs = WebAssembly.Module.imports(module)
  .filter((entry) => entry.module === 'env' && entry.kind === 'function')
  .map(({ name }) => [name, () => { throw new Error(`${name} is not available`); }]);

const imports = { ...wasi.getImportObject(), env: Object.fromEntries(stubs) };

// On a busy machine, CPU time is a better measure than wall time.
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
