/** What the configuration names: folders, disk, script, agent, lock, stores. Works without a service. */
import { existsSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { genesisHash, isHashSound } from '../../actors/journal/event-chain.ts';
import type { StoredEvent } from '../../actors/journal/port.ts';
import { PostgresOpenError, SchemaPendingError } from '../../actors/journal/postgres/errors.ts';
import { whyNotTaken } from '../../actors/journal/postgres/lease.ts';
import { openPostgresJournal } from '../../actors/journal/postgres/open.ts';
import { findMissingRight } from '../../actors/journal/postgres/rights.ts';
import { controlDatabase } from '../../app/plane/control-store.ts';
import { readRoom } from '../../app/process/disk-room.ts';
import type { OrreryConfig } from '../../config/resolve.ts';
import { isCalled, tokenFault } from '../../config/token-strength.ts';
import { findShortage } from '../../control/common/index.ts';
import { howToAcknowledge } from '../../control/readiness/index.ts';
import { eventLogSchema } from '../../domain/records.ts';
import { latestAhead } from '../../domain/yet-to-come.ts';
import { systemClock, toIsoTime } from '../../lib/clock.ts';
import { nearestExisting } from '../../lib/if-there.ts';
import { ownVersion } from '../../lib/package-root.ts';
import { findGone } from '../../store/hosted/find-gone.ts';
import { isLoss, type LogFinding } from '../../store/ports/log-finding.ts';
import { findStoreTrouble } from '../../store/ports/store-trouble.ts';
import { foreseeFinding } from '../../store/sqlite/head/settle.ts';
import { createStoreJournal } from '../../store/sqlite/journal.ts';
import { StoreVersionError } from '../../store/sqlite/migrate.ts';
import { openSqlite } from '../../store/sqlite/open.ts';
import { takeStateLock } from '../../store/sqlite/state-lock.ts';
import { isAllowed } from '../file-access.ts';
import { whyLost } from '../lost-stores.ts';
import { type Finding, fine, problem, warning, wordsOf } from './finding.ts';

const shippedScript = 'dispatch-agent.sh';
/** Events at the end of the log whose hashes are recomputed; `orrery verify` does all of them. */
const headEvents = 100;

/** Every check of the installation, in the order of the report. `running`: its service answers. */
export async function examineInstallation(
  config: OrreryConfig,
  running: boolean,
): Promise<Finding[]> {
  const { stateDir, projectRoot, role } = config.service;
  return [
    checkStateFolder(stateDir),
    checkFolder('project_root', projectRoot),
    checkDisk(stateDir),
    ...(role === 'control' ? [] : [checkScript(config), checkAgent(config), checkAccount(config)]),
    ...checkTokens(config),
    ...(role === 'worker'
      ? []
      : [checkLock('control lock', join(stateDir, 'control.lock'), running)]),
    ...(role === 'control'
      ? []
      : [checkLock('gate lock', join(stateDir, 'worker', 'gate.lock'), running)]),
    ...(await checkHosted(config)),
    ...(await checkStores(config, running)),
  ];
}

function checkFolder(name: string, folder: string): Finding {
  const nearest = nearestExisting(folder);
  if (statSync(nearest, { throwIfNoEntry: false })?.isDirectory() === false)
    return problem(
      name,
      `${nearest} is a file, and ${name} must be a folder`,
      `move it away, or choose another ${name}`,
    );
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

function checkStateFolder(folder: string): Finding {
  const found = checkFolder('state_dir', folder);
  if (found.status !== 'ok') return found;
  const mode = statSync(folder, { throwIfNoEntry: false })?.mode ?? 0;
  if ((mode & 0o077) === 0) return found;
  return warning(
    'state_dir',
    `${folder} can be read by other accounts (0${(mode & 0o777).toString(8)})`,
    `the next start narrows it where it may; or run: chmod 700 ${folder}`,
  );
}

function checkDisk(folder: string): Finding {
  try {
    const room = readRoom(nearestExisting(folder));
    const files = room.free_files === null ? '' : ` and ${room.free_files} more files`;
    const detail = `${room.free_mib} MiB${files} free for ${folder}`;
    const shortage = findShortage(room);
    if (shortage === null) return fine('disk', detail);
    const say = shortage.nearlyFull ? problem : warning;
    return say('disk', `${detail}: ${shortage.detail}`, shortage.action);
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

/** Whether what runs as an agent can read what this service can. */
function checkAccount({ dispatch }: OrreryConfig): Finding {
  const { agentAccount: account, dispatchScriptPath: script } = dispatch;
  const title = 'agent account';
  if (account !== null) return fine(title, `agents run as ${account}`);
  if (script !== null && basename(script) !== shippedScript)
    return fine(title, 'agent_account is not set; the dispatch script is your own');
  return warning(
    title,
    'agents run under the account of this service: they can read its configuration, tokens included',
    'give them one of their own in agent_account (docs/agents.md)',
  );
}

function checkTokens(config: OrreryConfig): Finding[] {
  return [checkStrength(config), checkCallbackToken(config)];
}

/** A weak token where others reach it would have stopped the load of the configuration. */
function checkStrength({ auth, service, workers }: OrreryConfig): Finding {
  const title = 'token strength';
  const accepted = [
    ...(service.role === 'worker' ? [] : [auth.controlToken, auth.completionCallbackToken]),
    ...(service.role === 'control' ? [] : [auth.gateToken]),
    ...(service.role === 'worker' ? [] : Object.values(workers.targets))
      .filter(({ url }) => !isCalled(url))
      .map(({ token }) => token),
  ];
  const fault = accepted.map((token) => tokenFault(token.reveal())).find((found) => found !== null);
  if (fault === undefined) return fine(title, 'no token that opens this service can be guessed');
  return warning(
    title,
    `a token that opens this service ${fault}; it is taken because the service listens on ${service.listenHost} only`,
    'replace it ("openssl rand -base64 32" makes a strong one) before anything else than this machine may reach the service',
  );
}

/** One token for everything is what whoever reads it on a worker commands the control plane with. */
function checkCallbackToken({ auth, service }: OrreryConfig): Finding {
  const title = 'callback token';
  const same = auth.completionCallbackToken.reveal() === auth.controlToken.reveal();
  if (service.role === 'worker' || !same) return fine(title, 'it is not the token of the API');
  return warning(
    title,
    'completion_callback_token is the token of the API: whoever reads it on a worker commands this control plane',
    'set a token of its own here and on every worker; the token of the API goes on being taken for callbacks meanwhile',
  );
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

const howToFind =
  'before the next start look for a server that has it (a replica, the one of before); then see "When the log has lost events" in docs/operations.md';

/** Asks the server itself, whether or not a service runs. */
async function checkHosted(config: OrreryConfig): Promise<Finding[]> {
  const name = 'PostgreSQL';
  const { store } = config;
  if (store.hostedDatabaseUrl === null) return [];
  const isReader = store.backend === 'hosted_readonly';
  try {
    const missing = isReader ? null : await findMissingRight(store.hostedDatabaseUrl.reveal());
    if (missing !== null)
      return [problem(name, `it answers, and ${missing}`, 'have that done before the next start')];
    const journal = await openPostgresJournal({
      url: store.hostedDatabaseUrl.reveal(),
      readonly: true,
    });
    try {
      const head = await journal.headEventId();
      const own = ownVersion();
      const early = isReader ? null : await whyNotTaken(store.hostedDatabaseUrl.reveal(), own);
      if (early !== null) return [problem(name, early, 'do what it says before the next start')];
      const gone = await findGone(journal, isReader ? null : controlDatabase(config));
      return [
        gone === null
          ? fine(name, `it answers; ${head} events`)
          : problem(
              name,
              `acknowledged work is gone: ${gone}; the log ends at event ${head}`,
              howToFind,
            ),
      ];
    } finally {
      await journal.close();
    }
  } catch (error) {
    if (error instanceof SchemaPendingError && !isReader)
      return [fine(name, 'it answers; the next start makes what its schema lacks')];
    const trouble = findStoreTrouble(error instanceof Error ? error.cause : null);
    const advice =
      error instanceof SchemaPendingError
        ? 'start the control plane that writes'
        : trouble !== null
          ? trouble.remedy
          : error instanceof PostgresOpenError
            ? 'do what it says, or name another database in hosted_database_url'
            : 'bring the server up, or correct hosted_database_url';
    return [problem(name, wordsOf(error), advice)];
  }
}

async function checkStores(config: OrreryConfig, running: boolean): Promise<Finding[]> {
  const { service, store } = config;
  const gate = { name: 'gate log', path: join(service.stateDir, 'worker', 'gate.db') };
  const control = { name: 'event log', path: join(service.stateDir, 'control.db') };
  const looked = [
    ...(service.role === 'worker' || store.backend !== 'sqlite' ? [] : [control]),
    ...(service.role === 'control' ? [] : [gate]),
  ];
  return Promise.all(
    looked.map(async (place) => {
      const lost = whyLost(place === gate ? 'gate' : 'control', config);
      return lost === null
        ? checkStore(place.name, place.path, running)
        : problem(place.name, lost, 'do what it says before the next start');
    }),
  );
}

async function checkStore(name: string, path: string, running: boolean): Promise<Finding> {
  if (!existsSync(path)) return fine(name, 'no store yet; it is made at the first start');
  const advice =
    'run orrery verify, and keep a copy of the state folder before you change anything';
  try {
    const db = openSqlite({ path, readonly: true });
    const journal = createStoreJournal(db);
    try {
      const found = foreseeFinding(path, db, running);
      if (found !== null && found.kind !== 'copied') return sayFound(name, found);
      const head = await journal.headEventId();
      const events = await journal.eventsAfter(Math.max(0, head - headEvents), headEvents);
      let before = events[0]?.event_id === 1 ? genesisHash : events[0]?.prev_hash;
      for (const event of events) {
        if (event.prev_hash !== before || !isHashSound(event))
          return problem(name, `event ${event.event_id} does not fit the chain before it`, advice);
        before = event.hash;
      }
      const log = await journal.load('event_log', 'main');
      if (eventLogSchema.safeParse(log?.state).data?.status === 'lost')
        return problem(name, 'acknowledged work is gone from it', howToAcknowledge);
      const ahead = sayAhead(name, events);
      if (ahead !== null) return ahead;
      return fine(
        name,
        head === 0 ? 'empty' : `events: ${head}, of which the last ${events.length} were followed`,
      );
    } finally {
      await journal.close();
    }
  } catch (error) {
    if (!(error instanceof StoreVersionError))
      return problem(name, `cannot be read: ${wordsOf(error)}`, advice);
    return error.version === 'newer'
      ? problem(name, wordsOf(error), 'do what it says before the next start')
      : warning(
          name,
          wordsOf(error),
          'have a backup by that program before the start, which cannot be undone ("Upgrading" in docs/operations.md)',
        );
  }
}

/** An event that is yet to come by this machine's clock: it is wrong now, or was when the event came. */
function sayAhead(name: string, events: readonly StoredEvent[]): Finding | null {
  const nowMs = systemClock.now();
  const at = latestAhead(events, nowMs);
  if (at === null) return null;
  const isLast = events.at(-1)?.created_at === at;
  return warning(
    name,
    `${isLast ? 'its last event is' : `one of its last ${headEvents} events is`} of ${at}, and by the clock of this machine it is ${toIsoTime(nowMs)}`,
    isLast
      ? 'set the clock right before the next start; "A clock that was wrong" in docs/operations.md says what follows from one that was'
      : 'nothing, where the clock is right by now; "A clock that was wrong" in docs/operations.md says what follows',
  );
}

/** What the next start would find and go on from, said while a copy can still be made. */
function sayFound(name: string, found: Omit<LogFinding, 'epoch'>): Finding {
  const advice =
    'keep a copy of the state folder before the next start; then see "When the log has lost events" in docs/operations.md';
  return isLoss(found)
    ? problem(name, `acknowledged work is gone: ${found.message}`, advice)
    : warning(name, `acknowledged work may be gone: ${found.message}`, advice);
}
