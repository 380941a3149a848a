/** What the configuration names: folders, disk, script, agent, lock, stores. Works without a service. */
import { existsSync, statfsSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { OrreryConfig } from '../../config/resolve.ts';
import { genesisHash, isHashSound } from '../../store/event-chain.ts';
import { createSqliteJournal } from '../../store/sqlite/journal.ts';
import { openSqlite } from '../../store/sqlite/open.ts';
import { takeStateLock } from '../../store/sqlite/state-lock.ts';
import { isAllowed, nearestExisting } from '../file-access.ts';
import { type Finding, fine, problem, warning, wordsOf } from './finding.ts';

const shippedScript = 'dispatch-agent.sh';
const mib = 2 ** 20;
const freeMibWarn = 2048;
const freeMibMin = 256;
/** Events at the end of the log whose hashes are recomputed; `orrery verify` does all of them. */
const headEvents = 100;

/** Every check of the installation, in the order of the report. `running`: its service answers. */
export async function examineInstallation(
  config: OrreryConfig,
  running: boolean,
): Promise<Finding[]> {
  const { stateDir, projectRoot, role } = config.service;
  return [
    checkFolder('state_dir', stateDir),
    checkFolder('project_root', projectRoot),
    checkDisk(stateDir),
    ...(role === 'control' ? [] : [checkScript(config), checkAgent(config)]),
    ...(role === 'worker'
      ? []
      : [checkLock('control lock', join(stateDir, 'control.lock'), running)]),
    ...(role === 'control'
      ? []
      : [checkLock('gate lock', join(stateDir, 'worker', 'gate.lock'), running)]),
    ...(await checkStores(config)),
  ];
}

function checkFolder(name: string, folder: string): Finding {
  const nearest = nearestExisting(folder);
  if (!isAllowed(nearest, 'write'))
    return problem(
      name,
      `this account may not write to ${nearest}`,
      `chown or chmod it, or choose another ${name}`,
    );
  return fine(
    name,
    nearest === folder ? `${folder} can be written` : `${folder} will be made at start`,
  );
}

function checkDisk(folder: string): Finding {
  try {
    const { bavail, bsize } = statfsSync(nearestExisting(folder));
    const freeMib = Math.floor((bavail * bsize) / mib);
    const detail = `${freeMib} MiB free for ${folder}`;
    const advice =
      'free some space: when the disk is full nothing can be committed and the service stops';
    if (freeMib < freeMibMin) return problem('disk', detail, advice);
    return freeMib < freeMibWarn ? warning('disk', detail, advice) : fine('disk', detail);
  } catch (error) {
    return warning('disk', `free space cannot be told: ${wordsOf(error)}`, 'look with df');
  }
}

function checkScript({ dispatch }: OrreryConfig): Finding {
  const path = dispatch.dispatchScriptPath;
  if (path === null)
    return problem(
      'dispatch script',
      'dispatch_script_path is not set',
      'point it at scripts/dispatch-agent.sh',
    );
  if (!existsSync(path))
    return problem('dispatch script', `${path} does not exist`, 'correct dispatch_script_path');
  if (!isAllowed(path, 'run'))
    return problem(
      'dispatch script',
      `${path} cannot be run by this account`,
      `run: chmod +x ${path}`,
    );
  return fine('dispatch script', path);
}

function checkAgent({ dispatch }: OrreryConfig): Finding {
  const { agentCommand, dispatchScriptPath, liveDispatchEnabled } = dispatch;
  if (agentCommand !== null) return fine('agent', 'agent_command is set');
  const needed = dispatchScriptPath !== null && basename(dispatchScriptPath) === shippedScript;
  if (!needed) return fine('agent', 'agent_command is not set; the dispatch script is your own');
  const detail = 'agent_command is not set, and the shipped dispatch script starts it';
  const advice = 'set agent_command to the command line of your agent';
  return liveDispatchEnabled ? problem('agent', detail, advice) : warning('agent', detail, advice);
}

/** Free before a start; held by the service while it runs. Held without one is somebody else. */
function checkLock(name: string, path: string, running: boolean): Finding {
  if (running) return fine(name, 'not looked at while the service runs: it holds it');
  if (!existsSync(path)) return fine(name, 'free: no service has run here yet');
  try {
    takeStateLock(path).release();
    return fine(name, 'free');
  } catch (error) {
    return problem(
      name,
      wordsOf(error),
      'find that process (for example with fuser) before you start another',
    );
  }
}

async function checkStores({ service, store }: OrreryConfig): Promise<Finding[]> {
  const gate = { name: 'gate log', path: join(service.stateDir, 'worker', 'gate.db') };
  const control = { name: 'event log', path: join(service.stateDir, 'control.db') };
  const looked = [
    ...(service.role === 'worker' || store.backend !== 'sqlite' ? [] : [control]),
    ...(service.role === 'control' ? [] : [gate]),
  ];
  return Promise.all(looked.map(({ name, path }) => checkStore(name, path)));
}

async function checkStore(name: string, path: string): Promise<Finding> {
  if (!existsSync(path)) return fine(name, 'no store yet; it is made at the first start');
  const advice =
    'run orrery verify, and keep a copy of the state folder before you change anything';
  try {
    const journal = createSqliteJournal(openSqlite({ path, readonly: true }));
    try {
      const head = await journal.headEventId();
      const events = await journal.eventsAfter(Math.max(0, head - headEvents), headEvents);
      let before = events[0]?.event_id === 1 ? genesisHash : events[0]?.prev_hash;
      for (const event of events) {
        if (event.prev_hash !== before || !isHashSound(event))
          return problem(name, `event ${event.event_id} does not fit the chain before it`, advice);
        before = event.hash;
      }
      return fine(
        name,
        head === 0 ? 'empty' : `${head} events, of which the last ${events.length} chain`,
      );
    } finally {
      await journal.close();
    }
  } catch (error) {
    return problem(name, `cannot be read: ${wordsOf(error)}`, advice);
  }
}
