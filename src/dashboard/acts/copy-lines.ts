/** What an act is called elsewhere, as it is typed in a shell: the request, and the command of `orrery`. Pure. */
import { shellWord } from '../../lib/shell-word.ts';
import type { Reason } from '../service/wire.ts';

/** A request, its path from the root of the service, or a command. */
export type CopyLine = { readonly name: string } & (
  | { readonly method: 'GET' | 'POST'; readonly path: string; readonly body?: object }
  | { readonly command: readonly string[] }
);

/** As it is typed in a shell; the token is left to the environment. */
export function shellText(line: CopyLine, origin: string): string {
  if ('command' in line) return ['orrery', ...line.command].map(shellWord).join(' ');
  const { method, path, body } = line;
  const url = shellWord(`${origin}${path}`);
  const token = '-H "Authorization: Bearer $ORRERY_TOKEN"';
  if (method === 'GET') return `curl -fsS ${token} ${url}`;
  const json = shellWord(JSON.stringify(body ?? {}));
  return `curl -fsS -X POST ${token} -H 'Content-Type: application/json' -d ${json} ${url}`;
}

/** The words for what an act is done to; null where that is the service as a whole. */
type CommandOf = (target: string | null) => readonly string[] | null;
const on =
  (...words: readonly string[]): CommandOf =>
  (target) =>
    target === null ? null : [...words, target];

/** By the verb of an act. */
const commands: Readonly<Partial<Record<string, CommandOf>>> = {
  resume_queue: () => ['resume'],
  end_maintenance: () => ['resume'],
  pump_on: () => ['pump', 'on'],
  test_channel: () => ['alerts', 'test'],
  acknowledge_loss: () => ['acknowledge-loss'],
  verify_store: () => ['verify'],
  open_bench: (worker) => (worker === null ? ['bench'] : ['bench', '--worker', worker]),
  check_worker: on('workers', 'show', '--refresh'),
  retry_callbacks: on('workers', 'retry-callbacks'),
  cancel_item: on('queue', 'cancel'),
  retry_item: on('queue', 'retry'),
};

/** The act of a reason: the request where it can be sent as it is, the command where there is one. */
export function linesOf(reason: Reason, canSend: boolean): readonly CopyLine[] {
  const { verb = '', target = null, request } = reason.act ?? {};
  const { path, body } = request ?? {};
  const command = commands[verb]?.(target) ?? null;
  return [
    ...(path === undefined || !canSend
      ? []
      : [{ name: 'curl', method: 'POST', path, body: { ...body } } as const]),
    ...(command === null ? [] : [{ name: 'command', command }]),
  ];
}
