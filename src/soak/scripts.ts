/** What runs on the soak's workers: the agent of real gates, and the scenario of simulated ones. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { filesOf, findings } from './findings.ts';

/** What a prompt says for the agent to leave this finding behind. */
export const promptFor = (finding: string): string => `Add numbers. FINDING=${finding};`;

/** Notes of the agent: one line for each start, and the process of each living one. */
export const startsFile = 'starts.log';
/** Holds a file for each living agent, named by its run id; in it the pid of the agent. */
export const pidsFolder = 'pids';

/**
 * Every start is noted before anything else. The pid is removed at the end, so that no stranger who
 * gets the same number is taken for the agent.
 */
const agentScript = (dir: string): string => `#!/bin/sh
# The agent of a soak: notes that it was started, works a moment, leaves what its prompt asks for.
set -eu
printf '%s\\n' "$ORRERY_RUN_ID" >>'${join(dir, startsFile)}'
pid='${join(dir, pidsFolder)}'/"$ORRERY_RUN_ID"
printf '%s\\n' "$$" >"$pid"
trap 'rm -f "$pid"' EXIT
echo "run $ORRERY_RUN_ID begins"
sleep 2
finding=$(sed -n 's/.*FINDING=\\([a-z-]*\\);.*/\\1/p' "$ORRERY_PROMPT_FILE" | head -n 1)
files='${join(dir, 'findings')}'/"\${finding:-positive}"
cd "$ORRERY_PROJECT_DIR"
mkdir -p results .orrery
cp "$files"/run_notes.md .
cp "$files"/results/*.json results/
printf '{"run_id": "%s"}\\n' "$ORRERY_RUN_ID" >results/run.json
cp "$files"/.orrery/project_decision.json .orrery/project_decision.json.new
mv .orrery/project_decision.json.new .orrery/project_decision.json
echo 'done'
`;

/** Writes agent and findings below `dir`; answers the command line that starts it. */
export function writeAgent(dir: string): string {
  mkdirSync(join(dir, pidsFolder), { recursive: true });
  for (const [name, finding] of Object.entries(findings))
    for (const [path, text] of Object.entries(filesOf(finding))) {
      const target = join(dir, 'findings', name, path);
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, text);
    }
  const script = join(dir, 'agent.sh');
  writeFileSync(script, agentScript(dir));
  return `sh '${script}'`;
}

const ownRun = { run_id: '{{run_id}}' };
const outcomeOf = (name: string) => {
  const { decision, notes, results } = findings[name]!;
  // What two runs leave is two results, as in life; the corpus would take them for one.
  return { exit_code: 0, decision, notes, results: { ...results, 'run.json': ownRun } };
};
const phases = [
  { name: 'measure', seconds: 60, cpu_cores: 6, gpu_pct: 90, vram_mib: 8000 },
  { name: 'clean up', seconds: 20, alive: 'child', cpu_cores: 1 },
];

/**
 * A night in turns: good and bad results, a crash, a start that fails; callbacks that are lost,
 * doubled, late and not believed. Each gate begins its list of faults anew when it is started.
 */
export function simulatedNight(name: string): object {
  const callbackFaults = [
    { on: 'session_finished_ready', do: 'duplicate', copies: 3 },
    { on: 'session_finished_ready', do: 'lose', times: 1 },
    { on: 'session_started', do: 'lose_reply', times: 1 },
    { on: 'agent_yielded', do: 'delay', seconds: 300 },
    { on: 'session_finished_ready', do: 'lose_reply', times: 1 },
    { on: 'session_started', do: 'duplicate', copies: 5 },
    { on: 'agent_yielded', do: 'wrong_token', times: 1 },
    { on: 'session_finished_ready', do: 'delay', seconds: 120 },
  ];
  const httpFaults = [
    { on: 'dispatch', do: 'cut_after' },
    { on: 'run', do: 'refuse', code: 'internal' },
    { on: 'evidence', do: 'cut_before' },
    { on: 'prepare', do: 'delay', wall_seconds: 0.3 },
  ];
  return {
    name,
    about: 'What a soak plays: good and bad results, crashes, and callbacks that go wrong.',
    machine: { cores: 16, memory_mib: 131_072, gpus: [{ name: 'Simulated GPU' }] },
    gate: { sample_interval_sec: 5, idle_sustain_sec: 30 },
    choose: 'in_turn',
    runs: [
      ...['positive', 'negative', 'positive', 'brackets'].map((finding, index) => ({
        name: `${finding}-${index}`,
        phases,
        outcome: { ...outcomeOf(finding), notes: outcomeOf(finding).notes.slice(0, 90_000) },
      })),
      { name: 'crash', phases: phases.slice(0, 1), outcome: { exit_code: 137 } },
      {
        name: 'broken-start',
        times: 2,
        start_refused: { code: 'dispatch_script_failed', error: 'the program is missing' },
      },
    ],
    http_faults: httpFaults,
    callback_faults: callbackFaults,
  };
}
