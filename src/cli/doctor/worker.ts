/** What only a worker gate needs: a control plane that takes its callbacks, and cgroups for runs. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { request } from 'undici';
import { workerCallbackPath } from '../../config/relations.ts';
import type { OrreryConfig } from '../../config/resolve.ts';
import { systemClock } from '../../lib/clock.ts';
import { createRunCgroups, findCgroupMounts } from '../../sensing/run-cgroups.ts';
import { createWorkerClient } from '../../worker-client/client.ts';
import { createGuardedAgent } from '../../worker-wire/guarded-agent.ts';
import type { RunListReply } from '../../worker-wire/wire.ts';
import { isAllowed } from '../file-access.ts';
import { type Finding, fine, problem, warning, wordsOf } from './finding.ts';

const probeMsMax = 10_000;
/** Name of the shipped unit, whose cgroup is the gate's. */
const unit = 'orrery-worker.service';

/** Every check of a worker, in the order of the report. `gateUrl`: where its gate answers, if it does. */
export async function examineWorker(
  config: OrreryConfig,
  gateUrl: string | null,
): Promise<Finding[]> {
  return [
    await checkCallback(config),
    checkCgroups(config.workerGate.runCgroup),
    ...(gateUrl === null ? [] : await checkGate(config, gateUrl)),
  ];
}

/**
 * Whether the running gate takes this configuration's token, what it could not deliver, and what of
 * itself is out of service.
 */
async function checkGate({ auth }: OrreryConfig, baseUrl: string): Promise<Finding[]> {
  const bearerToken = auth.gateToken.reveal();
  const options = { baseUrl, bearerToken, timeoutMs: probeMsMax, clock: systemClock };
  const client = createWorkerClient(options);
  try {
    const result = await client.listRuns();
    if (result.kind !== 'ok') {
      const words = result.kind === 'refused' ? result.detail : result.error;
      const advice = 'is this the configuration of the running gate? Restart it after a change';
      return [problem('outbox', `the running gate does not tell: ${words}`, advice)];
    }
    const { callbacks, bench } = result.value;
    return [...judgeOutbox(callbacks), ...judgeBench(bench)];
  } finally {
    await client.close();
  }
}

function judgeOutbox(callbacks: RunListReply['callbacks']): Finding[] {
  const title = 'outbox';
  const { waiting, parked } = callbacks ?? { waiting: 0, parked: 0 };
  const detail = `callbacks that wait: ${waiting}; runs with a refused one: ${parked}`;
  if (parked === 0) return [fine(title, detail)];
  return [problem(title, detail, 'run orrery worker callbacks, mend the cause, then retry them')];
}

/** Nothing of a gate that does not tell: an older one has no bench. */
function judgeBench(bench: RunListReply['bench']): Finding[] {
  if (bench === undefined) return [];
  const title = 'actors';
  const { out_of_service: out, dead_letters: letters } = bench;
  const detail = `${out} actors of the gate are out of service, ${letters} dead letters wait`;
  if (out === 0 && letters === 0) return [fine(title, detail)];
  return [problem(title, detail, 'run orrery bench here: it shows why, and what to do')];
}

const name = 'callbacks';

/**
 * Asks the control plane whether it takes the token, with a body it cannot take for a callback: who
 * has the wrong token is told so before the body is looked at.
 */
async function checkCallback({ auth }: OrreryConfig): Promise<Finding> {
  const { completionCallbackUrl: url, completionCallbackToken: token } = auth;
  if (!new URL(url).pathname.replace(/\/+$/, '').endsWith(workerCallbackPath))
    return fine(name, `${url} is no control plane's address, so it is not tried`);
  const agent = createGuardedAgent(url, { connectTimeoutMs: probeMsMax });
  try {
    const reply = await request(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${token.reveal()}`, 'content-type': 'application/json' },
      body: '{}',
      headersTimeout: probeMsMax,
      bodyTimeout: probeMsMax,
      dispatcher: agent,
    });
    await reply.body.dump();
    return judgeReply(url, reply.statusCode);
  } catch (error) {
    return warning(
      name,
      `${url} does not answer: ${wordsOf(error)}`,
      'runs go on and their callbacks wait; start the control plane or correct completion_callback_url',
    );
  } finally {
    await agent.close();
  }
}

/** What the answer to the body that is none says; exported for tests. */
export function judgeReply(url: string, status: number): Finding {
  if (status === 422 || status === 400)
    return fine(name, `${url} answers and takes completion_callback_token`);
  const answered = `${url} answers ${status}`;
  if (status === 401 || status === 403)
    return problem(
      name,
      `${answered}: it does not take completion_callback_token`,
      "set it to the control plane's completion_callback_token, or callbacks are parked",
    );
  if (status === 404 || status === 405)
    return problem(
      name,
      `${answered}: there is no control plane behind it`,
      `correct completion_callback_url; it ends in ${workerCallbackPath}`,
    );
  return warning(name, answered, 'look at the control plane, or at the proxy before it');
}

/** Whether runs can have cgroups of their own; without, they are told apart by their processes. */
export function checkCgroups(mode: 'auto' | 'off', procRoot = '/proc'): Finding {
  const title = 'cgroups';
  if (mode === 'off') return fine(title, 'run_cgroup is off: runs are known by their processes');
  const mounts = findCgroupMounts(procRoot);
  if (mounts.length === 0)
    return warning(
      title,
      'cgroup v2 is not mounted; runs are told apart by process, group, session and folder',
      'nothing has to be done; with cgroup v2 a process can hide from its run even less',
    );
  const folder = mounts
    .map(({ mountPoint }) => join(mountPoint, 'system.slice', unit))
    .find((path) => existsSync(path));
  if (folder === undefined) {
    const { problem: why } = createRunCgroups({ mode, owner: '', procRoot });
    const here = why === null ? 'may make one for each run' : `has none: ${why}`;
    return fine(title, `${unit} does not run; a gate that is started from this shell ${here}`);
  }
  if (isAllowed(folder, 'write') && isAllowed(join(folder, 'cgroup.procs'), 'write'))
    return fine(title, `${unit} may make one for each run`);
  return warning(
    title,
    `this account may make none in ${unit}`,
    'run doctor as the account of the gate; if that is so, the unit needs Delegate=yes',
  );
}
