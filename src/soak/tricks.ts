/** The evil that a worker, or the network before it, can answer with. */
import type { Reply, Trick } from './door.ts';

const garbage: readonly Reply[] = [
  { status: 200, body: '' },
  { status: 200, body: 'null' },
  { status: 200, body: '{"ok": tru' },
  { status: 200, body: '{"ok": true, "runs": "none", "run": 7, "files": {"a": []}}' },
  { status: 200, body: '['.repeat(50_000) },
  { status: 200, body: JSON.stringify({ ok: true, text: 'x'.repeat(2_000_000) }) },
  { status: 500, body: '{"code": "internal", "detail": "\\u001b[2J"}' },
  { status: 302, body: '{}' },
];

const forgedFile = {
  path: 'papers/forged/paper.md',
  bytes: 2,
  sha256: '0'.repeat(64),
  truncated: false,
  encoding: 'utf8',
  content: 'no',
};

/** By name; \`random\` gives numbers in [0, 1). */
export function createTricks(random: () => number): Readonly<Record<string, Trick>> {
  return {
    'refuses to speak': async () => 'cut',
    'never answers': async () => 'silent',
    'does it and loses the answer': async (_asked, pass) => {
      await pass();
      return 'cut';
    },
    // A refusal that was never uttered is told only where nothing is changed by what is asked.
    'answers garbage': async (asked, pass) =>
      asked.method === 'GET' ? garbage[Math.floor(random() * garbage.length)]! : pass(),
    'sends files nobody asked for': async (asked, pass) => {
      const reply = await pass();
      if (!asked.path.startsWith('/project-evidence/') || asked.method !== 'POST') return reply;
      const body = JSON.parse(reply.body.toString()) as { files?: object[] };
      return {
        ...reply,
        body: JSON.stringify({ ...body, files: [...(body.files ?? []), forgedFile] }),
      };
    },
    'loses half of all': async (_asked, pass) => (random() < 0.5 ? 'cut' : pass()),
  };
}
