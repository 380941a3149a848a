/**
 * What must hold of the dashboard whatever somebody clicks, types and reloads, while ideas come in, runs go by and
 * the service is stopped and started. Read by bombadil, which chooses the actions; see `tools/explore.mjs`.
 */
import { always, eventually, next, now } from '@antithesishq/bombadil';
import { actions, extract, getFingerprint, weighted } from '@antithesishq/bombadil/browser';
import {
  back,
  forward,
  inputs,
  lastAction,
  reload,
  scroll,
  waitOnce,
} from '@antithesishq/bombadil/browser/defaults/actions';

export {
  noUncaughtExceptions,
  noUnhandledPromiseRejections,
} from '@antithesishq/bombadil/browser/defaults/properties';

/** Buttons that carry out what cannot be taken back. */
const carriesOut =
  '.confirm button.danger, .confirm button.primary, dialog.plan button.danger, dialog.plan button.primary';

/**
 * A page whose beat is late by this was kept from the processor, ms; a service that is held still does not do that. Nor
 * is anything asked within a time of a page that was not looked at for so long.
 */
const heldUpMs = 1_500;
const unseenMs = 4_000;
const beatMs = 100;

/**
 * Kept in the page: what it was told when it asked by itself, how long ago, when it was last looked at, and when it was
 * last seen to be held up.
 */
function watched(window) {
  if (window.explored !== undefined) return window.explored;
  const explored = { told: [], isAsking: false, seenMs: Date.now(), heldMs: 0 };
  let lastMs = Date.now();
  window.setInterval(() => {
    const nowMs = Date.now();
    if (nowMs - lastMs > heldUpMs) explored.heldMs = nowMs;
    lastMs = nowMs;
  }, beatMs);
  window.explored = explored;
  return explored;
}

/** For how long nothing has held the page up, in seconds: what is to come within a time is asked of no other page. */
const freeSec = extract(({ window }) => {
  const explored = watched(window);
  const nowMs = Date.now();
  if (nowMs - explored.seenMs > unseenMs) explored.heldMs = nowMs;
  explored.seenMs = nowMs;
  return (nowMs - explored.heldMs) / 1_000;
});
const wasHeldUp = (withinSec) => freeSec.current < withinSec;

/** What the page shows of itself. */
const page = extract(({ document }) => {
  const state = document.querySelector('.state');
  const shell = document.querySelector('.shell');
  const text = state?.textContent ?? '';
  const age = /^live · (\d+(?:\.\d)?) s/.exec(text);
  return {
    isOpen: shell !== null,
    state: state?.getAttribute('data-state') ?? null,
    silentSec: age === null ? null : Number(age[1]),
    hasBanner: [...document.querySelectorAll('.lost')].some((bar) => !bar.hidden),
  };
});

/** What the address says, and what is shown. */
const view = extract(({ document, window }) => {
  const [path = ''] = window.location.hash.replace(/^#\/?/, '').split('?');
  const [name = '', id = ''] = path.split('/');
  const current = document.querySelector('nav[aria-label="Pages"] a[aria-current]');
  const shown = current?.getAttribute('href') ?? '';
  const pane = document.querySelector('[data-detail]')?.getAttribute('data-detail') ?? null;
  const panes = ['queue', 'runs', 'papers'];
  return {
    asked: name === '' ? 'overview' : name,
    shown: shown.replace(/^#\/?/, '').split('?')[0],
    askedPane: panes.includes(name) && id !== '' ? decodeURIComponent(id) : null,
    pane,
  };
});

/** Every number that counts something. */
const counts = extract(({ document }) =>
  [...document.querySelectorAll('.count, .lane .figure')].map((each) => each.textContent ?? ''),
);

/** Buttons that carry something out without what it does standing beside them. */
const unseen = extract(({ document }) =>
  [...document.querySelectorAll(carriesOut)]
    .filter((button) => {
      const place = button.closest('dialog.plan') ?? button.closest('.confirm');
      const rows = place?.querySelectorAll('.plan-rows li').length ?? 0;
      const question = place?.querySelector('p')?.textContent?.trim() ?? '';
      return place?.matches('dialog') ? rows === 0 : question === '';
    })
    .map((button) => button.textContent ?? ''),
);

/** Whether a question, or a plan, stands there with its words. */
const isAsked = extract(({ document }) => {
  const buttons = [...document.querySelectorAll('button')];
  return (
    document.querySelector('.confirm p, dialog.plan .plan-rows li') !== null ||
    buttons.some((button) => button.textContent?.startsWith('Yes: '))
  );
});

/** What the service said this long ago is what the page may still show, ms: it asks every five seconds at most. */
const toldMs = 10_000;

/**
 * The counts of the service itself, as it said them of late, beside those on the screen; null while nobody could be
 * asked. Asking must not hold the page up while the service is held still, so the newest are those of the last time.
 */
const compared = extract(({ document, window }) => {
  // A page of the browser's own, as after a reload while the service is gone, refuses to be asked for a token.
  if (document.querySelector('.shell') === null) return null;
  const token = window.localStorage.getItem('orrery.token');
  if (token === null) return null;
  const explored = watched(window);
  if (!explored.isAsking) {
    explored.isAsking = true;
    window
      .fetch('/control/api/v1/overview', { headers: { authorization: `Bearer ${token}` } })
      .then((reply) => (reply.ok ? reply.json() : null))
      .then((overview) => {
        const counts = overview?.operator_counts;
        if (counts === undefined) explored.told = [];
        else {
          const { queued, running } = counts;
          explored.told.push({
            atMs: Date.now(),
            counts: [overview.needs_somebody, queued, running],
          });
        }
      })
      .catch(() => {
        explored.told = [];
      })
      .finally(() => {
        explored.isAsking = false;
      });
  }
  const newest = explored.told.at(-1);
  if (newest === undefined) return null;
  explored.told = explored.told.filter(({ atMs }) => newest.atMs - atMs <= toldMs);
  const shownOf = (name) => {
    const link = document.querySelector(`nav[aria-label="Pages"] a[href="#/${name}"] .count`);
    return Number(link?.textContent || '0');
  };
  return {
    told: explored.told.map(({ counts }) => counts),
    shown: ['overview', 'queue', 'runs'].map(shownOf),
  };
});

const complaints = extract(({ console }) =>
  console
    .filter(({ level }) => level === 'error')
    .map(({ args }) => JSON.stringify(args))
    .filter((text) => /Content.Security.Policy|Trusted ?Types?/i.test(text)),
);

const isLive = () => page.current.state === 'live';

export const nothingIsCarriedOutUnseen = always(() => unseen.current.length === 0);

/** What was pressed last; the button that leads to a question bears the name of its verb. */
const pressed = () => {
  const action = lastAction.current;
  const { fingerprint } = (typeof action === 'object' && action?.Click) || {};
  if (fingerprint === undefined || fingerprint.id?.startsWith('verb-')) return '';
  return fingerprint.accessibleName ?? fingerprint.textContent ?? '';
};

export const aDestructiveClickFollowsItsQuestion = always(
  next(() => /^(yes: |stop .+ and keep|cancel and stop|cancel: )/i.test(pressed())).implies(
    now(() => isAsked.current),
  ),
);

/** A second more than the three, since the page looks at its clock once a second. */
export const silenceIsSaid = always(
  () => !isLive() || page.current.silentSec === null || page.current.silentSec <= 4,
);

export const aLostConnectionHasABanner = always(
  now(() => page.current.isOpen && page.current.state === 'offline').implies(
    eventually(
      () => page.current.hasBanner || page.current.state !== 'offline' || wasHeldUp(3),
    ).within(3, 'seconds'),
  ),
);

export const theAddressIsWhatIsShown = always(
  now(() => page.current.isOpen).implies(
    eventually(
      () =>
        !page.current.isOpen ||
        wasHeldUp(10) ||
        (view.current.shown === view.current.asked &&
          (view.current.askedPane === null || view.current.askedPane === view.current.pane)),
    ).within(10, 'seconds'),
  ),
);

export const countsAreNeverNegative = always(() =>
  counts.current.every((text) => !/^\s*[-−]/.test(text)),
);

export const theScreenEqualsTheServer = always(
  now(isLive).implies(
    eventually(() => {
      const both = compared.current;
      return (
        !isLive() ||
        both === null ||
        wasHeldUp(15) ||
        // Each of them may have been told at another time: they change while they are asked for.
        both.shown.every((count, at) => both.told.some((counts) => counts[at] === count))
      );
    }).within(15, 'seconds'),
  ),
);

export const thePolicyIsKept = always(() => complaints.current.length === 0);

/** Whatever can be pressed, but for what ends the session: the way back needs a person. */
const pressable = extract(({ document, window }) => {
  const top = document.querySelector('dialog[open]') ?? document.body;
  if (top === null) return [];
  const wanted =
    'a[href], button, summary, input[type="checkbox"], [role="option"], [role="slider"]';
  return [...top.querySelectorAll(wanted)].flatMap((element) => {
    if (element.matches('[aria-label="Forget the token"], [aria-disabled="true"], .renderings *'))
      return [];
    const { left, top: y, width, height } = element.getBoundingClientRect();
    const point = { x: left + width / 2, y: y + height / 2 };
    const isInside =
      width > 0 &&
      height > 0 &&
      point.x > 0 &&
      point.y > 0 &&
      point.x < window.innerWidth &&
      point.y < window.innerHeight;
    const hit = isInside ? document.elementFromPoint(point.x, point.y) : null;
    const isSame = hit !== null && (element === hit || element.contains(hit));
    return isSame ? [{ fingerprint: getFingerprint(element), point }] : [];
  });
});

const presses = actions(() => pressable.current.map((target) => ({ Click: target })));
/** Escape, Enter, Tab, `j`, `k`, `/` and the digits. */
const keys = actions(() =>
  [27, 13, 9, 74, 75, 191, 49, 50, 51].map((code) => ({ PressKey: { code } })),
);

/** Not before the session stands: what signs in is good for one exchange, and a reload in its midst loses it. */
const reloads = actions(() => (page.current.isOpen ? reload.generate() : []));

export const explore = weighted([
  [20, presses],
  [4, inputs],
  [4, keys],
  [3, scroll],
  [3, waitOnce],
  [3, back],
  [1, forward],
  [1, reloads],
]);
