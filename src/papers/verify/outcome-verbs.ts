/**
 * Verbs that say what came of something, and not what was done: a clause with one of them for its verb says more than
 * a report of a procedure may without a claim. Long lines are data, in order of what the verb has for its arguments.
 */
import { formsOf, wordsIn } from './word-forms.ts';

/** Ground forms and irregular ones; the subject is whoever was not asked, or what was tried. */
const claiming = {
  // Somebody outside thinks well or ill of it, or takes it up.
  approval: `
    admire adopt advocate amaze appeal applaud appreciate astonish astound bless celebrate cherish commend
    complain congratulate convince delight embrace endorse enjoy envy hail impress like love marvel persuade please
    praise prefer prize reassure regret rejoice relieve salute swear thank thrill trust vouch welcome
  `,
  // It does something for whoever uses it.
  effect: `
    alleviate avert banish beat benefit boost brighten cheapen combat conquer cope cure curb cut defeat diminish
    eclipse eliminate empower encourage enhance enrich eradicate extinguish flourish foil fool guarantee haunt halve heal help
    improve lessen lighten mitigate obviate outdo outlast outlive outperform outrun outsmart outweigh outwit overcome plague prevent
    profit prolong quell reap rescue rid ruin safeguard sharpen shorten shrink simplify slash soothe spare speed
    stabilise stabilize strengthen streamline supersede thrive thwart tire triple unleash vanquish worsen wreck withstand
  `,
  // It came out well or ill, or as something else did.
  success: `
    blossom confirm corroborate crumble dazzle deserve disappear dispel disprove echo err excel falter flop mirror
    outclass outpace outshine outstrip perish pose prevail prove rebound refute resemble revolutionise revolutionize
    rival shine soar stray struggle stumble succeed suffice suffer surpass survive tackle tolerate topple triumph
    vanish validate vindicate win wither
  `,
  // Somebody sees or understands.
  insight: `demonstrate forget grasp master reveal suggest understand unveil`,
} as const;
const claimingIrregular =
  'bore borne outdid outdone outran overcame overcome shone understood won forgot forgotten noticed notices';

/** Of these a passive or a past says how far something came; it is no procedure, and need be no claim. */
const ending = `
  achieve accept affect allow announce answer appear approve arrive assume attain attribute author avoid award become
  believe call change classify complete confuse consider consume converge credit damage delay deliver depend describe destroy
  detect determine differ disturb draft dominate double drop earn establish exceed exhaust expect explain fail fall fare
  feel find finish function gain get give go grow handle happen harm hear hope hurt identify impair increase
  influence intend involve judge justify kill know lead learn lose maintain matter mean meet miss need obey
  observe occur owe own pass pay perceive perform please predict preserve produce protect publish reach react
  realise realize recognise recognize recover reduce referee reject rely report require resist resolve respond restore
  result retain return review rise rule satisfy seem see serve show sign solve stay stop succeed sue support surprise
  take think transform type verify vet wait want waste wear witness work worry
`;
const endingIrregular = `
  became fell fallen found felt got gotten gave given went gone grew grown heard knew known led learnt lost meant met
  paid rose risen seen saw shown showed thought won wore worn owed sung spoken said told
`;

const verbs = (words: string, irregular: string): ReadonlySet<string> =>
  new Set([...formsOf({ forms: 'verbs', words }), ...irregular.trim().split(/\s+/)]);

/** Ground forms of the verbs that claim, in order. */
export const claimingWords: readonly string[] = wordsIn(Object.values(claiming).join(' ')).sort();
/** Forms of the verbs that claim. */
export const claimingVerbs = verbs(Object.values(claiming).join(' '), claimingIrregular);
/** Forms of those that are no procedure. */
export const endingVerbs = verbs(ending, endingIrregular);
/** Participles and pasts of procedures that end otherwise than in "ed". */
export const irregularProcedures: ReadonlySet<string> = new Set(
  `begun bent born bought bound bred broken brought built burnt cast caught chosen cut dealt done drawn driven dug eaten
  fed flown forced frozen ground held hidden hit hung kept laid left lent let lit made mown put quit read rebuilt
  hewn knit reset sawn shorn shrunk slit spilt strung sunk redone rerun rewritten ridden run sent set sewn shaken shed shot shut sold sought sown spent split spread spun spun
  stood stored struck stuck swept sworn swung taken taught thrown tied told torn undone withheld withdrawn wound woken
  woven written wrung`
    .trim()
    .split(/\s+/),
);
/** Active pasts of them, and verbs that say where something came from, in any tense. */
export const activeProcedures: ReadonlySet<string> = new Set(
  `arise arises arose began bent bought bound bred brought built came caught chose contains contain consists consist come comes covers
  cover dates dealt did drew drove dug fed flew froze held hung includes include laid lay lent let lit made originate
  originates put ran read rebuilt reran rewrote rode sat sent set shared shook shot shut sold sought sowed
  spent split spread spun stood stuck struck stems stem swept swung took taught threw tore underwent withheld withdrew
  woke wound wrote left kept`
    .trim()
    .split(/\s+/),
);
