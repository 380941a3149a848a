/**
 * Runs `bench/*.bench.ts`, one at a time, and keeps what each measured in `bench/results/`.
 * A benchmark prints one JSON line `{"results": [{name, value, unit, …}]}`; other lines are shown.
 * Arguments are parts of names: `npm run bench -- turns`. Options behind them go to the benchmark, and what it measures
 * with them is shown and not kept: `npm run bench -- fleet --gates 10 --clients 50`. Without a name they belong to none.
 */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { buildThreads, bundleScript } from './build.mjs';
import { renderColumns, runCommand } from './command.mjs';
import { root } from './stale.mjs';

const folder = join(root, 'bench');
const suffix = '.bench.ts';

/** What a number depends on; nothing that tells machines of one kind apart. */
async function machineFacts() {
  const commit = await runCommand('git', ['rev-parse', 'HEAD']);
  const changes = await runCommand('git', [
    'status',
    '--porcelain',
    '--',
    'src',
    'bench',
    'package-lock.json',
  ]);
  const processors = cpus();
  return {
    cores: processors.length,
    processor: processors[0]?.model ?? null,
    memory_mib: Math.round(totalmem() / 2 ** 20),
    node: process.version,
    platform: `${process.platform}-${process.arch}`,
    commit: commit.code === 0 ? commit.stdout.trim() : null,
    uncommitted_changes: changes.code === 0 ? changes.stdout !== '' : null,
    // What others did just before; above the number of cores, absolute numbers say little.
    load_average: loadavg().map((value) => Math.round(value * 10) / 10),
    measured_at: new Date().toISOString(),
  };
}

/** Bundled below node_modules, so that external packages are found. */
async function bundle(name, outdir) {
  const outfile = join(outdir, `${name}.mjs`);
  await bundleScript(join(folder, `${name}${suffix}`), outfile);
  return outfile;
}

function parseResults(stdout) {
  const results = [];
  for (const line of stdout.split('\n').filter((text) => text !== '')) {
    if (!line.startsWith('{')) process.stdout.write(`    ${line}\n`);
    else results.push(...JSON.parse(line).results);
  }
  return results;
}

function toRow(name, result) {
  const ratio = result.ratio === undefined ? '' : `${result.ratio}x ${result.baseline?.name ?? ''}`;
  const goal = result.goal === undefined ? '' : `${result.met ? 'met' : 'MISSED'}: ${result.goal}`;
  return [name, result.name, `${result.value ?? 'unknown:'} ${result.unit}`, ratio, goal];
}

const given = process.argv.slice(2);
const firstOption = given.findIndex((each) => each.startsWith('--'));
const wanted = firstOption < 0 ? given : given.slice(0, firstOption);
const options = given.slice(wanted.length);
const names = readdirSync(folder)
  .filter((file) => file.endsWith(suffix))
  .map((file) => file.slice(0, -suffix.length))
  .filter((name) => wanted.length === 0 || wanted.some((part) => name.includes(part)));
if (options.length > 0 && wanted.length === 0) {
  const all = names.join(', ');
  process.stderr.write(
    `name the benchmark that ${options[0]} is for, as in npm run bench -- ${names[0]} ${options.join(' ')}; there are ${all}\n`,
  );
  process.exit(2);
}
const outdir = mkdtempSync(join(root, 'node_modules', '.orrery-bench-'));
await buildThreads();
const machine = await machineFacts();
const rows = [];
let failures = 0;
try {
  for (const name of names) {
    process.stdout.write(`${name} …\n`);
    const { code, stdout, stderr } = await runCommand(process.execPath, [
      '--expose-gc',
      await bundle(name, outdir),
      ...options,
    ]);
    const results = code === 0 ? parseResults(stdout) : [];
    if (results.length === 0) {
      failures += 1;
      process.stdout.write(`    failed (exit ${code})\n${stdout}${stderr}\n`);
      continue;
    }
    if (options.length === 0) {
      mkdirSync(join(folder, 'results'), { recursive: true });
      const record = JSON.stringify({ benchmark: name, machine, results }, null, 2);
      writeFileSync(join(folder, 'results', `${name}.json`), `${record}\n`);
    }
    rows.push(...results.map((result) => toRow(name, result)));
  }
} finally {
  rmSync(outdir, { recursive: true, force: true });
}
if (rows.length > 0)
  process.stdout.write(
    `\n${renderColumns([['benchmark', 'measured', 'value', 'against', 'goal'], ...rows])}\n`,
  );
if (names.length === 0) process.stdout.write('no benchmark has such a name\n');
process.exitCode = failures === 0 && names.length > 0 ? 0 : 1;
